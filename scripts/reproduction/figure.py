"""What [figures] of a plan describes."""

from dataclasses import dataclass, field


@dataclass
class Bar:
    """One bar of each workload: a point, what it is divided by, and the metrics that are stacked in it."""

    label: str
    point: str
    reference: str | None
    metrics: list


@dataclass
class Figure:
    key: str
    title: str
    y: str
    form: str  # ratio, value, percent, percent_gain
    bars: list
    parts: list = field(default_factory=list)  # names of the stacked metrics
    text: str = ""
    mean: str = "geometric"  # or arithmetic, none
    workloads: list = field(default_factory=list)  # those that are run for it
    group: str = ""  # which of them it shows, where it is a group
    groups: list = field(default_factory=list)  # a mean for each of these
    sort: str = ""  # by this term, largest first; "each": every bar's values for themselves, smallest first

    def points(self):
        named = [point for bar in self.bars for point in (bar.point, bar.reference) if point]
        return list(dict.fromkeys(named))
