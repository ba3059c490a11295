"""What the finished runs say: metrics of points, ratios of points, means over the workloads.

A *term* is `metric point` or `metric point/reference`: the metric of one point, or its ratio between two.
"""

import math
from statistics import median

from .choices import parts_of
from .errors import InputError
from .groups import members
from .kept import Kept
from .metrics import Metrics


def geometric_mean(values):
    """None where it is not defined: a share of zero has no place in a product."""
    if not values or any(value <= 0 for value in values):
        return None
    return math.exp(sum(math.log(value) for value in values) / len(values))


def arithmetic_mean(values):
    return sum(values) / len(values) if values else None


class Results:
    """`kept`: where a run is not there, runs.csv of an earlier report speaks for it."""

    def __init__(self, plan, store, size, kept=False):
        self.plan, self.store, self.size = plan, store, size
        self.metrics = Metrics(plan.metrics, plan.path)
        self.kept = Kept(store.folder, plan, self.metrics) if kept else None
        self.configured = {}  # "point expression" -> value, of what was asked
        self.cache = {}
        self.missing = {}  # metric -> why it has no value, from any run
        self.defined = set()

    def values(self, workload, point):
        """All metrics of one run, None if it has not been run. Of a choice: of the run whose metric is largest."""
        choice = self.plan.choices.get(parts_of(point)[0])
        if choice:
            return self.best(workload, point, choice.metric)
        run = self.plan.run(self.size, workload, point)
        kernel = self.plan.workloads[self.plan.workload_at(point, workload)].kernel
        if (run, kernel) not in self.cache:
            result = self.store.load(run)
            old = self.kept.run(self.plan.workload_at(point, workload), run) if self.kept and not result else None
            if not result and not old:
                return None
            self.cache[run, kernel], missing = (self.metrics.values_of(old) if old
                                                else self.metrics.values(result["stats"], kernel))
            self.missing = missing | self.missing  # the first reason stays
            self.defined.update(set(self.plan.metrics) - set(missing))
        return self.cache[run, kernel]

    def best(self, workload, point, metric):
        found = [self.values(workload, real) for real in self.plan.alternatives(point, workload)]
        if not found or any(values is None or values[metric] is None for values in found):
            return None
        return max(found, key=lambda values: values[metric])

    def never_defined(self):
        """Metrics that no run has, with the reason: most likely a counter that was renamed."""
        return {name: why for name, why in self.missing.items() if name not in self.defined}

    def value(self, metric, point, workload, reference=None):
        values = self.values(workload, point)
        below = self.values(workload, reference) if reference else None
        if values is None or (reference and below is None) or values[metric] is None:
            return None
        if not reference:
            return values[metric]
        return values[metric] / below[metric] if below[metric] else None

    def column(self, metric, point, reference=None, names=None):
        """workload -> value, only those that have one."""
        column = {name: self.value(metric, point, name, reference) for name in names or self.plan.members}
        return {name: value for name, value in column.items() if value is not None}

    def selected(self):
        """The workloads that count in a mean, None if runs that decide it are missing."""
        rule = self.plan.selection
        if not rule:
            return self.plan.members
        column = self.column(rule["metric"], rule["point"])
        if len(column) < len(self.plan.members):
            return None
        return [name for name, value in column.items() if value > rule["above"]]

    def group(self, name, where):
        """The workloads of a group: selected (what a mean without a group is over), all, or one of [groups]."""
        if name in ["", "selected"]:
            return self.selected()
        if name == "all":
            return self.plan.members
        if name not in self.plan.groups:
            raise InputError(f"{where}: no group is called '{name}'; there are selected all {' '.join(self.plan.groups)}")
        return members(self.plan.groups[name], self.plan.groups, self)

    def counted(self, name, where):
        """The workloads of a group that count in a mean: those of it that are selected; of `all` and `all:GROUP` every one."""
        if name == "all" or name.startswith("all:"):
            return self.group(name.removeprefix("all:"), where)
        names = self.group(name, where)
        if names is None or not self.plan.selection:
            return names
        selected = self.selected()
        return None if selected is None else [entry for entry in names if entry in selected]

    def over(self, what, metric, point, reference, where, instead=None):
        """`mean`, `max:all` and the like over what counts of a group of workloads; None where a run is missing. `instead`: workloads that
        have another value here than in the runs, or (None) are left out."""
        function, _, group = what.partition(":")
        instead = instead or {}
        names = [name for name in self.counted(group, where) or [] if instead.get(name, 0) is not None]
        values = [instead[name] if name in instead else self.value(metric, point, name, reference) for name in names]
        if not values or None in values:
            over_workloads(function, [1.0], reference is not None, where)  # a wrong name shows all the same
            return None
        return over_workloads(function, values, reference is not None, where)

    def source(self, run):
        """(version, executable) of a run, None if it has not been run."""
        result = self.store.load(run)
        if result:
            return result["stats"].get("heddle_version", "?"), result["binary_sha256"][:12]
        return self.kept.source(run) if self.kept else None

    def made(self, workload, run):
        """(seconds on the host, version, executable) of a run, as runs.csv has them; None if it has not been run."""
        result = self.store.load(run)
        if result:
            return f"{result['seconds']:.2f}", result["stats"].get("heddle_version", ""), result["binary_sha256"][:16]
        old = self.kept.run(workload, run) if self.kept else None
        return (old.row["host_seconds"], old.row["heddle_version"], old.row["binary_sha256"]) if old else None

    def configuration(self, point, expression):
        """What a point is configured with; None if no run of it is there."""
        key = f"{point} {expression}"
        stats = self.any_stats(point)
        if stats is not None:
            self.configured[key] = self.metrics.expression(expression, stats)
        elif self.kept and key in self.kept.configuration:
            self.configured[key] = self.kept.configuration[key]
        return self.configured.get(key)

    def any_stats(self, point):
        """The statistics of some run of a point, for what is the same in all of them: the configuration."""
        for workload in self.plan.workloads:
            for real in self.plan.alternatives(point, workload):
                result = self.store.load(self.plan.run(self.size, workload, real))
                if result:
                    return result["stats"]
        return None

    def term_value(self, text, workload, where, instead=None):
        """Of a workload, or over those selected: mean (geometric for ratios, arithmetic for shares), gmean, amean, median,
        max, min, rank_N (the N-th largest); with `:GROUP` behind it over those selected of a group, with `:all:GROUP` over the
        whole group."""
        metric, point, reference = self.plan.term(text, where)
        if workload in self.plan.workloads:
            return self.value(metric, point, workload, reference)
        return self.over(workload, metric, point, reference, where, instead)


def over_workloads(what, values, is_ratio, where):
    if what == "mean":
        what = "gmean" if is_ratio else "amean"
    functions = {"gmean": geometric_mean, "amean": arithmetic_mean, "median": median, "max": max, "min": min}
    if what.startswith("rank_") and what[5:].isdigit():
        return nth_largest(values, int(what[5:]))
    if what not in functions:
        raise InputError(f"{where}: '{what}' is neither a workload nor one of mean {' '.join(functions)} rank_N")
    return functions[what](values)


def nth_largest(values, n):
    """For bars of a figure whose labels can be read and whose owners cannot. None if there are fewer."""
    return sorted(values, reverse=True)[n - 1] if 1 <= n <= len(values) else None
