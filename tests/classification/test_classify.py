"""scripts/classify: each of the five categories from what the probes show, the partition, the gain, and errors."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "scripts")
sys.path.insert(0, SCRIPTS)

from classification.figures import Figures  # noqa: E402
from classification.rules import classify  # noqa: E402

COLUMN = "cta_dispatcher.indexing=column"
AGENTS = "cta_dispatcher.clustering=agents"
TWO_AGENTS_FIT = [{"when": [f"cta_dispatcher.active_agents={n}"], "refuse": "more agents than an SM holds"}
                  for n in range(3, 33)]


def probes(**changed):
    """Five equal runs, except for what is changed: row={"cycles": 5}."""
    same = {"cycles": 1000, "l1_hit_rate": 0.5, "l2_sectors": 4000, "store_sectors": 0, "lines_per_access": 1.0}
    return {name: Figures(**{**same, **changed.get(name, {})})
            for name in ("base", "row", "column", "no_l1", "kept_stores")}


class Rules(unittest.TestCase):
    def category(self, **changed):
        return classify(probes(**changed), False).category

    def test_algorithm(self):
        verdict = classify(probes(column={"l1_hit_rate": 0.6, "l2_sectors": 3000}, no_l1={"l2_sectors": 9000}), False)
        self.assertEqual((verdict.category, verdict.partition, verdict.exploitable), ("algorithm", "column", True))

    def test_cache_line(self):
        verdict = classify(probes(column={"cycles": 1060, "l2_sectors": 4500}, no_l1={"l2_sectors": 3700}), False)
        self.assertEqual((verdict.category, verdict.partition, verdict.exploitable), ("cache-line", "row", True))

    def test_stores_are_no_reads(self):
        # 4000 sectors of which 3800 are stores: 20 fewer of the 200 reads are a clear drop.
        self.assertEqual(self.category(base={"store_sectors": 3800}, column={"cycles": 1060},
                                       no_l1={"l2_sectors": 3980}), "cache-line")

    def test_a_small_change_is_none(self):
        self.assertEqual(self.category(column={"l1_hit_rate": 0.52, "cycles": 1049}), "streaming")

    def test_streaming_and_data(self):
        self.assertEqual(self.category(base={"lines_per_access": 2.0}), "streaming")
        self.assertEqual(self.category(base={"lines_per_access": 2.01}), "data")

    def test_writing(self):
        verdict = classify(probes(kept_stores={"l1_hit_rate": 0.525}, base={"lines_per_access": 8.0}), False)
        self.assertEqual((verdict.category, verdict.exploitable), ("writing", False))

    def test_a_flat_grid_is_x_partition(self):
        verdict = classify(probes(), True)
        self.assertEqual(verdict.partition, "column")
        self.assertIn("one dimension", " ".join(verdict.reasons))

    def test_nothing_hits(self):
        self.assertEqual(self.category(**{name: {"l1_hit_rate": 0.0} for name in probes()}), "streaming")
        self.assertEqual(self.category(row={"l1_hit_rate": 0.0}, column={"l1_hit_rate": 0.2}), "algorithm")


class Classify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_on(self, entries, *arguments, code=0):
        stimulus = os.path.join(self.folder, "a.stim")
        with open(stimulus, "w", encoding="utf-8") as file:
            json.dump(entries, file)
        words = [sys.executable, "-B", "-m", "classification", stimulus, "--binary", os.path.join(HERE, "fake_gpu.py"),
                 "--json", os.path.join(self.folder, "out.json"), *arguments]
        done = subprocess.run(words, capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": SCRIPTS})
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def verdict(self, entries):
        text = self.run_on(entries + TWO_AGENTS_FIT)
        with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as file:
            data = json.load(file)
        self.assertIn("Category: " + data["category"], text)
        return data

    def test_gain_and_throttling(self):
        data = self.verdict([{"when": [COLUMN], "hits": 600}, {"when": [AGENTS], "cycles": 800},
                             {"when": [AGENTS, "cta_dispatcher.active_agents=1"], "cycles": 500}])
        self.assertEqual((data["category"], data["partition"]), ("algorithm", "row"))
        self.assertEqual([run["active_agents"] for run in data["clustered"]], [0, 1, 2])
        self.assertEqual([run["speedup"] for run in data["clustered"]], [1.25, 2, 1.25])

    def test_errors(self):
        self.assertIn("no preset is called keppler; there are: ", self.run_on([], "--preset", "keppler", code=2))
        self.assertIn("a.stim:1: no kernel", self.run_on([{"when": [], "refuse": "a.stim:1: no kernel"}], code=2))
        self.assertIn("failed: deadlock", self.run_on([{"when": [], "fail": "deadlock"}], code=2))
        self.assertIn("--agents: at least 1", self.run_on([], "--agents", "0", code=2))
        self.assertIn("--json: /nowhere/x: ", self.run_on([], "--agents", "1", "--json", "/nowhere/x", code=2))
        self.assertIn("MECHANISMS 4.8", self.run_on([], "--help"))


if __name__ == "__main__":
    unittest.main()
