import os
import unittest

from toy import PLAN, ROOT, ToyCase

from reproduction.errors import InputError
from reproduction.plan import Plan
from reproduction.results import Results
from reproduction.store import Store
from reproduction.targets import Targets


class PlanCase(ToyCase):
    def plan(self, text=PLAN):
        self.write("reproduction/toy.toml", text)
        return Plan.of_paper(self.root, "toy")

    def assert_error(self, text, *words):
        with self.assertRaises(InputError) as caught:
            self.plan(text)
        for word in ["toy.toml", *words]:
            self.assertIn(word, str(caught.exception))


class PlanTest(PlanCase):
    def test_a_point_of_two_figures_is_one_run(self):
        runs = self.plan().runs("test")
        self.assertEqual(len(runs), 6)  # sys1, sys2, sys1@slow on A and B
        self.assertEqual(len(set(run.name for run in runs)), 6)

    def test_workloads_change_fastest(self):
        self.assertEqual([run.workload for run in self.plan().runs("test")][:4], ["A", "B", "A", "B"])

    def test_settings_of_system_and_variant_are_joined_and_sorted(self):
        self.assertEqual(self.plan().settings_of("sys1@slow"), ("factor=0.5", "monitor=true"))

    def test_settings_of_all_runs_are_below_those_of_a_point(self):
        plan = self.plan(PLAN.replace("[variants]", "[settings]\nfactor = 2\nlight = true\n\n[variants]"))
        self.assertEqual(plan.settings_of("sys1@slow"), ("factor=0.5", "light=true", "monitor=true"))
        self.assertEqual(plan.settings_of("sys2"), ("factor=2", "light=true"))

    def test_selection(self):
        names = [run.name for run in self.plan().runs("test", ["1"], ["B"])]
        self.assertEqual(names, ["B__sys1__monitor=true", "B__sys2"])

    def test_unknown_selection_names_the_nearest(self):
        with self.assertRaisesRegex(InputError, "no workload is called 'a'"):
            self.plan().runs("test", None, ["a"])
        with self.assertRaisesRegex(InputError, "no paper is called 'toi'; did you mean toy"):
            Plan.of_paper(self.root, "toi")

    def test_mistakes_are_named(self):
        self.assert_error("paper =\npaper", "line 1")
        self.assert_error(PLAN.replace('title = "A toy"\n', ""), "'title' is missing")
        self.assert_error(PLAN.replace('metric = "ipc"', 'metric = "icp"', 1), "figure 1", "'icp'")
        self.assert_error(PLAN.replace("sys1@slow", "sys1@slwo"), "figure 2", "'slwo'")
        self.assert_error(PLAN.replace('form = "percent_gain"', 'form = "percent"'), "takes no relative_to")
        self.assert_error(PLAN.replace('y = "gain, %"', 'yy = "gain, %"'), "unknown key 'yy'")
        self.assert_error('wrong_data_allowed = ["x"]\n' + PLAN, "no variant is called 'x'")
        self.assert_error("frigates = 1\n" + PLAN, "unknown key 'frigates'")


KERNELS = PLAN.replace('A = "suite/a"', """A_1 = { stimulus = "suite/a", kernel = 1 }
A_2 = { stimulus = "suite/a", kernel = 2, apart = true }""")


class WorkloadTest(PlanCase):
    def test_kernels_of_a_program_share_its_runs(self):
        plan = self.plan(KERNELS.replace("[figures.1]", '[figures.1]\nworkloads = ["A_1", "A_2", "B"]'))
        self.assertEqual([run.workload for run in plan.runs("test", ["1"])], ["a", "B", "a", "B"])
        self.assertEqual(plan.stimulus(plan.run("test", "A_1", "sys1")), "stimuli/suite/a/test.stim")

    def test_what_stands_apart_is_only_in_figures_that_name_it(self):
        plan = self.plan(KERNELS)
        self.assertEqual(plan.members, ["A_1", "B"])
        self.assertEqual(plan.figures["1"].workloads, ["A_1", "B"])

    def test_a_size_may_have_a_file_of_its_own(self):
        plan = self.plan(PLAN.replace('A = "suite/a"', 'A = { stimulus = "suite/a", files = { paper = "big" } }'))
        self.assertEqual(plan.stimulus(plan.run("paper", "A", "sys1")), "stimuli/suite/a/big.stim")
        self.assertEqual(plan.stimulus(plan.run("small", "A", "sys1")), "stimuli/suite/a/small.stim")

    def test_a_point_may_name_its_workload(self):
        plan = self.plan(PLAN.replace('relative_to = "sys1"', 'relative_to = "sys1:A"', 1))
        self.assertEqual(plan.run("test", "B", "sys1@slow:A"), plan.run("test", "A", "sys1@slow"))
        names = [run.name for run in plan.runs("test", ["1"], ["B"])]
        self.assertEqual(names, ["B__sys1__monitor=true", "B__sys2"])

    def test_mistakes_in_workloads_are_named(self):
        self.assert_error(KERNELS.replace("kernel = 1", "kernel = 0"), "workload A_1", "the first kernel of a program is 1")
        self.assert_error(KERNELS.replace("kernel = 1", "kernels = 1"), "unknown key 'kernels'")
        self.assert_error(KERNELS.replace("kernel = 2,", 'kernel = 2, files = { paper = "x" },'), "from other files")
        self.assert_error(PLAN + '[groups]\nx = ["C"]', "group x", "'C'")
        self.assert_error(PLAN + '[groups]\nall = ["A"]', "has a meaning already")
        self.assert_error(PLAN + '[selection]\nmetric = "ipc"\npoint = "sys1"', "'above' is missing")
        self.assert_error(PLAN.replace('relative_to = "sys1"', 'relative_to = "sys1:C"', 1), "figure 1", "'C'")


class CommittedPlans(unittest.TestCase):
    """Every paper's file in the repository can be read, its stimuli exist, and all its targets are covered."""

    def test_they_are_sound(self):
        folder = os.path.join(ROOT, "reproduction")
        papers = [name[:-5] for name in os.listdir(folder) if name.endswith(".toml")]
        self.assertIn("icc", papers)
        for paper in papers:
            plan = Plan.of_paper(ROOT, paper)
            results = Results(plan, Store(os.path.join(ROOT, "does_not_exist"), paper, "test"), "test")
            rows = Targets(results, folder).rows
            self.assertGreater(len(rows), 0)
            for run in [run for size in ["test", "small", "paper"] for run in plan.runs(size)]:
                self.assertTrue(os.path.exists(os.path.join(ROOT, plan.stimulus(run))), run.name)


if __name__ == "__main__":
    unittest.main()
