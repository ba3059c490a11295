"""The entries of [groups]: workloads that a mean is taken over, named in the plan or found by a rule on the runs' numbers."""

import operator
import re
from dataclasses import dataclass

from .errors import InputError

MEANT_ALREADY = ["all", "selected"]
COMPARISONS = {">": operator.gt, "<": operator.lt}


@dataclass(frozen=True)
class Condition:
    """`metric point/reference > number`, of a workload."""

    metric: str
    point: str
    reference: str | None
    comparison: str
    bound: float

    def points(self):
        return [point for point in (self.point, self.reference) if point]

    def holds(self, value):
        return COMPARISONS[self.comparison](value, self.bound)

    def __str__(self):
        to = f"/{self.reference}" if self.reference else ""
        return f"{self.metric} {self.point}{to} {self.comparison} {self.bound:g}"


@dataclass(frozen=True)
class Group:
    """Some `names`; or those that fulfil all conditions of `where`; or all that are `outside` another group."""

    names: tuple = ()
    where: tuple = ()
    outside: str = ""

    def points(self):
        return [point for condition in self.where for point in condition.points()]


def read_condition(text, where, term):
    match = re.fullmatch(r"(.+?)\s*([<>])\s*([0-9.]+)", text)
    if not match:
        raise InputError(f"{where}: '{text}' should be `metric point > number` or `metric point/reference > number`")
    return Condition(*term(match[1], where), match[2], float(match[3]))


def read_group(entry, where, workloads, term):
    """A list of workloads, or a table with `where` or `outside`. `term` reads `metric point/reference`."""
    if isinstance(entry, list):
        for name in entry:
            if name not in workloads:
                raise InputError(f"{where}: no workload is called '{name}'")
        return Group(names=tuple(entry))
    if not isinstance(entry, dict) or list(entry) not in (["where"], ["outside"]):
        raise InputError(f"{where}: should be a list of workloads, {{ where = [...] }} or {{ outside = \"group\" }}")
    conditions = tuple(read_condition(text, where, term) for text in entry.get("where", []))
    return Group(where=conditions, outside=entry.get("outside", ""))


def read_groups(path, entries, workloads, term):
    groups = {}
    for name, entry in entries.items():
        where = f"{path}: group {name}"
        if name in MEANT_ALREADY:
            raise InputError(f"{where}: this name has a meaning already")
        groups[name] = read_group(entry, where, workloads, term)
        # Groups that are known already only: so there are no circles.
        if groups[name].outside and groups[name].outside not in groups:
            raise InputError(f"{where}: no group above it is called '{groups[name].outside}'")
    return groups


def members(group, groups, results):
    """Its workloads in the plan's order, None where a run that decides it is missing."""
    if group.outside:
        inside = members(groups[group.outside], groups, results)
        return None if inside is None else [name for name in results.plan.members if name not in inside]
    if not group.where:
        return list(group.names)
    found = []
    for name in results.plan.members:
        values = [results.value(c.metric, c.point, name, c.reference) for c in group.where]
        if None in values:
            return None
        if all(condition.holds(value) for condition, value in zip(group.where, values)):
            found.append(name)
    return found
