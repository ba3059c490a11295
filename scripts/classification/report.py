"""What scripts/classify found, as a table and as JSON."""

import json
from dataclasses import dataclass

from .bypass import Bypass
from .errors import InputError
from .prefetch import Prefetch
from .rules import Verdict, change

NAMES = {"base": "as it is (BSL)", "row": "redirected, row order", "column": "redirected, column order",
         "no_l1": "without L1", "kept_stores": "stores kept in the L1"}


@dataclass
class Findings:
    stimulus: str
    preset: str
    settings: list
    probes: dict
    verdict: Verdict
    clusters: dict  # {active agents, 0 for all: figures}
    bypass: Bypass
    prefetch: Prefetch

    @property
    def base(self):
        return self.probes["base"]

    @property
    def agents(self):
        """Of the fastest clustered run."""
        return fastest(self.clusters)

    def systems(self):
        """{name: figures}, of those that ran."""
        runs = {"BSL": self.base, "CLU": self.clusters[0], "CLU+TOT": self.clusters[self.agents],
                "CLU+TOT+BPS": self.bypass.run, "PFH": self.prefetch.run}
        return {name: run for name, run in runs.items() if run is not None}


def fastest(runs):
    return min(runs, key=lambda name: runs[name].cycles)


def row(name, run, base):
    return (f"  {name:27} {run.cycles:>12} {change(run.cycles, base.cycles) * 100:>+8.1f} % "
            f"{100 * run.l1_hit_rate:>8.1f} % {run.l2_sectors:>12} {run.lines_per_access:>8.2f}")


def show_runs(found):
    print(f"{found.stimulus} on {found.preset}\n")
    print(f"  {'':27} {'cycles':>12} {'':>10} {'L1 hits':>10} {'L2 sectors':>12} {'lines':>8}")
    for name, run in found.probes.items():
        print(row(NAMES[name], run, found.base))
    for agents, run in found.clusters.items():
        print(row(f"clustered, {agents} active agents" if agents else "clustered (CLU)", run, found.base))
    if found.bypass.run:
        print(row("and bypass (CLU+TOT+BPS)", found.bypass.run, found.base))
    if found.prefetch.run:
        print(row("prefetching agents (PFH)", found.prefetch.run, found.base))


def show_added(found):
    """Bypass and prefetch: what they gain, or why they do not apply."""
    base, clustered = found.base, found.clusters[found.agents]
    for array in found.bypass.arrays:
        print(f"  - {array.name}: {array.loads} loads" + (
            f", {100 * array.l1_share:.1f} % of them found in the L1" if array.loads else ""))
    if found.bypass.run:
        print(f"Bypass of {', '.join(found.bypass.names)}: {base.cycles / found.bypass.run.cycles:.2f} x, "
              f"{clustered.cycles / found.bypass.run.cycles:.2f} x over clustering without")
    else:
        print(f"Bypass: {found.bypass.why}")
    if found.prefetch.run:
        print(f"Prefetch: {base.cycles / found.prefetch.run.cycles:.2f} x, "
              f"{clustered.cycles / found.prefetch.run.cycles:.2f} x over clustering without; "
              f"{found.prefetch.run.prefetches} prefetches")
    else:
        print(f"Prefetch: {found.prefetch.why}")


def show(found):
    show_runs(found)
    verdict, base, best = found.verdict, found.base, found.agents
    print(f"\nCategory: {verdict.category}" + ("" if verdict.exploitable else ", which clustering cannot exploit"))
    for reason in verdict.reasons:
        print("  - " + reason)
    print(f"Partition: {'X-P (column order)' if verdict.partition == 'column' else 'Y-P (row order)'}")
    print(f"Gain: {base.cycles / found.clusters[0].cycles:.2f} x clustered, "
          f"{base.cycles / found.clusters[best].cycles:.2f} x with "
          + (f"{best} active agents" if best else "all agents active, which is the best"))
    show_added(found)
    systems = found.systems()
    print(f"Fastest: {fastest(systems)}, {base.cycles / systems[fastest(systems)].cycles:.2f} x")


def as_dict(found):
    base, verdict, systems = found.base, found.verdict, found.systems()
    return {"stimulus": found.stimulus, "preset": found.preset, "settings": found.settings,
            "category": verdict.category, "exploitable": verdict.exploitable, "partition": verdict.partition,
            "reasons": verdict.reasons, "probes": {name: run.as_dict() for name, run in found.probes.items()},
            "clustered": [{"active_agents": agents, "speedup": base.cycles / run.cycles, **run.as_dict()}
                          for agents, run in found.clusters.items()],
            "bypass": found.bypass.as_dict(base, found.clusters[found.agents], found.agents),
            "prefetch": found.prefetch.as_dict(base),
            "fastest": {"system": fastest(systems), "speedup": base.cycles / systems[fastest(systems)].cycles}}


def write_json(file, found):
    try:
        with open(file, "w", encoding="utf-8") as stream:
            json.dump(as_dict(found), stream, indent=2)
            stream.write("\n")
    except OSError as error:
        raise InputError(f"--json: {file}: {error.strerror}") from error
