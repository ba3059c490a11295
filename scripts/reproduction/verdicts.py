"""Holds a number of the paper against the model's: agrees, direction only, or disagrees.

The rule is the same for all rows and stands in every report, see RULE.
"""

AGREES, DIRECTION, DISAGREES, NOT_RUN = "agrees", "direction only", "disagrees", "not run"
ALL = [AGREES, DIRECTION, DISAGREES, NOT_RUN]

RULE = """\
A ratio *agrees* if it lies on the same side of 1 as the paper's and within 5 points (0.05) of it; on the same side
but farther away it is *direction only*; otherwise it *disagrees*. Nearer to 1 than half a per cent, the model shows
no change and thus no direction. A difference of ratios is judged the same way around 0. Where the paper states
exactly no change, within 5 points agrees and there is no direction. A share (a fraction of requests, a miss rate)
agrees within 5 points and counts as direction only within a factor of two. A count agrees within 1, any other
quantity within 5 %, and both count as direction only within a factor of two. A relation holds for all it speaks of,
or disagrees, and so does a bound ("more than")."""

POINTS = 0.05
# 1.15 - 1.10 is not exactly 0.05 in binary.
ROUNDING = 1e-9
# Half a per cent is not seen in a bar chart: no direction.
UNSEEN = 0.005


# Where the paper states a bound and no value.
BOUNDS = {"above": lambda model, paper: model > paper, "below": lambda model, paper: model < paper}


def side(value, neutral, unseen=0.0):
    return (value > neutral + unseen) - (value < neutral - unseen)


def around(paper, model, neutral):
    near = abs(model - paper) <= POINTS + ROUNDING
    if side(paper, neutral) == 0:
        return AGREES if near else DISAGREES
    if side(paper, neutral) != side(model, neutral, UNSEEN):
        return DISAGREES
    return AGREES if near else DIRECTION


def quantity(paper, model, tolerance):
    if abs(model - paper) <= tolerance + ROUNDING:
        return AGREES
    return DIRECTION if paper > 0 and paper / 2 <= model <= paper * 2 else DISAGREES


def verdict(kind, paper, model):
    if model is None:
        return NOT_RUN
    if kind in BOUNDS:
        return AGREES if BOUNDS[kind](model, paper) else DISAGREES
    if kind in ["ratio", "factor"]:
        return around(paper, model, 1)
    if kind == "points":
        return around(paper, model, 0)
    tolerance = {"share": POINTS, "count": 1, "quantity": 0.05 * abs(paper)}[kind]
    return quantity(paper, model, tolerance)
