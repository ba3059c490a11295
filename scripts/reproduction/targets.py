"""The rows of reproduction/targets/<paper>.csv (what the paper states), each with what the runs say about it.

[targets] of the plan says how: `systems` maps the rows' names of systems to points, `metrics` their metrics to ours,
`configuration` gives expressions for rows about the configuration, `relations` those whose value is a sentence, and
`silent` names what no run speaks to, with the reason. A row that nothing covers is an error, so that none is forgotten.
"""

import csv
import fnmatch
import os

from . import verdicts
from .earlier import Earlier
from .errors import InputError
from .metrics import MissingCounter
from .relations import judge_relation
from .row import Row

MEANS = ["mean", "gmean", "amean"]


class Targets:
    def __init__(self, results, folder):
        self.results, self.plan = results, results.plan
        self.rules = self.plan.targets
        self.where = f"{self.plan.path}: [targets]"
        self.path = os.path.join(folder, "targets", self.plan.paper + ".csv")
        try:
            with open(self.path, newline="") as file:
                claims = [claim for claim in csv.DictReader(file) if claim["paper"] == self.plan.paper]
        except OSError as error:
            raise InputError(f"{self.path}: {error.strerror}") from error
        self.earlier = Earlier(folder, self.plan.paper)
        self.rows = [self.read(f"{self.plan.paper}-{number}", claim) for number, claim in enumerate(claims, 1)]

    def read(self, key, claim):
        metric = claim["metric"]
        for entry in self.rules.get("silent", []):
            named = claim["workload"] in entry.get("workloads", [claim["workload"]])
            if named and any(fnmatch.fnmatchcase(metric, pattern) for pattern in entry["metrics"]):
                return Row(key, claim, "silent", reason=entry["reason"])
        if claim["unit"] == "relation":
            return self.relation(key, claim)
        # The same metric may be stated of several parts and in two units.
        part = claim["system"].removeprefix(self.plan.paper + "/")
        for name in (f"{part} {metric}", f"{metric} {claim['unit']}", metric):
            if name in self.rules.get("configuration", {}):
                return self.configuration(key, claim, self.rules["configuration"][name])
        workload = claim["workload"]
        for name in (f"{part} {metric} {workload}", f"{part} {metric}", f"{metric} {workload}", metric):
            if name in self.rules.get("metrics", {}):
                return self.result(key, claim, self.rules["metrics"][name])
        raise InputError(f"{self.path}: row {key}: nothing in {self.where} covers metric '{metric}'; "
                         "add it to metrics, configuration, relations or silent")

    def point(self, key, name):
        name = self.rules.get("systems", {}).get(name, name.removeprefix(self.plan.paper + "/"))
        self.plan.settings_of(name, f"{self.path}: row {key}")
        return name

    def number(self, key, claim):
        try:
            return float(claim["value"])
        except ValueError as error:
            raise InputError(f"{self.path}: row {key}: '{claim['value']}' is not a number") from error

    def stated(self, key, claim, rule):
        """What the paper says: a number, or a word for which the rule has a bound."""
        if "bound" in rule:
            return Row(key, claim, rule["kind"], paper=claim["value"], bound=rule["bound"])
        return Row(key, claim, rule["kind"], paper=self.number(key, claim))

    def result(self, key, claim, rule):
        row = self.stated(key, claim, rule)
        if rule["kind"] == "members":
            return self.members(row, rule)
        relative = rule.get("relative", rule["kind"] in ["ratio", "points", "count"])
        reference = self.point(key, claim["baseline"]) if relative else None
        if "points" in rule:
            return self.chosen(row, rule, reference, self.workload(claim))
        point = self.point(key, claim["system"])
        workload = self.workload(claim)
        if rule["kind"] == "count":
            row.model = self.count(rule, point, reference)
        else:
            compute = self.points if rule["kind"] == "points" else self.summarise
            row.model, row.arithmetic = compute(rule, point, reference, workload)
            self.look_at_mean(row, workload, lambda *more: compute(rule, point, reference, *more))
        return self.judge(row, rule, point, reference, workload)

    def judge(self, row, rule, point, reference, workload):
        row.verdict = verdicts.verdict(rule["kind"], row.paper if row.bound is None else row.bound, row.model)
        if row.model is None:
            row.reason = self.results.missing.get(rule["metric"], "runs are missing")
        self.look_beside(row, rule, point, reference, workload)
        return row

    def look_at_mean(self, row, workload, compute):
        """What a mean rests on: each workload left out once, and the whole group where only some of it are selected."""
        function, _, group = workload.partition(":")
        if function not in MEANS or row.model is None:
            return
        whole = f"all:{group}" if group in self.plan.groups else "all"
        names, every = (self.results.counted(part, self.where) for part in (group, whole))
        others = {name: compute(workload, {name: None})[0] for name in names if len(names) > 1}
        row.without = {name: value for name, value in others.items() if value is not None}
        # Which workloads are selected is a result too: without a group, all stand beside even where each is selected.
        if self.plan.selection and (not group or names != every):
            row.over_all, row.counted = compute(f"{function}:{whole}")[0], (len(names), len(every))

    def look_beside(self, row, rule, point, reference, workload):
        """Other metrics that the paper's words may mean; `metric point` where it is also of another system."""
        for label, text in rule.get("beside", {}).items():
            metric, _, other = text.partition(" ")
            other = self.point(row.key, other) if other else point
            row.beside[label] = self.summarise({**rule, "metric": metric}, other, reference, workload)[0]

    def chosen(self, row, rule, reference, workload):
        """The largest or smallest of several points, where the paper states a range."""
        values = [self.summarise(rule, point, reference, workload)[0] for point in rule["points"]]
        row.model = None if None in values else {"max": max, "min": min}[rule["choose"]](values)
        return self.judge(row, rule, rule["points"][0], reference, workload)

    def members(self, row, rule):
        """How many workloads a group has."""
        names = self.results.group(rule["group"], self.where)
        row.model = None if names is None else len(names)
        row.verdict = verdicts.verdict("count", row.paper, row.model)
        return row

    def workload(self, claim):
        """Ours for the row's name, which may mean something else for a metric ("metric name")."""
        names = self.rules.get("workloads", {})
        name = claim["workload"]
        return names.get(f"{claim['metric']} {name}", names.get(name, name))

    def count(self, rule, point, reference):
        names = self.results.selected()
        if names is None:
            return None
        values = [self.results.value(rule["metric"], point, name, reference) for name in names]
        return None if None in values else sum(value > rule["above"] for value in values)

    def summarise(self, rule, point, reference, workload, instead=None):
        """The value of a workload or over all, and the arithmetic mean where the first is a geometric one: of ratios, and
        of factors, which are ratios though not to another run. Shares are averaged arithmetically: they may be zero, and
        the parts of a sum must add up."""
        metric = rule["metric"]
        if workload in self.plan.workloads:
            return self.results.value(metric, point, workload, reference), None
        over = lambda what: self.results.over(what, metric, point, reference, self.where, instead)
        function, _, group = workload.partition(":")
        if function != "mean" or (reference is None and rule.get("kind") != "factor"):
            return over(workload), None
        return over(f"gmean:{group}"), over(f"amean:{group}")

    def points(self, rule, point, reference, workload, instead=None):
        other = rule.get("over") or rule["below"]
        sign = 1 if "over" in rule else -1
        pairs = zip(self.summarise(rule, point, reference, workload, instead),
                    self.summarise(rule, other, reference, workload, instead))
        return tuple(None if a is None or b is None else sign * (a - b) for a, b in pairs)

    def configuration(self, key, claim, expression):
        row = Row(key, claim, "configuration", paper=claim["value"])
        try:
            row.model = self.results.configuration(self.point(key, claim["system"]), expression)
        except MissingCounter as error:
            row.verdict, row.reason = verdicts.NOT_RUN, str(error)
            return row
        if row.model is None:
            row.verdict = verdicts.NOT_RUN
            return row
        row.verdict = verdicts.AGREES if same(row.paper, row.model) else verdicts.DISAGREES
        return row

    def relation(self, key, claim):
        rules = [rule for rule in self.rules.get("relations", [])
                 if rule["value"] == claim["value"] and rule.get("metric", claim["metric"]) == claim["metric"]
                 and rule.get("claim_workload", claim["workload"]) == claim["workload"]]
        if not rules:
            raise InputError(f"{self.path}: row {key}: no relation of {self.where} has value = \"{claim['value']}\"")
        row = Row(key, claim, "relation", paper=claim["value"])
        judged = [judge_relation(self.results, rule, self.where) for rule in rules]
        row.model = "; ".join(text for _, text in judged)
        holds = [hold for hold, _ in judged]
        row.verdict = (verdicts.NOT_RUN if None in holds else verdicts.AGREES if all(holds) else verdicts.DISAGREES)
        if None not in holds:
            row.robust = self.needs(rules)
        return row

    def needs(self, rules):
        """Which workloads a relation between means needs, in words."""
        of_means = [rule for rule in rules if str(rule.get("workloads", "")).partition(":")[0] in MEANS]
        if not of_means:
            return ""
        holds = lambda **instead: all(judge_relation(self.results, rule, self.where, instead)[0] for rule in of_means)
        names = dict.fromkeys(name for rule in of_means
                              for name in self.results.counted(rule["workloads"].partition(":")[2], self.where))
        needed = [name for name in names if holds(**{name: None}) != holds()]
        return f"otherwise without {', '.join(needed)}" if needed else "the same without any one"


def same(paper, model):
    """Printed numbers are rounded: within half a per cent is the same."""
    try:
        return abs(float(paper) - float(model)) <= 0.005 * abs(float(paper))
    except ValueError:
        return str(paper).lower() == str(model).lower()
