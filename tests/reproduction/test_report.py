import csv
import os
import unittest

from toy import PLAN, ToyCase, needs_parallel


@needs_parallel
class ReportTest(ToyCase):
    def test_tables(self):
        self.reproduce()
        rows = list(csv.reader(self.read("reproduction/results/toy/test/figure_2.csv").splitlines()))
        self.assertEqual(rows, [["workload", "sys2", "slow"], ["A", "100", "-50"], ["B", "100", "-50"],
                                ["geometric mean", "100", "-50"], ["arithmetic mean", "100", "-50"]])
        runs = list(csv.DictReader(self.read("reproduction/results/toy/test/runs.csv").splitlines()))
        self.assertEqual(len(runs), 6)
        self.assertEqual({run["double"] for run in runs}, {"60"})

    def test_every_row_is_in_the_report_with_its_verdict(self):
        self.reproduce()
        report = self.read("reproduction/results/toy/test/report.md")
        for number in range(1, 11):
            self.assertIn(f"toy-{number}", report)
        self.assertIn("| toy-1 | sys2 | mean | speedup | sys1 | 1.98 | 2.000 | +0.020 | agrees | arithmetic 2.000; ", report)
        self.assertIn("| **all** | **4** | **1** | **0** | **1** | **0** |", report)
        self.assertIn("3 more are configuration (2 agrees, 1 disagrees)", report)
        self.assertIn("Rows that disagree and are not discussed: toy-3.", report)
        self.assertNotIn("have another size and", report)
        self.assertIn("| no energy | 1 | toy-10 |", report)

    def test_notes_are_kept_and_their_numbers_computed(self):
        self.write("reproduction/notes/toy.md", "toy-3: A runs at {{ipc sys2 A}}, {{ipc sys2/sys1 mean}} of sys1, "
                   "{{ipc sys1@slow/sys1 B%}} if slow, {{ipc sys2/sys1 mean B=0.5}} with another B.\n")
        self.reproduce()
        report = self.read("reproduction/results/toy/test/report.md")
        self.assertIn("toy-3: A runs at 200, 2 of sys1, 50.0 % if slow, 1 with another B.", report)
        self.assertNotIn("not discussed", report)
        for text in ["{{ipc sys2}}", "{{ipc sys2 mean C=1}}", "{{ipc sys2 mean B}}"]:
            self.write("reproduction/notes/toy.md", text)
            code, said = self.reproduce("--report-only")
            self.assertEqual(code, 2, text)
            self.assertIn("notes/toy.md", said)

    def test_a_part_of_the_matrix_is_said_to_be_one(self):
        self.reproduce("--figures", "1")
        report = self.read("reproduction/results/toy/test/report.md")
        self.assertIn("(2 more of the matrix are missing)", report)
        self.assertIn("not run", report)

    def test_the_same_results_give_the_same_report(self):
        self.reproduce()
        first = self.read("reproduction/results/toy/test/report.md")
        self.reproduce("--report-only")
        self.assertEqual(self.read("reproduction/results/toy/test/report.md"), first)

    def test_docs_are_written_when_asked(self):
        self.reproduce()
        self.assertFalse(os.path.exists(os.path.join(self.root, "docs")))
        self.reproduce("--publish")
        self.assertIn("![First](toy/figure_1.png)", self.read("docs/reproduction/toy.md"))

    def test_a_metric_without_any_value_is_warned_of(self):
        self.write("reproduction/toy.toml", PLAN.replace('sum("*", "hits")', 'sum("*", "hist")'))
        code, said = self.reproduce()
        self.assertEqual(code, 0)
        self.assertIn("metric hits has no value in any run: no module '*' has 'hist'", said)


if __name__ == "__main__":
    unittest.main()
