import json
import unittest

from toy import PLAN, needs_parallel
from test_plan import PlanCase

from reproduction.results import Results
from reproduction.store import Store

MANY = PLAN.replace('B = "suite/b"', """B = { stimulus = "suite/b", settings = { order = "columns" }, points = { "sys2@big" = "other" } }
T = { stimulus = "suite/a", apart = true, dumps = ["PLACE", "TIME"] }
""").replace("slow = { factor = 0.5 }", """slow = { factor = 0.5 }
two = { agents = 2 }
[variants.big]
"--config" = "presets/big.ini"
[variants.big.workloads]
A = { room = 2 }
B = { room = 4 }
[choices.fastest]
metric = "ipc"
of = ["sys1", "sys2@slow", "sys3@two"]
below = { agents = "room" }
[choices.only_b]
metric = "ipc"
of = ["sys4"]
needs = ["extra"]
otherwise = "fastest"
""").replace("sys1 = { monitor = true }", """sys1 = { monitor = true }
[systems.sys4.workloads]
B = { extra = 1 }
""").replace("[metrics]", """[metrics]
late = 'buffer("TIME", "late", "PLACE")'
first = 'buffer("TIME", "first", "PLACE")'
""")
FIGURES = """
[figures.3]
title = "Third"
y = "IPC"
form = "value"
metric = "ipc"
bars = ["fastest@big", "only_b@big", "sys2@big"]
[scatters.4]
title = "Fourth"
x = "CTA"
y = "cycles"
panels = { one = "sys1:T" }
series = { at = { values = "TIME", of = "PLACE" } }
[targets]
"""


class ChoicesTest(PlanCase):
    def setUp(self):
        super().setUp()
        self.text = MANY.replace("[targets.metrics]", FIGURES + "[targets.metrics]")
        self.write("stimuli/suite/b/other.stim", "4")

    def test_settings_of_several_variants_of_workload_and_system(self):
        plan = self.plan(self.text)
        self.assertEqual(plan.settings_of("sys1@big,slow", workload="B"),
                         ("--config=presets/big.ini", "factor=0.5", "monitor=true", "order=columns", "room=4"))
        self.assertEqual(plan.settings_of("sys4", workload="B"), ("extra=1", "order=columns"))
        self.assertEqual(plan.settings_of("sys4", workload="A"), ())

    def test_a_choice_stands_for_the_points_that_count_for_the_workload(self):
        plan = self.plan(self.text)
        self.assertEqual(plan.alternatives("fastest@big", "A"), ["sys1@big", "sys2@slow,big"])  # agents are not below room
        self.assertEqual(plan.alternatives("fastest@big", "B"), ["sys1@big", "sys2@slow,big", "sys3@two,big"])
        self.assertEqual(plan.alternatives("only_b@big", "B"), ["sys4@big"])
        self.assertEqual(plan.alternatives("only_b@big", "A"), plan.alternatives("fastest@big", "A"))

    def test_mistakes_are_named(self):
        self.assert_error(self.text.replace('metric = "ipc"\nof', 'metric = "speed"\nof'), "choice fastest", "metric")
        self.assert_error(self.text.replace('"sys2@slow"', '"sys2@slwo"'), "slwo")
        self.assert_error(self.text.replace('"sys1:T"', '"sys1:A"'), "scatter 4", "dumps of TIME PLACE")

    @needs_parallel
    def test_runs_and_their_best(self):
        plan = self.plan(self.text)
        code, said = self.reproduce("--figures", "3,4")
        self.assertEqual(code, 0, said)
        self.assertIn("stimuli/suite/b/other.stim sys2 presets/big.ini order=columns room=4", self.starts())
        results = Results(plan, Store(self.root, "toy", "test"), "test")
        self.assertEqual(results.value("ipc", "fastest@big", "A"), 100)  # sys2@slow is no faster than sys1
        self.assertEqual(results.value("ipc", "fastest@big", "B"), 600)
        self.assertEqual(results.value("ipc", "only_b@big", "B"), 800)
        self.assertEqual(results.value("ipc", "sys2@big", "B"), 800)  # from the other file
        self.assertEqual((results.value("first", "sys1", "T"), results.value("late", "sys1", "T")), (90, 35))
        self.assertEqual(self.read("reproduction/results/toy/test/figure_4.csv"),
                         "panel,series,CTA,cycles\none,at,0,90\none,at,2,40\none,at,3,30\n")


if __name__ == "__main__":
    unittest.main()
