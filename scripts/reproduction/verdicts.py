"""Holds a number of the paper against the model's: agrees, direction only, other size, or disagrees.

The rule is the same for all rows and stands in every report, see RULE.
"""

AGREES, DIRECTION, SIZE, DISAGREES, NOT_RUN = "agrees", "direction only", "other size", "disagrees", "not run"
ALL = [AGREES, DIRECTION, SIZE, DISAGREES, NOT_RUN]
# At least half the effect and at most twice: what a reader of the paper would call the same finding.
HALF_OR_BETTER = [AGREES, DIRECTION]

RULE = """\
The effect of a ratio is its distance from 1, that of a difference of ratios, a share or a count its distance from 0. A
ratio *agrees* if it lies on the same side of 1 as the paper's and within 5 points (0.05) of it. No tolerance is wider
than half the paper's effect, so that 5 points do not swallow an effect of less than 10: 1.04 for 1.06 agrees, 1.02 does
not. On the same side but farther away it is *direction only* if the effect is at least half and at most twice the
paper's, and otherwise *other size*: the paper's direction, not its finding. On the other side it *disagrees*. Nearer
to 1 than half a per cent, the model shows no change and thus no direction. A difference of ratios is judged the same
way around 0. Where the paper states exactly no change, there is no effect to compare with: within 5 points agrees,
anything else disagrees. A share (a fraction of requests, a miss rate) agrees within 5 points, a count within 1, any
other quantity within 5 %; these have no side, so they are direction only within a factor of two and disagree beyond. A
relation holds for all it speaks of, or disagrees, and so does a bound ("more than"). In a relation, values that differ by
half a per cent or less are in no order: where the paper says that one is above the other, that is not shown and the row
disagrees; where it says at least as high, that holds."""

POINTS = 0.05
# 1.15 - 1.10 is not exactly 0.05 in binary.
ROUNDING = 1e-9
# Half a per cent is not seen in a bar chart: no direction.
UNSEEN = 0.005


# Where the paper states a bound and no value.
BOUNDS = {"above": lambda model, paper: model > paper, "below": lambda model, paper: model < paper}


def side(value, neutral, unseen=0.0):
    return (value > neutral + unseen) - (value < neutral - unseen)


def within(tolerance, effect, distance):
    """A tolerance is never wider than half the effect; without an effect it is what it is."""
    widest = min(tolerance, abs(effect) / 2) if effect else tolerance
    return abs(distance) <= widest + ROUNDING


def comparable(paper, model):
    """Two effects of the same sign: one is at least half and at most twice the other."""
    return abs(paper) / 2 - ROUNDING <= abs(model) <= abs(paper) * 2 + ROUNDING


def around(paper, model, neutral):
    effect, seen = paper - neutral, model - neutral
    near = within(POINTS, effect, model - paper)
    if side(paper, neutral) == 0:
        return AGREES if near else DISAGREES
    if side(paper, neutral) != side(model, neutral, UNSEEN):
        return DISAGREES
    return AGREES if near else DIRECTION if comparable(effect, seen) else SIZE


def quantity(paper, model, tolerance):
    if within(tolerance, paper, model - paper):
        return AGREES
    return DIRECTION if paper > 0 and model > 0 and comparable(paper, model) else DISAGREES


def neutral_of(kind):
    """Where a number of this kind shows no effect."""
    return 1 if kind in ["ratio", "factor"] else 0


def verdict(kind, paper, model):
    if model is None:
        return NOT_RUN
    if kind in BOUNDS:
        return AGREES if BOUNDS[kind](model, paper) else DISAGREES
    if kind in ["ratio", "factor", "points"]:
        return around(paper, model, neutral_of(kind))
    tolerance = {"share": POINTS, "count": 1, "quantity": 0.05 * abs(paper)}[kind]
    return quantity(paper, model, tolerance)
