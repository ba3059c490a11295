"""The system CLU+TOT+BPS (MECHANISMS 4.7): loads of arrays that are used once go past the L1.

The paper has the programmer name these arrays. Here each array is tried: if its loads go past the L1, the L1 loses the hits
that they had there. What finds almost nothing in the L1 is used once.
"""

from dataclasses import asdict, dataclass

from .figures import Figures
from .rules import CLEAR_CHANGE


@dataclass
class Array:
    name: str
    loads: int  # that went past the L1 when it was tried
    l1_share: float  # of these, which the L1 had served before

    @property
    def used_once(self):
        return self.loads > 0 and self.l1_share < CLEAR_CHANGE

    def as_dict(self):
        return {**asdict(self), "used_once": self.used_once}


@dataclass
class Bypass:
    """What was tried, and the run with all chosen arrays: None, and why, if there is none."""
    names: list
    arrays: list
    run: Figures = None
    why: str = ""

    def as_dict(self, base, clustered, agents):
        tried = [array.as_dict() for array in self.arrays]
        if self.run is None:
            return {"applied": False, "why": self.why, "arrays": tried}
        return {"applied": True, "bypassed": self.names, "active_agents": agents, "arrays": tried,
                "speedup": base.cycles / self.run.cycles, "over_clustered": clustered.cycles / self.run.cycles,
                **self.run.as_dict()}


def not_for(category):
    return Bypass([], [], why=f"not for {category}: there is no reuse in the L1 to protect")


def setting(names):
    key = "bypass_ranges" if names[0].startswith("0x") else "bypass_buffers"
    return f"l1_hints.{key}={','.join(names)}"


def try_array(model, settings, clustered, name):
    run = model.run(settings + [setting([name])])
    lost = clustered.l1_served - run.l1_served
    return Array(name, run.bypassed_loads, max(0.0, lost / run.bypassed_loads) if run.bypassed_loads else 0.0)


def bypass(model, settings, clustered, given):
    """`settings`, `clustered`: of the fastest clustered run. `given`: names of arrays or address ranges; none: find them."""
    if given:
        return Bypass(given, [], model.run(settings + [setting(given)]))
    known = model.arrays()
    if not known:
        return Bypass([], [], why="the stimulus has no arrays with names; --bypass takes address ranges")
    arrays = [try_array(model, settings, clustered, name) for name in known]
    once = [array.name for array in arrays if array.used_once]
    if not once:
        return Bypass([], arrays, why="every array that is loaded is found again in the L1")
    return Bypass(once, arrays, model.run(settings + [setting(once)]))
