import contextlib
import io
import os
import unittest

import toy

from reproduction.evidence import ROOT, edited, main, read_experiments
from reproduction.plan import Plan

EXPERIMENTS = """
[speed]
workload = "A"
[speed.columns]
"sys2 / sys1" = "ipc sys2/sys1"
"sys2" = "ipc sys2"
[[speed.cases]]
label = "as it is"
[[speed.cases]]
label = "other text"
edits = [["test.stim", "1", "3"]]
[[speed.cases]]
label = "other setting and workload"
workload = "B"
set = { factor = 0.25 }
"""


class EvidenceTest(toy.ToyCase):
    def evidence(self, *arguments):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(["toy", "--size", "test", "--root", self.root, *arguments])
        return code, said.getvalue()

    def test_a_row_for_each_case(self):
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS)
        self.assertEqual(self.evidence()[0], 0)
        self.assertEqual(self.read("reproduction/results/toy/evidence/speed.csv"),
                         ",sys2 / sys1,sys2\nas it is,2,200\nother text,2,600\nother setting and workload,2,100\n")
        self.assertEqual(self.read("stimuli/suite/a/test.stim"), "1", "the stimulus itself stays as it is")
        self.assertTrue(any("sys1 monitor=true" in line for line in self.starts()), "settings of the plan's systems")

    def test_what_has_been_run_is_not_run_again(self):
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS)
        self.evidence()
        self.assertEqual(len(self.starts()), 6)
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS.replace('"1", "3"', '"1", "4"'))
        self.evidence()
        self.assertEqual(len(self.starts()), 8)
        self.assertIn("other text,2,800", self.read("reproduction/results/toy/evidence/speed.csv"))

    def test_paths_of_settings_are_from_the_root(self):
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS)
        os.environ["FAKE_LOG"] = os.path.basename(self.log)
        self.evidence()
        self.assertEqual(len(self.starts()), 6, "the platform runs in the root")

    def test_a_folder_is_no_executable(self):
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS)
        code, said = self.evidence("--binary", self.root)
        self.assertEqual(code, 2)
        self.assertIn("no such executable", said)

    def test_mistakes_are_named(self):
        for old, new, words in [('["test.stim", "1"', '["test.stim", "9"', "there is no '9' to replace"),
                                ("set = {", "constants = {", "no constant is called 'factor'"),
                                ("set = {", "sets = {", "unknown key 'sets'"),
                                ("ipc sys2/sys1", "icp sys2/sys1", "metric point")]:
            self.write("reproduction/evidence/toy.toml", EXPERIMENTS.replace(old, new))
            code, said = self.evidence()
            self.assertEqual(code, 2)
            self.assertIn(words, said)

    @toy.needs_parallel
    def test_edits_of_the_shipped_experiments_find_their_text(self):
        papers = [name[:-len(".toml")] for name in os.listdir(os.path.join(ROOT, "reproduction", "evidence"))]
        cases = 0
        for paper in papers:
            plan = Plan.of_paper(ROOT, paper)
            for experiment in read_experiments(ROOT, paper).values():
                for case in experiment["cases"]:
                    folder = plan.workloads[case.get("workload", experiment["workload"])].stimulus
                    texts = {}
                    for name, *edit in case.get("edits", []):
                        if name not in texts:
                            with open(os.path.join(ROOT, "stimuli", folder, name)) as file:
                                texts[name] = file.read()
                        texts[name] = edited(texts[name], [edit], f"{folder}/{name}")
                    cases += bool(texts)
        self.assertGreater(cases, 0)

    def test_notes_show_a_table(self):
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS)
        self.write("reproduction/notes/toy.md", "{{table speed}}\n{{table other}}")
        self.evidence()
        self.reproduce()
        report = self.read("reproduction/results/toy/test/report.md")
        self.assertIn("|  | sys2 / sys1 | sys2 |\n| --- | --- | --- |\n| as it is | 2 | 200 |", report)
        self.assertIn("(experiment other: not run)", report)

    def test_notes_show_one_number_of_a_table(self):
        self.write("reproduction/evidence/toy.toml", EXPERIMENTS)
        self.write("reproduction/notes/toy.md", "a ratio of {{table speed 1 1}} and {{table speed 1 2}}; {{table other 1 1}}")
        self.evidence()
        self.reproduce()
        report = self.read("reproduction/results/toy/test/report.md")
        self.assertIn("a ratio of 2 and 200; (experiment other: not run)", report)
        for wrong in ["{{table speed 99 1}}", "{{table speed 1 3}}", "{{table speed 0 1}}"]:
            self.write("reproduction/notes/toy.md", wrong)
            code, said = self.reproduce("--report-only")
            self.assertEqual(code, 2)
            self.assertIn("the table speed has no case", said)


if __name__ == "__main__":
    unittest.main()
