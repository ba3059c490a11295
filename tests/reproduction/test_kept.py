import json
import os
import shutil
import unittest

from toy import PLAN, ToyCase

from reproduction.plan import Plan
from reproduction.store import Store

RUNS = "reproduction/results/toy/paper/runs"
FOLDER = "reproduction/results/toy/paper/"
IPC = {("A", "sys1"): 100.5, ("B", "sys1"): 201, ("A", "sys2"): 201, ("B", "sys2"): 399, ("A", "sys1@slow"): 50,
       ("B", "sys1@slow"): 100}

TIMELINE = """
[timelines.7]
title = "T"
workload = "A"
point = "sys1"
block = "gpu"
begin = 1
cycles = 4
signals = { line = "a", shade = "b", marks = "c" }
labels = { line = "waiting", shade = "full", marks = "marked" }
"""


class KeptTest(ToyCase):
    """A report that is written again when the runs are gone."""

    def setUp(self):
        super().setUp()
        for (workload, point), ipc in IPC.items():
            self.leave(ipc, workload, point)
        self.assertEqual(self.report()[0], 0)
        self.first = self.read(FOLDER + "report.md")

    def leave(self, ipc, *run, **more):
        """As if it had been run."""
        plan, store = Plan.of_paper(self.root, "toy"), Store(self.root, "toy", "paper")
        stats = {"heddle_version": "0.0", "totals": {"ipc": {"value": ipc}}, "config": {"clock.mhz": 1400, "policy": "gto"},
                 "modules": {"unit": {"hits": {"value": 1234567}}}}
        result = {"stats": stats, "seconds": 1, "binary_sha256": "x" * 64, "stimulus_sha256": "y"}
        store.write(store.path(plan.run("paper", *run)), {**result, **more})

    def report(self, *arguments):
        return self.reproduce("--size", "paper", "--report-only", *arguments)

    def forget_runs(self):
        shutil.rmtree(os.path.join(self.root, RUNS))

    def test_the_same_report(self):
        tables = self.read(FOLDER + "runs.csv"), self.read(FOLDER + "figure_1.csv")
        self.forget_runs()
        for _ in range(2):
            self.assertEqual(self.report()[0], 0)
            self.assertEqual(self.read(FOLDER + "report.md"), self.first)
            self.assertEqual((self.read(FOLDER + "runs.csv"), self.read(FOLDER + "figure_1.csv")), tables)

    def test_what_was_computed_from_the_runs_is_not_replaced_by_rounded_numbers(self):
        self.leave(3.0000049, "A", "sys1")
        self.report()
        table = self.read(FOLDER + "figure_1.csv")
        self.assertIn("A,1,66.9999", table)  # 67 from what runs.csv has
        self.forget_runs()
        self.report()
        self.assertEqual(self.read(FOLDER + "figure_1.csv"), table)
        self.write("reproduction/toy.toml", PLAN.replace('bars = ["sys1", "sys2"]', 'bars = ["sys2", "sys1"]'))
        self.report()
        self.assertIn("A,67,1", self.read(FOLDER + "figure_1.csv"))

    def test_timelines_stay(self):
        self.write("reproduction/toy.toml", PLAN + TIMELINE)
        self.leave(100, "A", "sys1", "7", timeline={"line": [3, 5, 5, 0], "shade": [1, 0, 0, 0], "marks": [0, 0, 1, 1]})
        self.report()
        first, table = self.read(FOLDER + "report.md"), self.read(FOLDER + "figure_7.csv")
        self.assertIn("waiting, mean 3.25; full in 25.0 % of cycles; marked in 50.0 %", first)
        self.forget_runs()
        for _ in range(2):
            self.report()
            self.assertEqual(self.read(FOLDER + "report.md"), first)
            self.assertEqual(self.read(FOLDER + "figure_7.csv"), table)

    def test_nothing_kept_is_nothing_said(self):
        self.forget_runs()
        os.remove(os.path.join(self.root, FOLDER + "kept.json"))
        self.report()
        self.assertIn("0 runs of size `paper`", self.read(FOLDER + "report.md"))

    def test_runs_come_before_what_is_kept(self):
        self.forget_runs()
        self.leave(150.75, "A", "sys2", binary_sha256="z" * 64)
        self.report()
        report = self.read(FOLDER + "report.md")
        self.assertIn("| toy-2 | sys2 | A | speedup | sys1 | 1.5 | 1.500 |", report)
        self.assertIn("executable zzzzzzzzzzzz (1 runs)", report)
        self.assertIn("executable xxxxxxxxxxxx (5 runs)", report)

    def test_a_metric_keeps_its_value_under_another_name(self):
        renamed = PLAN.replace("ipc = 'total(\"ipc\")'", "pace = 'total(\"ipc\")'").replace('metric = "ipc"', 'metric = "pace"')
        self.write("reproduction/toy.toml", renamed.replace('"ipc sys2", "ipc sys1"', '"pace sys2", "pace sys1"'))
        self.forget_runs()
        self.report()
        self.assertEqual(self.read(FOLDER + "report.md"), self.first)

    def test_a_metric_that_is_defined_otherwise_has_no_kept_value(self):
        self.write("reproduction/toy.toml", PLAN.replace("ipc = 'total(\"ipc\")'", "ipc = 'total(\"other\")'"))
        self.forget_runs()
        for _ in range(2):
            self.report()
            report = self.read(FOLDER + "report.md")
            self.assertIn("| toy-2 | sys2 | A | speedup | sys1 | 1.5 | - | - | not run |", report)
            self.assertIn("- toy-2 has no value: runs.csv does not have what it is computed from", report)

    def test_a_new_metric_is_computed_from_kept_ones(self):
        more = PLAN.replace("[metrics]\n", "[metrics]\nsquare = 'ipc * ipc'\n").replace('"ratio", metric = "ipc"', '"ratio", metric = "square"')
        self.write("reproduction/toy.toml", more)
        self.forget_runs()
        self.report()
        self.assertIn("| toy-2 | sys2 | A | speedup | sys1 | 1.5 | 4.000 |", self.read(FOLDER + "report.md"))

    def test_old_numbers_stand_beside_new_ones(self):
        self.write("reproduction/earlier/toy.csv", "row,model,verdict\ntoy-1,1.993,agrees\ntoy-2,2.000,agrees\ntoy-3,1.700,disagrees\n")
        self.report()
        report = self.read(FOLDER + "report.md")
        self.assertIn("| *earlier report* | *2* | *0* | *0* | *1* | *0* |", report)
        self.assertIn("| toy-2 | 1.5 | 2.000 | agrees | 2.000 | direction only | - |", report)
        self.assertIn("| toy-3 | 0.9 | 1.700 | disagrees | 1.985 | disagrees | - |", report)
        self.assertNotIn("| toy-1 | 1.98 | 1.993 |", report)  # as before, but for rounding
        self.assertIn("Since then the rule of the verdicts has changed", report)

    def test_a_plan_says_what_has_changed_since_the_earlier_report(self):
        self.write("reproduction/earlier/toy.csv", "row,model,verdict\ntoy-2,2.000,agrees\n")
        self.write("reproduction/toy.toml", 'since = "Since then the L1 is larger."\n' + PLAN)
        self.report()
        report = self.read(FOLDER + "report.md")
        self.assertIn("`reproduction/earlier/toy.csv`. Since then the L1 is larger.\n", report)
        self.assertNotIn("the rule of the verdicts has changed", report)

    def test_rows_of_another_size_want_a_reason(self):
        self.leave(130, "A", "sys2")
        self.write("reproduction/targets/toy.csv", self.read("reproduction/targets/toy.csv").replace(",A,speedup,1.5,", ",A,speedup,2.0,"))
        self.report()
        self.assertIn("Rows that have another size and are not discussed: toy-2.", self.read(FOLDER + "report.md"))
        self.write("reproduction/notes/toy.md", "toy-2 is small.")
        self.report()
        self.assertNotIn("have another size and", self.read(FOLDER + "report.md"))

    def page(self):
        code, said = self.reproduce("--summary")
        self.assertEqual(code, 0, said)
        return self.read("docs/reproduction/README.md")

    def test_the_page_over_all_papers(self):
        self.write("reproduction/targets/toy.csv", self.read("reproduction/targets/toy.csv").replace("toy,Fig1,toy/sys2,A", "toy,abstract;Fig1,toy/sys2,A")
                   .replace("toy,s1,toy/sys2,mean,energy", "toy,abstract,toy/sys2,mean,energy"))
        self.write("reproduction/toy.toml", PLAN.replace('title = "A toy"', 'title = "A toy"\nremains = "A has {{ipc sys2/sys1 A}}."'))
        self.report()
        summary = json.loads(self.read(FOLDER + "summary.json"))
        other = {**summary, "paper": "another", "counts": {"agrees": 1, "other size": 1}, "headlines": [], "unspoken": [], "remains": ""}
        self.write("reproduction/results/another/paper/summary.json", json.dumps(other))
        text = self.page()
        self.assertIn("| [another](another.md) | 1 | 0 | 1 | 0 | 0 | 50 % | 50 % |", text)
        self.assertIn("| [toy](toy.md) | 4 | 1 | 0 | 1 | 0 | 67 % | 83 % |", text)
        self.assertIn("| **all** | **5** | **1** | **1** | **1** | **0** | **62 %** | **75 %** |", text)
        self.assertIn("| toy-2 | sys2 | A | speedup | 1.5 | 2.000 | direction only | - |", text)
        self.assertNotIn("| toy-1 ", text)
        self.assertIn("Headlines that no run speaks to: toy-10 (energy).", text)
        self.assertIn("- **toy**: A has 2.", text)

    def test_a_summary_of_another_version_is_said_to_be_one(self):
        self.write("reproduction/results/another/paper/summary.json", "{}")
        code, said = self.reproduce("--summary")
        self.assertEqual(code, 2)
        self.assertIn("scripts/reproduce another --size paper --report-only", said)

    def test_the_plan_may_name_the_headlines(self):
        self.write("reproduction/toy.toml", PLAN.replace("[targets.metrics]", '[targets]\nheadlines = ["toy-1"]\n[targets.metrics]', 1))
        self.report()
        self.assertIn("| toy-1 | sys2 | mean | speedup |", self.page())

    def test_no_page_without_a_report(self):
        shutil.rmtree(os.path.join(self.root, "reproduction/results"))
        code, said = self.reproduce("--summary")
        self.assertEqual(code, 2)
        self.assertIn("no paper has a report", said)


if __name__ == "__main__":
    unittest.main()
