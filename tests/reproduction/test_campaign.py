import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

from toy import PLAN, ROOT, ToyCase, needs_parallel

from reproduction.progress import Estimate, clock

RUNS = "reproduction/results/toy/test/runs"


class EstimateTest(unittest.TestCase):
    def test_a_workload_takes_as_long_as_before_or_as_the_others(self):
        estimate = Estimate({"A": [1, 3]})
        self.assertEqual(estimate.left(["A", "A", "B", "B"], 2), 4)
        estimate.add("B", 10)
        self.assertEqual(estimate.left(["A", "A", "B", "B"], 2), 12)
        self.assertEqual(estimate.left(["A", "B"], 2), 10)  # the longest run cannot be split
        self.assertEqual(estimate.left([], 2), 0)
        self.assertIsNone(Estimate({}).left(["A"], 2))
        estimate.correct(elapsed_seconds=30, run_seconds=40, jobs=2)  # 60 s of two cores for 40 s of runs
        self.assertEqual(estimate.left(["A", "B"], 2), 15)

    def test_clock(self):
        self.assertEqual([clock(59.6), clock(61), clock(3661)], ["1:00", "1:01", "1:01:01"])


@needs_parallel
class CampaignTest(ToyCase):
    def results(self):
        return sorted(name for name in os.listdir(os.path.join(self.root, RUNS)) if name.endswith(".json.gz"))

    def test_runs_everything_once_and_then_nothing(self):
        code, said = self.reproduce()
        self.assertEqual(code, 0, said)
        self.assertEqual(len(self.starts()), 6)
        self.assertEqual(len(self.results()), 6)
        self.assertIn("stimuli/suite/b/test.stim sys1 factor=0.5 monitor=true", self.starts())
        code, said = self.reproduce()
        self.assertEqual((code, len(self.starts())), (0, 6))
        self.assertIn("6 done, 0 stale, 0 missing", said)

    def test_a_result_carries_its_identity(self):
        self.reproduce()
        with gzip.open(os.path.join(self.root, RUNS, "A__sys1__factor=0.5,monitor=true.json.gz"), "rt") as file:
            result = json.load(file)
        self.assertEqual(result["identity"], {"paper": "toy", "size": "test", "workload": "A", "system": "sys1",
                                              "settings": ["factor=0.5", "monitor=true"]})
        self.assertEqual(len(result["binary_sha256"]), 64)
        self.assertEqual(result["stats"]["totals"]["ipc"]["value"], 50)

    def test_selection_and_list(self):
        code, said = self.reproduce("--list")
        self.assertEqual((code, self.starts()), (0, []))
        self.assertIn("missing A__sys2", said)
        self.reproduce("--figures", "1", "--workloads", "A")
        self.assertEqual(self.results(), ["A__sys1__monitor=true.json.gz", "A__sys2.json.gz"])
        self.reproduce()
        self.assertEqual(len(self.starts()), 6)

    def test_a_failed_run_leaves_its_log_and_is_tried_again(self):
        os.environ["FAKE_FAIL"] = "suite/b/test.stim --system sys2"
        code, said = self.reproduce()
        self.assertEqual(code, 1)
        self.assertIn("failed: B__sys2", said)
        self.assertIn("told to fail", self.read(f"{RUNS}/B__sys2.log"))
        self.assertEqual(len(self.results()), 5)
        del os.environ["FAKE_FAIL"]
        self.assertEqual(self.reproduce()[0], 0)
        self.assertEqual(len(self.starts()), 7)
        self.assertEqual(len(os.listdir(os.path.join(self.root, RUNS))), 6)  # and no log is left

    def test_wrong_results_count_only_where_they_are_allowed(self):
        os.environ["FAKE_WRONG"] = "suite/b"
        code, said = self.reproduce()
        self.assertEqual((code, len(self.results())), (1, 3))
        allowed = 'title = "A toy"\nwrong_data_allowed = ["slow"]\n'
        self.write("reproduction/toy.toml", PLAN.replace('title = "A toy"\n', allowed))
        code, said = self.reproduce()
        self.assertEqual((code, len(self.results())), (1, 4))
        self.assertIn("failed: B__sys2", said)
        self.assertNotIn("failed: B__sys1__factor", said)

    def test_another_executable_makes_results_stale(self):
        self.reproduce()
        with open(self.binary, "a") as file:
            file.write("\n# changed\n")
        code, said = self.reproduce()
        self.assertEqual((code, len(self.starts())), (2, 6))
        self.assertIn("6 of 6 results were left by another executable or stimulus", said)
        self.assertEqual(self.reproduce("--keep")[0], 0)
        self.assertEqual(len(self.starts()), 6)
        self.reproduce("--figures", "1", "--rerun")
        self.assertEqual(len(self.starts()), 10)
        self.assertIn(" (4 runs)", self.read("reproduction/results/toy/test/report.md"))

    def test_another_stimulus_makes_its_results_stale(self):
        self.reproduce()
        self.write("stimuli/suite/a/small.stim", "7")  # another size is none of this campaign's business
        self.assertIn("6 done", self.reproduce()[1])
        self.write("stimuli/suite/a/included.stim", "7")
        self.assertIn("3 done, 3 stale", self.reproduce("--rerun")[1])
        self.assertEqual(len(self.starts()), 9)

    def test_a_timeline_is_made_from_a_waveform_that_does_not_stay(self):
        self.write("reproduction/toy.toml", PLAN + """
[timelines.4]
title = "Over time"
workload = "A"
point = "sys1"
block = "gpu"
begin = 1
cycles = 3
signals = { line = "a", shade = "b", marks = "b" }
labels = { line = "waiting", shade = "full", marks = "marked" }
""")
        code, said = self.reproduce("--figures", "4")
        self.assertEqual((code, self.results()), (0, ["A__sys1__monitor=true__timeline_4.json.gz"]), said)
        table = self.read("reproduction/results/toy/test/figure_4.csv")
        self.assertEqual(table, "cycle,waiting,full,marked\n1,4,1,1\n2,4,1,1\n3,2,0,0\n")
        self.assertIn("waiting, mean 3.33; full in 66.7 % of cycles", self.read("reproduction/results/toy/test/report.md"))
        self.assertEqual([name for name in os.listdir(os.path.join(self.root, RUNS)) if "vcd" in name], [])

    def test_a_run_without_statistics_has_failed(self):
        code, said = self.reproduce("--workloads", "A", "--figures", "1", "--binary", shutil.which("true"))
        self.assertEqual(code, 1)
        self.assertIn("failed: A__sys1", said)
        self.assertNotIn("Traceback", said)

    def test_bad_input_is_one_line(self):
        for arguments, words in [(["--binary", "/nonexistent"], "no such executable"),
                                 (["--binary", self.root], "no such executable"), (["--figures", "9"], "figure"),
                                 (["--workloads", "C"], "no workload is called 'C'")]:
            code, said = self.reproduce(*arguments)
            self.assertEqual(code, 2)
            self.assertIn(words, said)
        os.remove(os.path.join(self.root, "stimuli/suite/a/test.stim"))
        code, said = self.reproduce()
        self.assertEqual(code, 2)
        self.assertIn("suite/a/test.stim: no such stimulus", said)

    def test_nothing_is_built_for_a_list_or_a_typo(self):
        os.remove(self.binary)
        for arguments, words in [(["--list"], "build/bin/toy is not there"), (["--figures", "9"], "no figure is called '9'"),
                                 (["--list", "--workloads", "C"], "no workload is called 'C'. There are: A B")]:
            code, said = self.reproduce(*arguments)
            self.assertEqual(code, 2)
            self.assertIn(words, said)
            self.assertNotIn("could not be built", said)

    def test_a_damaged_result_is_not_run_over(self):
        self.reproduce()
        with open(os.path.join(self.root, RUNS, "A__sys2.json.gz"), "wb") as file:
            file.write(b"half")
        code, said = self.reproduce()
        self.assertEqual(code, 2)
        self.assertIn("A__sys2.json.gz: not a result", said)

    def start_slow_campaign(self):
        """A campaign of its own process, stopped when its first results are there."""
        environment = {**os.environ, "FAKE_SECONDS": "0.8", "PYTHONPATH": os.path.join(ROOT, "scripts")}
        command = [sys.executable, "-B", "-m", "reproduction", "toy", "--size", "test", "--no-plots", "--jobs", "2"]
        process = subprocess.Popen([*command, "--root", self.root], env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        for _ in range(3000):
            if os.path.isdir(os.path.join(self.root, RUNS)) and self.results():
                return process
            time.sleep(0.02)
        self.fail("the campaign did not begin")

    def wait_until_quiet(self):
        seen, quiet_since = None, time.monotonic()
        while time.monotonic() - quiet_since < 2:
            now = (len(self.starts()), self.results())
            if now != seen:
                seen, quiet_since = now, time.monotonic()
            time.sleep(0.05)

    def check_goes_on(self, before):
        finished = self.results()
        self.assertGreaterEqual(len(finished), before)
        self.assertLess(len(finished), 6)
        starts = len(self.starts())
        self.assertEqual(self.reproduce()[0], 0)
        self.assertEqual(len(self.results()), 6)
        self.assertEqual(len(self.starts()) - starts, 6 - len(finished))  # nothing that was finished ran again
        self.assertEqual([name for name in os.listdir(os.path.join(self.root, RUNS)) if name.endswith(".tmp")], [])

    def test_a_stopped_campaign_goes_on(self):
        process = self.start_slow_campaign()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 130)
        seen = (len(self.starts()), self.results())
        time.sleep(1.5)
        self.assertEqual((len(self.starts()), self.results()), seen)  # nothing goes on behind one's back
        self.check_goes_on(1)

    def test_a_killed_campaign_goes_on(self):
        process = self.start_slow_campaign()
        process.kill()
        process.wait(timeout=30)
        self.wait_until_quiet()  # what had begun comes to its end
        self.check_goes_on(1)

    def test_one_campaign_at_a_time(self):
        process = self.start_slow_campaign()
        code, said = self.reproduce()
        self.assertEqual(code, 2)
        self.assertIn("another scripts/reproduce is running", said)
        self.assertEqual(process.wait(timeout=30), 0)


if __name__ == "__main__":
    unittest.main()
