"""A picture of values over their index, from buffers that runs leave: [scatters.KEY] of a plan."""

import math
import os
from dataclasses import dataclass

from .errors import InputError
from .tables import write_csv

STYLES = [("#0072b2", "o"), ("#d55e00", "x"), ("#009e73", "+")]


@dataclass
class Scatter:
    """A panel for each point; in it, for each of `series`, a buffer's values where buffer `of` holds the same as at
    index 0."""

    key: str
    title: str
    x: str
    y: str
    panels: dict  # label -> point, with its workload
    series: dict  # label -> {values, of}
    text: str = ""

    @classmethod
    def read(cls, where, key, entry):
        known = ["title", "x", "y", "panels", "series", "text"]
        for name in entry:
            if name not in known:
                raise InputError(f"{where}: unknown key '{name}'; known are {' '.join(known)}")
        for name in known[:-1]:
            if name not in entry:
                raise InputError(f"{where}: '{name}' is missing")
        for label, buffers in entry["series"].items():
            if set(buffers) != {"values", "of"}:
                raise InputError(f"{where}: series {label} should have values and of, names of buffers")
        return cls(key, **entry)

    def buffers(self):
        return list(dict.fromkeys(name for buffers in self.series.values() for name in buffers.values()))

    def columns(self, stats):
        """{label of the series: [(index, value)]}"""
        columns = {}
        for label, names in self.series.items():
            values, of = (stats["buffers"][names[key]] for key in ("values", "of"))
            columns[label] = [(i, value) for i, (value, place) in enumerate(zip(values, of)) if place == of[0]]
        return columns

    def write(self, panels, folder):
        rows = [[panel, label, index, value] for panel, columns in panels.items()
                for label, column in columns.items() for index, value in column]
        write_csv(os.path.join(folder, f"figure_{self.key}.csv"), [["panel", "series", self.x, self.y], *rows])

    def draw(self, panels, path):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        across = min(3, len(panels))
        down = math.ceil(len(panels) / across)
        figure, axes = pyplot.subplots(down, across, figsize=(11, 2.6 * down), dpi=110, squeeze=False)
        for place, (panel, columns) in zip(axes.flat, panels.items()):
            for (colour, mark), (label, column) in zip(STYLES, columns.items()):
                place.plot(*zip(*column), mark, markersize=3.5, color=colour, label=label, linestyle="none")
            place.set_title(panel, fontsize=9)
            place.set_ylim(bottom=0)
            place.grid(linewidth=0.3)
        for place in list(axes.flat)[len(panels):]:
            place.axis("off")
        axes.flat[0].legend(fontsize=7)
        figure.supxlabel(self.x, fontsize=8)
        figure.supylabel(self.y, fontsize=8)
        figure.suptitle(self.title, fontsize=10)
        figure.tight_layout()
        figure.savefig(path, metadata={"Software": None})
        pyplot.close(figure)


def write_scatters(results, folder, plots):
    """Tables and pictures of the scatters that have any run: key -> scatter. Those of runs that are only kept stay as they are."""
    written, plan = {}, results.plan
    for key, scatter in plan.scatters.items():
        runs = {label: plan.run(results.size, "", point) for label, point in scatter.panels.items()}
        found = {label: results.store.load(run) for label, run in runs.items()}
        panels = {label: scatter.columns(result["stats"]) for label, result in found.items() if result}
        if not panels:
            if any(results.source(run) for run in runs.values()):
                written[key] = scatter
            continue
        scatter.write(panels, folder)
        if plots:
            unfinished = os.path.join(folder, f".figure_{key}.{os.getpid()}.tmp.png")
            scatter.draw(panels, unfinished)
            os.replace(unfinished, os.path.join(folder, f"figure_{key}.png"))
        written[key] = scatter
    return written
