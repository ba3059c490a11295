#!/usr/bin/python3
"""Stands in for a platform's executable: takes its command line, writes a small statistics file, simulates nothing.

IPC = 100 x speed of the system (in its name: sys2 is twice as fast) x the stimulus' factor x setting "factor".
FAKE_LOG: a file that gets a line per start. FAKE_FAIL: a word; command lines that contain it fail. FAKE_WRONG: the same,
but the run ends with wrong results. FAKE_SECONDS: how long a run takes. --dump knows buffers PLACE and TIME.
"""

import argparse
import json
import os
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--stimulus")
parser.add_argument("--system")
parser.add_argument("--set", action="append", default=[])
parser.add_argument("--stats")
parser.add_argument("--quiet", action="store_true")
parser.add_argument("--config", default="")
parser.add_argument("--dump", action="append", default=[])
for name in ["--vcd", "--vcd-scope", "--vcd-window"]:
    parser.add_argument(name)
options = parser.parse_args()

if "FAKE_LOG" in os.environ:
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(" ".join([options.stimulus, options.system, *filter(None, [options.config]), *options.set]) + "\n")
time.sleep(float(os.environ.get("FAKE_SECONDS", 0)))
if os.environ.get("FAKE_FAIL", "\n") in " ".join(sys.argv):
    sys.exit("fake: told to fail")

wrong = os.environ.get("FAKE_WRONG", "\n") in " ".join(sys.argv)
settings = dict(setting.split("=") for setting in options.set)
with open(options.stimulus) as file:
    factor = float(file.read())
speed = float(options.system.removeprefix("sys"))
ipc = 100 * speed * factor * float(settings.get("factor", 1))
modules = {f"gpu.unit_{i}": {"hits": {"value": 10 * i, "unit": "x"}, "life": {"counts": [1, 0, 3], "unit": "x"}}
           for i in (1, 2)}
with open(options.stats, "w") as file:
    json.dump({"heddle_version": "0.0", "outcome": "mismatch" if wrong else "finished",
               "check": {"values": 10, "mismatches": int(wrong)},
               "totals": {"ipc": {"value": ipc}, "zero": {"value": 0}}, "modules": modules,
               "config": {"clock.mhz": 1400, "clock.core_mhz": 1000, "policy": "gto", **settings}}, file)
for dump in options.dump:
    name, path = dump.split("=", 1)
    with open(path, "wb") as file:
        file.write(b"".join(value.to_bytes(4, "little") for value in {"PLACE": [7, 8, 7, 7], "TIME": [90, 5, 40, 30]}[name]))
if options.vcd:
    with open(options.vcd, "w") as file:
        file.write("$timescale 1 ns $end\n$scope module gpu $end\n$var wire 7 ! a $end\n$var wire 1 # b $end\n"
                   "$upscope $end\n$enddefinitions $end\n#1\nb100 !\n1#\n#3\nb10 !\n0#\n")
sys.exit(1 if wrong else 0)
