"""scripts/classify: each of the five categories from what the probes show, the partition, what clustering, bypass and prefetch
gain, and errors."""

import json
import os
import shutil
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
            file.write(entries if isinstance(entries, str) else json.dumps(entries))
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

    EXPLOITABLE = [{"when": [COLUMN], "hits": 600}, {"when": [AGENTS], "cycles": 800, "hits": 900},
                   {"when": ["cta_dispatcher.active_agents=2"], "cycles": 500},
                   {"when": ["l1_hints.bypass_buffers=?"], "refuse": "but the stimulus has only A, B, C, D"}]

    def test_bypass_takes_the_arrays_that_are_used_once(self):
        # Of 100 loads of A 90 hit, of B 4, of C 5; D is not loaded.
        tried = [{"when": [f"l1_hints.bypass_buffers={name}"], "hits": hits, "bypassed": loads, "cycles": 501}
                 for name, hits, loads in (("A", 810, 100), ("B", 896, 100), ("C", 895, 100), ("D", 900, 0))]
        bypassed = [{"when": [AGENTS, "cta_dispatcher.active_agents=2", "l1_hints.bypass_buffers=B"], "cycles": 400}]
        data = self.verdict(self.EXPLOITABLE + tried + bypassed)
        self.assertEqual([(array["name"], array["used_once"]) for array in data["bypass"]["arrays"]],
                         [("A", False), ("B", True), ("C", False), ("D", False)])
        self.assertEqual((data["bypass"]["bypassed"], data["bypass"]["active_agents"]), (["B"], 2))
        self.assertEqual((data["bypass"]["speedup"], data["bypass"]["over_clustered"]), (2.5, 1.25))
        self.assertEqual(data["fastest"], {"system": "CLU+TOT+BPS", "speedup": 2.5})
        self.assertFalse(data["prefetch"]["applied"])

    def test_bypass_of_several_arrays_and_of_none(self):
        data = self.verdict(self.EXPLOITABLE + [
            {"when": [f"l1_hints.bypass_buffers={names}"], "bypassed": 100, "cycles": cycles}
            for names, cycles in (("A", 600), ("B", 600), ("C", 600), ("D", 600), ("A,B,C,D", 450))])
        self.assertEqual((data["bypass"]["bypassed"], data["bypass"]["cycles"]), (["A", "B", "C", "D"], 450))
        data = self.verdict(self.EXPLOITABLE)
        self.assertIn("found again", data["bypass"]["why"])
        data = self.verdict(self.EXPLOITABLE[:3])
        self.assertIn("no arrays with names", data["bypass"]["why"])

    def test_bypass_of_what_the_user_names(self):
        ranges = "l1_hints.bypass_ranges=0x100-0x1ff,0x400-0x4ff"
        text = self.run_on(self.EXPLOITABLE + [{"when": [ranges], "cycles": 400}] + TWO_AGENTS_FIT,
                           "--bypass", "0x100-0x1ff,0x400-0x4ff")
        self.assertIn("Bypass of 0x100-0x1ff, 0x400-0x4ff: 2.50 x, 1.25 x over clustering without", text)
        self.assertIn("no such buffer", self.run_on(
            self.EXPLOITABLE + [{"when": ["l1_hints.bypass_buffers=X"], "refuse": "no such buffer"}] + TWO_AGENTS_FIT,
            "--bypass", "X", code=2))

    def prefetching(self, constants, name="prefetch_kepler.stim"):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(constants + 'include "agents.stim"\n')

    def test_prefetch_in_the_size_of_the_stimulus(self):
        # The stimulus is small, the form with agents is large and for 15 SMs; this machine has 8.
        self.prefetching("# large\nconst SIZE = 1M\nconst SMS = 15\nconst AGENTS = 3 # that fit\n")
        composed = ["const SIZE = 64", "const SMS = 8", "const AGENTS = 3", "l1_hints.prefetch=true"]
        for name, entries in (("base.stim", TWO_AGENTS_FIT),
                              ("agents.stim", [{"when": composed, "cycles": 800, "prefetches": 7}])):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                json.dump(entries, file)
        text = self.run_file('const SIZE = 64\ninclude "base.stim"\n')
        self.assertIn("Prefetch: 1.25 x, 1.25 x over clustering without; 7 prefetches", text)
        self.assertIn("Bypass: not for streaming", text)
        self.assertIn("Fastest: PFH, 1.25 x", text)

    def run_file(self, content):
        """Runs scripts/classify on a stimulus of constants, whose included file, an absolute name, the fake GPU reads."""
        content = content.replace('"base.stim"', json.dumps(os.path.join(self.folder, "base.stim")))
        return self.run_on(content)

    def test_prefetch_needs_a_form_of_the_kernel(self):
        text = self.run_on(TWO_AGENTS_FIT)
        self.assertIn("prefetch_kepler.stim with a form of the kernel", text)
        self.prefetching("const AGENTS = 3\n")
        self.assertIn("more than constants and an included file", self.run_on(TWO_AGENTS_FIT))
        other = os.path.join(self.folder, "other.stim")
        with open(other, "w", encoding="utf-8") as file:
            json.dump([{"when": ["l1_hints.prefetch=true"], "cycles": 500}], file)
        self.assertIn("Prefetch: 2.00 x", self.run_on(TWO_AGENTS_FIT, "--prefetch", other))
        self.assertIn("--prefetch: nowhere.stim does not exist",
                      self.run_on(TWO_AGENTS_FIT, "--prefetch", "nowhere.stim", code=2))

    NO_L1 = "path.l1=none"

    def test_what_needs_an_l1_is_left_out_with_it(self):
        said = "heddle gpu: error: folder/h200.ini:128: "
        self.run_on([{"when": [self.NO_L1], "unless": "lsu.pool=none", "refuse": said + "lsu.pool: is 'banked'"},
                     {"when": ["lsu.pool=none"], "unless": "l1_cache.banks=1", "refuse": said + "l1_cache.banks: is 4"}]
                    + TWO_AGENTS_FIT)
        with open(os.path.join(self.folder, "out.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["category"], "streaming")
        # A key that has its default already, one that the probe is about, and one without a default.
        for key in ("lsu.pool", "path.l1", "sm.warps"):
            refusal = said + key + ": cannot be"
            self.assertIn(refusal, self.run_on([{"when": [self.NO_L1], "refuse": refusal}], code=2))

    def test_machines_without_the_levels_that_the_probes_look_at(self):
        self.assertIn("has path.l1=decoupled, but", self.run_on([{"when": [], "l1": "decoupled"}], code=2))
        self.assertIn("has path.l2=false, but", self.run_on([{"when": [], "l2": False}], code=2))

    def test_errors(self):
        self.assertIn("no preset is called keppler; there are: ", self.run_on([], "--preset", "keppler", code=2))
        self.assertIn("a.stim:1: no kernel", self.run_on([{"when": [], "refuse": "a.stim:1: no kernel"}], code=2))
        self.assertIn("failed: deadlock", self.run_on([{"when": [], "fail": "deadlock"}], code=2))
        self.assertIn("--agents: at least 1", self.run_on([], "--agents", "0", code=2))
        self.assertIn("--json: /nowhere/x: ", self.run_on([], "--agents", "1", "--json", "/nowhere/x", code=2))
        self.assertIn(f"--binary: {self.folder} is no executable", self.run_on([], "--binary", self.folder, code=2))
        self.assertIn("has written no statistics", self.run_on([], "--binary", shutil.which("true"), code=2))
        self.assertIn("MECHANISMS 4.8", self.run_on([], "--help"))


if __name__ == "__main__":
    unittest.main()
