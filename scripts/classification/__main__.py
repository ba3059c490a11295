"""Command line of scripts/classify."""

import argparse
import json
import os
import sys

from .errors import InputError
from .rules import change, classify
from .runs import AGENTS, PROBES, Model, throttled

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

EPILOG = """\
Categories (MECHANISMS 4.4): algorithm and cache-line reuse can be exploited by clustering; data, writing and streaming
cannot. The probes should be small: on a large grid thrashing hides what they look for.
Exit codes: 0 done, 2 bad input or usage."""

NAMES = {"base": "as it is (BSL)", "row": "redirected, row order", "column": "redirected, column order",
         "no_l1": "without L1", "kept_stores": "stores kept in the L1"}


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/classify", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Says which kind of locality the CTAs of a stimulus have, how they should be clustered, and what that "
                    "gains (MECHANISMS 4.8).")
    add = parser.add_argument
    add("stimulus", help="what the GPU runs")
    add("--preset", default="kepler", metavar="NAME|FILE", help="a preset of platforms/presets, or an .ini file (kepler)")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="a parameter of the model; repeatable")
    add("--agents", type=int, default=32, metavar="N", help="most active agents to try (32: all that an SM holds)")
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


def row(name, run, base):
    return (f"  {name:26} {run.cycles:>12} {change(run.cycles, base.cycles) * 100:>+8.1f} % "
            f"{100 * run.l1_hit_rate:>8.1f} % {run.l2_sectors:>12} {run.lines_per_access:>8.2f}")


def show(options, probes, verdict, clusters):
    base = probes["base"]
    print(f"{options.stimulus} on {options.preset}\n")
    print(f"  {'':26} {'cycles':>12} {'':>10} {'L1 hits':>10} {'L2 sectors':>12} {'lines':>8}")
    for name, run in probes.items():
        print(row(NAMES[name], run, base))
    for agents, run in clusters.items():
        print(row(f"clustered, {agents} active agents" if agents else "clustered (CLU)", run, base))
    print(f"\nCategory: {verdict.category}" + ("" if verdict.exploitable else ", which clustering cannot exploit"))
    for reason in verdict.reasons:
        print("  - " + reason)
    best = min(clusters, key=lambda agents: clusters[agents].cycles)
    print(f"Partition: {'X-P (column order)' if verdict.partition == 'column' else 'Y-P (row order)'}")
    print(f"Gain: {base.cycles / clusters[0].cycles:.2f} x clustered, {base.cycles / clusters[best].cycles:.2f} x with "
          + (f"{best} active agents" if best else "all agents active, which is the best"))


def write_json(file, options, probes, verdict, clusters):
    base = probes["base"]
    data = {"stimulus": options.stimulus, "preset": options.preset, "settings": options.set,
            "category": verdict.category, "exploitable": verdict.exploitable, "partition": verdict.partition,
            "reasons": verdict.reasons, "probes": {name: run.as_dict() for name, run in probes.items()},
            "clustered": [{"active_agents": agents, "speedup": base.cycles / run.cycles, **run.as_dict()}
                          for agents, run in clusters.items()]}
    try:
        with open(file, "w", encoding="utf-8") as stream:
            json.dump(data, stream, indent=2)
            stream.write("\n")
    except OSError as error:
        raise InputError(f"--json: {file}: {error.strerror}") from error


def main(arguments):
    options = parse(arguments)
    for name, file in (("stimulus", options.stimulus), ("--binary", options.binary)):
        if not os.path.exists(file):
            raise InputError(f"{name}: {file} does not exist")
    model = Model(options.binary, options.stimulus, preset_file(options.preset), options.set)
    probes = {name: model.run(settings) for name, settings in PROBES.items()}
    verdict = classify(probes, model.is_flat())
    clusters = {0: model.run(AGENTS + [f"cta_dispatcher.indexing={verdict.partition}"])}
    clusters.update(throttled(model, verdict.partition, options.agents))
    show(options, probes, verdict, clusters)
    if options.json:
        write_json(options.json, options, probes, verdict, clusters)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except InputError as error:
        print(f"scripts/classify: error: {error}", file=sys.stderr)
        sys.exit(2)
