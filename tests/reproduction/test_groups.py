import shutil
import unittest

from toy import PLAN, TARGETS, ToyCase

from reproduction.errors import InputError
from reproduction.plan import Plan
from reproduction.relations import judge_relation
from reproduction.report import Report
from reproduction.results import Results
from reproduction.store import Store
from reproduction.tables import FigureTable
from reproduction.targets import Targets

RULES = """
[groups]
some = ["A"]
quick = { where = ["ipc sys1 > 120", "ipc sys2/sys1 > 1.5"] }
slow = { outside = "quick" }

[figures.3]
title = "Third"
y = "IPC, relative to sys1"
metric = "ipc"
relative_to = "sys1"
workloads = "quick"
bars = ["sys2"]

[figures.4]
title = "Fourth"
y = "IPC, relative to sys1"
metric = "ipc"
relative_to = "sys1"
groups = ["quick", "slow", "all"]
sort = "ipc sys1@slow"
bars = ["sys2"]

[figures.5]
title = "Fifth"
y = "IPC"
metric = "ipc"
sort = "each"
bars = ["sys1", "sys2"]
"""
WORKLOADS = PLAN.replace('B = "suite/b"', 'B = "suite/b"\nC = "suite/b"') + RULES
# B and C are above 120; of these only B gains by more than 1.5.
IPC = {("A", "sys1"): 100, ("B", "sys1"): 200, ("C", "sys1"): 300, ("A", "sys2"): 400, ("B", "sys2"): 800, ("C", "sys2"): 330}
SLOW = {("A", "sys1@slow"): 5, ("B", "sys1@slow"): 4, ("C", "sys1@slow"): 6}


class GroupsTest(ToyCase):
    def results(self, ipc, text=WORKLOADS):
        """Results as if they had been run."""
        self.write("reproduction/toy.toml", text)
        plan, store = Plan.of_paper(self.root, "toy"), Store(self.root, "toy", "test")
        shutil.rmtree(store.folder, ignore_errors=True)
        for (workload, point), value in ipc.items():
            stats = {"totals": {"ipc": {"value": value}}, "modules": {}, "config": {}}
            run = plan.run("test", workload, point)
            store.write(store.path(run), {"stats": stats, "seconds": 1, "binary_sha256": "x", "stimulus_sha256": "y"})
        return Results(plan, store, "test")

    def table(self, ipc, key):
        results = self.results(ipc)
        return FigureTable(results, results.plan.figures[key])

    def test_a_rule_finds_its_workloads(self):
        results = self.results(IPC)
        self.assertEqual(results.group("quick", ""), ["B"])
        self.assertEqual(results.group("slow", ""), ["A", "C"])
        self.assertEqual(results.term_value("ipc sys2/sys1", "mean:quick", ""), 4)
        self.assertAlmostEqual(results.term_value("ipc sys2/sys1", "mean:slow", ""), 4.4**0.5)
        rule = {"value": "it", "terms": ["ipc sys1", "ipc sys2"], "order": "ascending", "workloads": "slow"}
        self.assertEqual(judge_relation(results, rule, "file"), (True, "2 of 2"))

    def test_nothing_is_said_of_a_group_while_a_deciding_run_is_missing(self):
        results = self.results({key: value for key, value in IPC.items() if key != ("A", "sys2")})
        self.assertIsNone(results.group("quick", ""))
        self.assertIsNone(results.group("slow", ""))
        self.assertIsNone(results.term_value("ipc sys2/sys1", "mean:quick", ""))
        rule = {"value": "it", "terms": ["ipc sys1", "ipc sys2"], "order": "ascending", "workloads": "quick"}
        self.assertEqual(judge_relation(results, rule, "file"), (None, "not run"))

    def test_a_figure_of_a_group_shows_and_averages_it_and_runs_all(self):
        self.assertEqual(self.table(IPC, "3").rows(), [["workload", "sys2"], ["B", "4"], ["geometric mean", "4"],
                                                       ["arithmetic mean", "4"]])
        names = [run.name for run in Plan.of_paper(self.root, "toy").runs("test", ["3"])]
        self.assertEqual(sorted(names), sorted([f"{w}__sys1__monitor=true" for w in "ABC"] + [f"{w}__sys2" for w in "ABC"]))
        unknown = self.table({key: value for key, value in IPC.items() if key[0] != "A"}, "3")
        self.assertEqual(unknown.workloads, ["A", "B", "C"])

    def test_means_of_several_groups_in_the_order_of_a_term(self):
        rows = self.table({**IPC, **SLOW}, "4").rows()
        self.assertEqual([row[0] for row in rows[1:4]], ["C", "A", "B"])
        means = dict(rows[4:])
        self.assertEqual(means["geometric mean, quick"], "4")
        self.assertEqual(means["arithmetic mean, slow"], "2.55")
        self.assertEqual(len(means), 6)
        table = self.table({**IPC, **SLOW}, "4")
        self.assertAlmostEqual(table.mean(0, "all"), (4 * 4 * 1.1) ** (1 / 3))

    def test_the_mean_of_a_figure_of_a_group_is_over_those_selected(self):
        text = WORKLOADS + '[selection]\nmetric = "ipc"\npoint = "sys1"\nabove = 150\n'
        text = text.replace('some = ["A"]', 'some = ["A", "B"]').replace('workloads = "quick"', 'workloads = "some"')
        results = self.results({**IPC, ("B", "sys2"): 400}, text)
        rows = dict(FigureTable(results, results.plan.figures["3"]).rows()[1:])
        self.assertEqual((rows["A"], rows["B"], rows["geometric mean"]), ("4", "2", "2"))
        self.assertEqual(rows["arithmetic mean, all"], "3")

    def test_the_order_is_run_for(self):
        self.results(IPC)
        names = [run.name for run in Plan.of_paper(self.root, "toy").runs("test", ["4"], ["A"])]
        self.assertIn("A__sys1__factor=0.5,monitor=true", names)

    def test_bars_sorted_each_for_itself(self):
        self.assertEqual(self.table(IPC, "5").rows(), [["rank", "sys1", "sys2"], ["1", "100", "330"], ["2", "200", "400"],
                                                       ["3", "300", "800"]])
        partial = self.table({key: value for key, value in IPC.items() if key != ("B", "sys2")}, "5")
        self.assertEqual(partial.rows()[-1], ["3", "300", ""])

    def test_rows_that_count_a_group(self):
        text = WORKLOADS.replace("[targets.metrics]", '[targets.metrics]\n"apps quick" = { kind = "members", group = "quick" }')
        self.write("reproduction/targets/toy.csv", TARGETS + "toy,s1,toy/all,quick,apps,3,count,none,\n")
        row = Targets(self.results(IPC, text), self.root + "/reproduction").rows[-1]
        self.assertEqual((row.model, row.verdict), (1, "disagrees"))
        results = self.results({**IPC, ("C", "sys2"): 900}, text)
        row = Targets(results, self.root + "/reproduction").rows[-1]
        self.assertEqual((row.model, row.verdict), (2, "agrees"))

    def test_the_report_names_what_was_found(self):
        results = self.results(IPC)
        said = Report(results, Targets(results, self.root + "/reproduction"), None, {}, {}, {}, "").found_groups()
        self.assertIn("- *quick* (`ipc sys1 > 120`, `ipc sys2/sys1 > 1.5`): 1: B", said)
        self.assertIn("- *slow* (outside quick): 2: A, C", said)
        self.assertNotIn("some", said)

    def test_mistakes_are_named(self):
        for old, new, words in [("ipc sys1 > 120", "ipc sys1 = 120", "group quick: 'ipc sys1 = 120' should be"),
                                ("ipc sys1 > 120", "icp sys1 > 120", "group quick: 'icp sys1' should be"),
                                ('outside = "quick"', 'outside = "fast"', "no group above it is called 'fast'"),
                                ('workloads = "quick"', 'workloads = "fast"', "no group is called 'fast'"),
                                ('groups = ["quick"', 'groups = ["fast"', "no group is called 'fast'"),
                                ('sort = "ipc sys1@slow"', 'sort = "ipc"', "figure 4: 'ipc' should be"),
                                ('some = ["A"]', "some = 3", "group some: should be a list")]:
            with self.assertRaisesRegex(InputError, words):
                self.results({}, WORKLOADS.replace(old, new))


if __name__ == "__main__":
    unittest.main()
