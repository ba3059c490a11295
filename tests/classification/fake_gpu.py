#!/usr/bin/python3
"""Stands in for build/bin/gpu: takes its command line and writes the figures that the stimulus, a JSON file, has for the
settings. It has entries {"when": [settings], "cycles": .., ...}; the last one whose settings are all there counts. An entry
may say "refuse" or "fail" instead; "unless" names a setting with which it does not. A stimulus that begins with constants has the entries of the file that it includes, and the
constants are settings."""

import json
import sys

words = sys.argv[1:]
if words == ["--dump-config"]:
    print("[lsu]\n# kind [name]\npool = none\n\n[l1_cache]\nbanks = 1\n\n[path]\nl1 = private")
    sys.exit(0)
settings = [value for word, value in zip(words, words[1:]) if word == "--set"]
with open(words[words.index("--stimulus") + 1], encoding="utf-8") as file:
    text = file.read()
if text.startswith("const"):
    *constants, include = text.splitlines()
    settings += constants
    with open(include.split('"')[1], encoding="utf-8") as file:
        text = file.read()
entries = json.loads(text)
figures = {"cycles": 1000, "loads": 1000, "hits": 500, "sectors": 4000, "stores": 0, "instructions": 1000, "lines": 1000,
           "bypassed": 0, "prefetches": 0, "l1": "private", "l2": True}
for entry in entries:
    if all(setting in settings for setting in entry["when"]) and entry.get("unless") not in settings:
        figures.update(entry)
if "refuse" in figures or "fail" in figures:
    print(figures.get("refuse", figures.get("fail")), file=sys.stderr)
    sys.exit(2 if "refuse" in figures else 1)
totals = {"cycles": "cycles", "l1_accesses": "loads", "l1_hits": "hits", "lsu_instructions": "instructions",
          "lsu_line_requests": "lines", "l1_bypassed_loads": "bypassed", "l1_prefetches": "prefetches"}
with open(words[words.index("--stats") + 1], "w", encoding="utf-8") as file:
    json.dump({"totals": {name: {"value": figures[of]} for name, of in totals.items()}, "kernels": [],
               "config": {"topology.clusters": 4, "topology.sms_per_cluster": 2, "path.l1": figures["l1"],
                          "path.l2": figures["l2"]},
               "modules": {"gpu.l2.slice_0": {"sector_accesses": {"value": figures["sectors"]}},
                           "gpu.l1.cache_0": {"store_sectors": {"value": figures["stores"]}}}}, file)
