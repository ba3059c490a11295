"""What the finished runs say: metrics of points, ratios of points, means over the workloads.

A *term* is `metric point` or `metric point/reference`: the metric of one point, or its ratio between two.
"""

import math
from statistics import median

from .choices import parts_of
from .errors import InputError
from .groups import members
from .metrics import Metrics


def geometric_mean(values):
    """None where it is not defined: a share of zero has no place in a product."""
    if not values or any(value <= 0 for value in values):
        return None
    return math.exp(sum(math.log(value) for value in values) / len(values))


def arithmetic_mean(values):
    return sum(values) / len(values) if values else None


class Results:
    def __init__(self, plan, store, size):
        self.plan, self.store, self.size = plan, store, size
        self.metrics = Metrics(plan.metrics, plan.path)
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
            if result is None:
                return None
            self.cache[run, kernel], missing = self.metrics.values(result["stats"], kernel)
            self.missing.update(missing)
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

    def over(self, what, metric, point, reference, where):
        """`mean`, `max:all` and the like over a group of workloads; None where a run is missing."""
        function, _, group = what.partition(":")
        names = self.group(group, where)
        values = [self.value(metric, point, name, reference) for name in names or []]
        if not values or None in values:
            over_workloads(function, [1.0], reference is not None, where)  # a wrong name shows all the same
            return None
        return over_workloads(function, values, reference is not None, where)

    def any_stats(self, point):
        """The statistics of some run of a point, for what is the same in all of them: the configuration."""
        for workload in self.plan.workloads:
            for real in self.plan.alternatives(point, workload):
                result = self.store.load(self.plan.run(self.size, workload, real))
                if result:
                    return result["stats"]
        return None

    def term_value(self, text, workload, where):
        """Of a workload, or over those selected: mean (geometric for ratios, arithmetic for shares), gmean, amean, median,
        max, min, rank_N (the N-th largest); with `:GROUP` behind it over a group."""
        metric, point, reference = self.plan.term(text, where)
        if workload in self.plan.workloads:
            return self.value(metric, point, workload, reference)
        return self.over(workload, metric, point, reference, where)


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
