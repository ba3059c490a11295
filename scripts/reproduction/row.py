"""A row of the targets: what the paper states, what the model says, and what stands beside it."""

import re
from dataclasses import dataclass, field

from . import verdicts


@dataclass
class Row:
    """kind: ratio, factor, points, share, count, members, quantity, above, below; or configuration, relation, silent."""

    key: str
    claim: dict  # the row of the file
    kind: str
    verdict: str = ""
    paper: object = None
    model: object = None
    arithmetic: float | None = None
    reason: str = ""
    without: dict = field(default_factory=dict)  # of a mean: workload -> the mean of the others
    over_all: float | None = None  # of a mean over what the plan selects of a group: the one over all of it
    counted: tuple = ()  # how many workloads the mean is over, and how many over_all is over
    bound: float | None = None  # what a word of the paper is judged by
    beside: dict = field(default_factory=dict)  # other readings of the row: label -> value
    robust: str = ""  # of a relation between means: whether it needs some workload

    @property
    def difference(self):
        numbers = isinstance(self.paper, float) and isinstance(self.model, (int, float))
        return self.model - self.paper if numbers else None

    @property
    def figures(self):
        return re.findall(r"Fig(\w+)", self.claim["section_or_figure"])

    @property
    def effect(self):
        return self.model - verdicts.neutral_of(self.kind)

    @property
    def hangs_on(self):
        """The workload that carries a mean: without it the verdict is a worse one, or less than half the effect is left. Of several
        the one that moves the mean most. None: there is no such."""
        carriers = [name for name in self.without if self.carried_by(name)]
        return max(carriers, key=lambda name: abs(self.without[name] - self.model), default=None)

    def carried_by(self, name):
        left = self.without[name] - verdicts.neutral_of(self.kind)
        halved = self.kind not in verdicts.BOUNDS and left * self.effect < self.effect ** 2 / 2
        return halved or verdicts.ALL.index(self.verdict_without(name)) > verdicts.ALL.index(self.verdict)

    def verdict_without(self, name):
        return verdicts.verdict(self.kind, self.paper, self.without[name])
