"""A paper of two workloads in a folder of its own, for the tests."""

import contextlib
import io
import os
import shutil
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))

PLAN = """
paper = "toy"
platform = "toy"
title = "A toy"

[workloads]
A = "suite/a"
B = "suite/b"

[systems]
sys1 = { monitor = true }

[variants]
slow = { factor = 0.5 }

[metrics]
ipc = 'total("ipc")'
hits = 'sum("*", "hits")'
double = 'hits * 2'

[figures.1]
title = "First"
y = "IPC, relative to sys1"
metric = "ipc"
relative_to = "sys1"
bars = ["sys1", "sys2"]

[figures.2]
title = "Second"
y = "gain, %"
form = "percent_gain"
metric = "ipc"
relative_to = "sys1"
bars = ["sys2", { label = "slow", point = "sys1@slow" }]

[targets.metrics]
speedup = { kind = "ratio", metric = "ipc" }
gain_over_slow = { kind = "points", metric = "ipc", over = "sys1@slow" }
above_two = { kind = "count", metric = "ipc", above = 1.9 }

[targets.configuration]
"clock GHz" = 'config("clock.mhz") / 1000'
"clock MHz" = 'config("clock.mhz")'
policy = 'config("policy")'

[[targets.relations]]
value = "sys2 is faster"
terms = ["ipc sys2", "ipc sys1"]
order = "descending"

[[targets.silent]]
metrics = ["energy*"]
reason = "no energy"
"""

TARGETS = """\
paper,section_or_figure,system,workload,metric,value,unit,baseline,note
toy,Fig1,toy/sys2,mean,speedup,1.98,ratio,toy/sys1,
toy,Fig1,toy/sys2,A,speedup,1.5,ratio,toy/sys1,
toy,Fig1,toy/sys2,B,speedup,0.9,ratio,toy/sys1,
toy,s1;Fig2,toy/sys2,mean,gain_over_slow,1.5,fraction,toy/sys1,
toy,s1,toy/sys2,all,above_two,2,count,toy/sys1,
toy,s1,toy/sys2,all,ordering,sys2 is faster,relation,none,
toy,Table1,toy/sys1,any,clock,1.4,GHz,none,
toy,Table1,toy/sys1,any,clock,1500,MHz,none,
toy,Table1,toy/sys1,any,policy,GTO,name,none,
toy,s1,toy/sys2,mean,energy,0.9,ratio,toy/sys1,
"""


class ToyCase(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="heddle_reproduction_")
        self.addCleanup(shutil.rmtree, self.root)
        self.write("reproduction/toy.toml", PLAN)
        self.write("reproduction/targets/toy.csv", TARGETS)
        for name, factor in [("a", 1), ("b", 2)]:
            for size in ["test", "small"]:
                self.write(f"stimuli/suite/{name}/{size}.stim", str(factor))
        self.binary = os.path.join(self.root, "build", "bin", "toy")
        os.makedirs(os.path.dirname(self.binary))
        shutil.copy(os.path.join(HERE, "fake_platform.py"), self.binary)
        self.log = os.path.join(self.root, "starts")
        os.environ["FAKE_LOG"] = self.log
        for name in ["FAKE_FAIL", "FAKE_WRONG", "FAKE_SECONDS"]:
            os.environ.pop(name, None)

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path)) as file:
            return file.read()

    def starts(self):
        return self.read(self.log).splitlines() if os.path.exists(self.log) else []

    def reproduce(self, *arguments):
        """(exit code, what it said)"""
        from reproduction.__main__ import main

        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["toy", "--size", "test", "--no-plots", "--jobs", "2", "--root", self.root, *arguments])
        return code, out.getvalue() + err.getvalue()


needs_parallel = unittest.skipUnless(shutil.which("parallel"), "needs GNU parallel")
