"""Rows whose value is a sentence: an order that the runs must show."""

from .errors import InputError
from .verdicts import POINTS, UNSEEN

AT_LEAST = 1 - UNSEEN


def judge_relation(results, rule, where, instead=None):
    """(holds, what was seen); holds is None where runs are missing.

    rule: `terms` with `order`, for each of `workloads`: names, "all", or "mean". Orders: "first_largest" (the first is at
    least as high as each other), "descending" (each above the next one, strictly), "ascending" (none below the one
    before), "not_rising" (none above the one before), "about_equal" (within 5 % of each other), "saturating" (rises by 5
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


def saturates(values):
    steps = [b - a for a, b in zip(values, values[1:])]
    return steps[0] >= POINTS and all(0 <= b < a for a, b in zip(steps, steps[1:]))


ORDERS = {
    "first_largest": lambda values: all(values[0] >= other * AT_LEAST for other in values[1:]),
    "descending": lambda values: all(a > b for a, b in zip(values, values[1:])),
    "ascending": lambda values: all(b >= a for a, b in zip(values, values[1:])),
    "not_rising": lambda values: all(b <= a for a, b in zip(values, values[1:])),
    "about_equal": lambda values: max(values) <= min(values) * (1 + POINTS),
    "saturating": saturates,
}
