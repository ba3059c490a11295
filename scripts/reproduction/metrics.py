"""Evaluates the expressions of [metrics] over a run's statistics.

An expression is arithmetic over numbers, other metrics and these functions:
  total("name")                  a figure of `totals`
  sum("pattern", "counter")      a counter summed over the modules whose full name matches (* and ?)
  max("pattern", "counter")      its largest value
  histogram_mean("pattern", "name"), histogram_percentile("pattern", "name", percent)
                                 over the merged histogram: in units of its bins' index
  energy("component")            of the whole run, in joules: a figure of `energy`
  kernels("pattern", "counter")  a figure summed over the launches of the kernels whose name matches
  config("key")                  a parameter of the run, as a number
  buffer("name", "what", "of")   over a dumped buffer, where buffer `of` holds the same as at index 0 (the CTAs of one SM):
                                 first, second, largest, count, or late (the median of the second half)
  check("values"), check("mismatches")  of the data check at the end of the run
  first(a, b, ...)               the first of these expressions that the run has counters for

Where a workload is one kernel of a program, totals are those of all its launches. Modules are counted for whole runs only.
"""

import ast
import fnmatch
import operator
import statistics

from .errors import InputError

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}


BUFFER_FIGURES = {
    "first": lambda values: values[0],
    "second": lambda values: values[1],
    "largest": max,
    "count": len,
    "late": lambda values: statistics.median(values[len(values) // 2:]),
}


class MissingCounter(Exception):
    """The run's statistics have no such counter: the metric has no value there."""


class Metrics:
    def __init__(self, expressions, where):
        self.where = where
        self.trees = {name: self.parse(name, text) for name, text in expressions.items()}
        for name, tree in self.trees.items():
            self.check(name, tree, [name])
        self.definitions = {name: self.definition_of(expressions, name) for name in expressions}

    def parse(self, name, text):
        try:
            return ast.parse(str(text), mode="eval").body
        except SyntaxError as error:
            raise InputError(f"{self.where}: metric {name}: cannot read '{text}': {error.msg}") from error

    def check(self, name, tree, path):
        """Unknown names and circles are mistakes of the file; they show when it is read, not after an hour of runs."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = getattr(node.func, "id", "?")
                if function not in [*Statistics.FUNCTIONS, "first"]:
                    raise InputError(f"{self.where}: metric {name}: no function is called '{function}'; "
                                     f"there are {' '.join([*Statistics.FUNCTIONS, 'first'])}")
                node.func.checked = True
            elif isinstance(node, ast.Name) and not getattr(node, "checked", False):
                if node.id in path:
                    raise InputError(f"{self.where}: metric {name} is defined by itself, through {node.id}")
                if node.id not in self.trees:
                    raise InputError(f"{self.where}: metric {name}: no metric is called '{node.id}'")
                self.check(name, self.trees[node.id], [*path, node.id])

    def definition_of(self, expressions, name):
        """Text of a metric with the definitions of others put in for their names: the same text is the same metric."""
        tree = Expanded(self.parse, expressions).visit(self.parse(name, expressions[name]))
        return ast.unparse(tree)

    def values(self, stats, kernel=None):
        """All metrics of a run: a number, or None where a counter is missing or a ratio is 0/0. Also: why, by metric."""
        return self.values_of(Statistics(stats, kernel))

    def values_of(self, statistics):
        values, missing = {}, {}
        for name in self.trees:
            try:
                values[name] = self.named(name, statistics)
            except MissingCounter as error:
                values[name], missing[name] = None, str(error)
            except ZeroDivisionError:
                values[name], missing[name] = None, "division by zero"
        return values, missing

    def named(self, name, statistics):
        found, value = statistics.kept_value(self.definitions[name])
        return value if found else self.evaluate(self.trees[name], statistics)

    def expression(self, text, stats):
        """One expression that is not in the list, such as a row of the configuration."""
        return self.evaluate(self.parse("(expression)", text), Statistics(stats))

    def evaluate(self, node, statistics):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.named(node.id, statistics)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            left, right = self.evaluate(node.left, statistics), self.evaluate(node.right, statistics)
            return OPERATORS[type(node.op)](left, right)
        if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](self.evaluate(node.operand, statistics))
        if isinstance(node, ast.Call) and node.func.id == "first":
            return self.first(node.args, statistics)
        if isinstance(node, ast.Call):
            arguments = [self.evaluate(argument, statistics) for argument in node.args]
            return getattr(statistics, "get_" + node.func.id)(*arguments)
        raise InputError(f"{self.where}: '{ast.unparse(node)}' is not arithmetic over metrics and counters")

    def first(self, nodes, statistics):
        """What systems count under different names."""
        reasons = []
        for node in nodes:
            try:
                return self.evaluate(node, statistics)
            except MissingCounter as error:
                reasons.append(str(error))
        raise MissingCounter(", ".join(reasons))


class Expanded(ast.NodeTransformer):
    """Puts the definitions of metrics in for their names."""

    def __init__(self, parse, expressions):
        self.parse, self.expressions = parse, expressions

    def visit_Call(self, node):
        node.args = [self.visit(argument) for argument in node.args]  # the function's own name stays
        return node

    def visit_Name(self, node):
        return self.visit(self.parse(node.id, self.expressions[node.id]))


class Statistics:
    """What the functions of an expression read: one run's statistics file."""

    FUNCTIONS = ["total", "sum", "max", "histogram_mean", "histogram_percentile", "kernels", "config", "check",
                 "buffer", "energy"]

    def __init__(self, stats, kernel=None):
        self.stats, self.kernel = stats, kernel
        self.totals = run_totals(stats) if kernel is None else kernel_totals(stats, kernel)

    @staticmethod
    def kept_value(_):
        """A run that is there has its counters: nothing else is asked."""
        return False, None

    def get_total(self, name):
        if name not in self.totals:
            raise MissingCounter(f"totals has no '{name}'")
        return self.totals[name]

    def get_energy(self, name):
        if self.kernel is not None:
            raise MissingCounter("energy is not known for a single kernel, only for whole runs")
        section = self.stats.get("energy", {})
        if name not in section:
            raise MissingCounter(f"energy has no '{name}'")
        return section[name]["value"]

    def get_kernels(self, pattern, name):
        found = [launch[name] for launch in self.stats.get("kernels", [])
                 if name in launch and fnmatch.fnmatchcase(launch["name"], pattern)]
        if not found:
            raise MissingCounter(f"no kernel '{pattern}' has '{name}'")
        return sum(found)

    def get_config(self, key):
        if key not in self.stats["config"]:
            raise MissingCounter(f"config has no '{key}'")
        value = self.stats["config"][key]
        return value if isinstance(value, (bool, str)) else float(value)

    def get_check(self, name):
        if name not in self.stats.get("check", {}):
            raise MissingCounter(f"check has no '{name}'")
        return self.stats["check"][name]

    def get_buffer(self, name, what, of):
        buffers = self.stats.get("buffers", {})
        if name not in buffers or of not in buffers:
            raise MissingCounter(f"no buffers '{name}' and '{of}' were dumped")
        values = [value for value, place in zip(buffers[name], buffers[of]) if place == buffers[of][0]]
        if what not in BUFFER_FIGURES:
            raise InputError(f"buffer {name}: '{what}' is none of {' '.join(BUFFER_FIGURES)}")
        if what == "second" and len(values) < 2:
            raise MissingCounter(f"buffer '{name}' has no second value")
        return BUFFER_FIGURES[what](values)

    def entries(self, pattern, name, kind):
        if self.kernel is not None:
            raise MissingCounter(f"'{name}' of modules is not known for a single kernel, only totals are")
        found = [module[name][kind] for full_name, module in self.stats["modules"].items()
                 if name in module and kind in module[name] and fnmatch.fnmatchcase(full_name, pattern)]
        if not found:
            raise MissingCounter(f"no module '{pattern}' has '{name}'")
        return found

    def get_sum(self, pattern, name):
        return sum(self.entries(pattern, name, "value"))

    def get_max(self, pattern, name):
        return max(self.entries(pattern, name, "value"))

    def merged(self, pattern, name):
        histograms = self.entries(pattern, name, "counts")
        bins = max(len(counts) for counts in histograms)
        return [sum(counts[i] for counts in histograms if i < len(counts)) for i in range(bins)]

    def get_histogram_mean(self, pattern, name):
        counts = self.merged(pattern, name)
        return sum(i * count for i, count in enumerate(counts)) / sum(counts)

    def get_histogram_percentile(self, pattern, name, percent):
        counts, seen = self.merged(pattern, name), 0
        for i, count in enumerate(counts):
            seen += count
            if seen and seen * 100 >= percent * sum(counts):
                return i
        raise MissingCounter(f"histogram '{name}' is empty")


def run_totals(stats):
    """The totals of a whole run, which the file lists with unit and description."""
    return {name: figure["value"] for name, figure in stats["totals"].items()}


def kernel_totals(stats, kernel):
    """The totals of the n-th kernel of a program, over all its launches: counts add up, shares of time are averaged."""
    launches = [launch for launch in stats["kernels"] if launch["kernel"] == kernel - 1]
    if not launches:
        raise InputError(f"{stats.get('stimulus', 'a stimulus')} launches no kernel {kernel}")
    cycles = sum(launch["cycles"] for launch in launches)
    totals = {}
    for name in launches[0]:
        if name in ["name", "kernel", "begin_cycle"]:
            continue
        if name == "ipc" or name.endswith("_utilisation"):
            totals[name] = sum(launch[name] * launch["cycles"] for launch in launches) / cycles if cycles else 0
        else:
            totals[name] = sum(launch[name] for launch in launches)
    return totals
