"""Command line of scripts/classify."""

import argparse
import os
import sys
import tempfile

from . import bypass, prefetch
from .errors import InputError
from .report import Findings, fastest, show, write_json
from .rules import classify
from .runs import Model, clustered, clustering, probe

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

EPILOG = """\
Categories (MECHANISMS 4.4): algorithm and cache-line reuse can be exploited by clustering; data, writing and streaming
cannot. The probes should be small: on a large grid thrashing hides what they look for. The machine must have private L1s and
an L2; in the run without L1s, what it cannot have then (a load/store unit for their banks) is as in build/bin/gpu's default.
Where reuse can be exploited, loads of arrays that are used once then go past the L1 (BPS); each array is tried for that.
Elsewhere agents prefetch their next task (PFH), which takes a kernel that was written so.
Exit codes: 0 done, 2 bad input or usage."""


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/classify", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Says which kind of locality the CTAs of a stimulus have, how they should be clustered, and what that, "
                    "bypass and prefetch gain (MECHANISMS 4.8).")
    add = parser.add_argument
    add("stimulus", help="what the GPU runs")
    add("--preset", default="kepler", metavar="NAME|FILE", help="a preset of platforms/presets, or an .ini file (kepler)")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="a parameter of the model; repeatable")
    add("--agents", type=int, default=32, metavar="N", help="most active agents to try (32: all that an SM holds)")
    add("--bypass", type=lambda names: names.split(","), metavar="A,B",
        help="buffers or address ranges that BPS loads past the L1 (those that are found to be used once)")
    add("--prefetch", metavar="FILE", help="the stimulus with agents that prefetch (prefetch_PRESET.stim beside the stimulus, "
                                           "in the size of the stimulus)")
    add("--json", metavar="FILE", help="write everything as JSON")
    add("--binary", default=os.path.join(ROOT, "build/bin/gpu"), metavar="FILE", help="the model (build/bin/gpu)")
    options = parser.parse_args(arguments)
    if options.agents < 1:
        parser.error("--agents: at least 1")
    return options


def preset_file(name):
    if name.endswith(".ini"):
        return name
    file = os.path.join(ROOT, "platforms/presets", name + ".ini")
    if not os.path.exists(file):
        presets = sorted(entry[:-4] for entry in os.listdir(os.path.dirname(file)) if entry.endswith(".ini"))
        raise InputError(f"--preset: no preset is called {name}; there are: {', '.join(presets)}")
    return file


def added_systems(options, model, verdict, clusters):
    """Bypass and prefetch, each where the framework applies it."""
    if verdict.exploitable:
        agents = fastest(clusters)
        tried = bypass.bypass(model, clustering(verdict.partition, agents), clusters[agents], options.bypass)
        return tried, prefetch.not_for(verdict.category)
    preset = os.path.splitext(os.path.basename(options.preset))[0]
    with tempfile.TemporaryDirectory() as folder:
        tried = prefetch.prefetch(model, options.stimulus, preset, options.prefetch, folder)
    return bypass.not_for(verdict.category), tried


def main(arguments):
    options = parse(arguments)
    for name, file in (("stimulus", options.stimulus), ("--binary", options.binary)):
        if not os.path.exists(file):
            raise InputError(f"{name}: {file} does not exist")
    if not (os.path.isfile(options.binary) and os.access(options.binary, os.X_OK)):
        raise InputError(f"--binary: {options.binary} is no executable")
    model = Model(options.binary, options.stimulus, preset_file(options.preset), options.set)
    probes = probe(model)
    verdict = classify(probes, model.is_flat())
    clusters = clustered(model, verdict.partition, options.agents)
    found = Findings(options.stimulus, options.preset, options.set, probes, verdict, clusters,
                     *added_systems(options, model, verdict, clusters))
    show(found)
    if options.json:
        write_json(options.json, found)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except InputError as error:
        print(f"scripts/classify: error: {error}", file=sys.stderr)
        sys.exit(2)
