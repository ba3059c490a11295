"""Rows whose value is a sentence: an order that the runs must show.

Two values that differ by half a per cent or less (UNSEEN) are in no order, for all orders alike: a claim that one is above the
other is then not shown, and a claim that it is at least as high is not refuted.
"""

from itertools import combinations

from .errors import InputError
from .verdicts import POINTS, UNSEEN


def judge_relation(results, rule, where, instead=None):
    """(holds, what was seen); holds is None where runs are missing.

    rule: `terms` with `order`, for each of `workloads`: names, "all", or "mean". Strict orders: "first_largest" (the first is
    above each other one), "descending" (each is above all behind it), "ascending" (each is above all before it). Orders for
    claims with "at least": "first_not_below" (no other one is above the first), "not_rising" (none is above one before it),
    "not_falling" (none is below one before it). Others: "about_equal" (within 5 % of each other), "saturating" (rises by 5
    points, then by less). `any`: one workload that shows it is enough. `against`: the value of the last term over workloads
    ("mean") is one more to compare with. `instead`: workloads that means take another value of, or leave out (None).
    """
    order = rule.get("order", "first_largest")
    if order not in ORDERS:
        raise InputError(f"{where}: relation '{rule['value']}': order '{order}' is none of {' '.join(ORDERS)}")
    names = rule.get("workloads", "all")
    names = names_of(results, names, where)
    if names is None:
        return None, "not run"
    holding, failing = [], []
    for name in names:
        values = values_of(results, rule, name, where, instead)
        if None in values:
            return None, "not run"
        (holding if ORDERS[order](values) else failing).append(name)
    if len(names) == 1:
        values = values_of(results, rule, names[0], where, instead)
        terms = [term.split() for term in rule["terms"]]
        one_point = len({point for _, point in terms}) == 1
        labels = [metric if one_point else point.split("/")[0] for metric, point in terms]
        seen = ", ".join(f"{label} {value:.{3 if value < 100 else 0}f}" for label, value in zip(labels, values))
        return not failing, seen
    if rule.get("any"):
        return bool(holding), f"{len(holding)} of {len(names)}" + (f": {' '.join(holding)}" if holding else "")
    return not failing, f"{len(holding)} of {len(names)}" + (f", not {' '.join(failing)}" if failing else "")


def values_of(results, rule, name, where, instead):
    values = [results.term_value(term, name, where, instead) for term in rule["terms"]]
    if "against" in rule:
        values.append(results.term_value(rule["terms"][-1], rule["against"], where, instead))
    return values


def names_of(results, names, where):
    """A list, a group, or one word: a workload, mean and the like."""
    if not isinstance(names, str):
        return names
    if names == "all":
        return results.selected()
    return results.group(names, where) if names in results.plan.groups else [names]


def above(high, low):
    """Of values that are not negative: seen to be above, not by half a per cent or less."""
    return high > low * (1 + UNSEEN)


def saturates(values):
    steps = [b - a for a, b in zip(values, values[1:])]
    smaller = all(b < a - UNSEEN for a, b in zip(steps, steps[1:]))
    return steps[0] >= POINTS and smaller and ORDERS["not_falling"](values)


ORDERS = {
    "first_largest": lambda values: all(above(values[0], other) for other in values[1:]),
    "first_not_below": lambda values: not any(above(other, values[0]) for other in values[1:]),
    "descending": lambda values: all(above(a, b) for a, b in combinations(values, 2)),
    "ascending": lambda values: all(above(b, a) for a, b in combinations(values, 2)),
    "not_rising": lambda values: not any(above(b, a) for a, b in combinations(values, 2)),
    "not_falling": lambda values: not any(above(a, b) for a, b in combinations(values, 2)),
    "about_equal": lambda values: max(values) <= min(values) * (1 + POINTS),
    "saturating": saturates,
}
