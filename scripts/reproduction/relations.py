"""Rows whose value is a sentence: an order that the runs must show."""

from .errors import InputError
from .verdicts import POINTS, UNSEEN

AT_LEAST = 1 - UNSEEN


def judge_relation(results, rule, where):
    """(holds, what was seen); holds is None where runs are missing.

    rule: `terms` with `order`, for each of `workloads`: names, "all", or "mean". Orders: "first_largest" (the first is at
    least as high as each other), "descending" (each above the next one, strictly), "ascending" (none below the one
    before), "saturating" (rises by 5 points, then by less).
    """
    order = rule.get("order", "first_largest")
    if order not in ORDERS:
        raise InputError(f"{where}: relation '{rule['value']}': order '{order}' is none of {' '.join(ORDERS)}")
    names = rule.get("workloads", "all")
    names = list(results.plan.workloads) if names == "all" else [names] if isinstance(names, str) else names
    holding, failing = [], []
    for name in names:
        values = [results.term_value(term, name, where) for term in rule["terms"]]
        if None in values:
            return None, "not run"
        (holding if ORDERS[order](values) else failing).append(name)
    if names == ["mean"]:
        values = [results.term_value(term, "mean", where) for term in rule["terms"]]
        seen = ", ".join(f"{term.split()[1].split('/')[0]} {value:.3f}" for term, value in zip(rule["terms"], values))
        return not failing, seen
    return not failing, f"{len(holding)} of {len(names)}" + (f", not {' '.join(failing)}" if failing else "")


def saturates(values):
    steps = [b - a for a, b in zip(values, values[1:])]
    return steps[0] >= POINTS and all(0 <= b < a for a, b in zip(steps, steps[1:]))


ORDERS = {
    "first_largest": lambda values: all(values[0] >= other * AT_LEAST for other in values[1:]),
    "descending": lambda values: all(a > b for a, b in zip(values, values[1:])),
    "ascending": lambda values: all(b >= a for a, b in zip(values, values[1:])),
    "saturating": saturates,
}
