"""A picture of one SM over a window of cycles, made from the waveform of a run: [timelines.KEY] of a plan."""

import csv
import os
from dataclasses import dataclass

from .errors import InputError
from .kept import number_in
from .tables import write_csv
from .vcd import per_cycle, read_signals

COLOURS = {"line": "#0072b2", "shade": "#e0c080", "marks": "#009e73"}


@dataclass
class Timeline:
    """signals: `line` (plotted), `shade` (cycles with a dark ground), `marks` (cycles with a mark); names in the block."""

    key: str
    title: str
    workload: str
    point: str
    block: str  # the signals' full names begin with it
    begin: int
    cycles: int
    signals: dict
    labels: dict
    text: str = ""

    @classmethod
    def read(cls, where, key, entry):
        known = ["title", "workload", "point", "block", "begin", "cycles", "signals", "labels", "text"]
        for name in entry:
            if name not in known:
                raise InputError(f"{where}: unknown key '{name}'; known are {' '.join(known)}")
        for name in known[:-1]:
            if name not in entry:
                raise InputError(f"{where}: '{name}' is missing")
        for name in ["signals", "labels"]:
            if set(entry[name]) != set(COLOURS):
                raise InputError(f"{where}: {name} should be {' '.join(COLOURS)}")
        return cls(key, **entry)

    def options(self, path):
        """What the platform is told to record."""
        window = f"{self.begin}:{self.begin + self.cycles}"
        return ["--vcd", path, "--vcd-scope", self.block + ".*", "--vcd-window", window]

    def extract(self, path, core_mhz):
        """{role: value of each cycle}"""
        names = {role: f"{self.block}.{name}" for role, name in self.signals.items()}
        changes = read_signals(path, list(names.values()))
        return {role: per_cycle(changes[name], self.begin, self.cycles, 1e9 / core_mhz) for role, name in names.items()}

    def write(self, series, folder):
        head = ["cycle", *(self.labels[role] for role in COLOURS)]
        columns = [range(self.begin, self.begin + self.cycles), *(series[role] for role in COLOURS)]
        write_csv(os.path.join(folder, f"figure_{self.key}.csv"), [head, *zip(*columns)])

    def read_table(self, folder):
        """What write() has left."""
        with open(os.path.join(folder, f"figure_{self.key}.csv"), newline="") as file:
            rows = list(csv.reader(file))[1:]
        return {role: [number_in(row[1 + place]) for row in rows] for place, role in enumerate(COLOURS)}

    def means(self, series):
        """What the picture shows in numbers: mean of the line, share of cycles with shade, with marks."""
        count = len(series["line"])
        return {"line": sum(series["line"]) / count, **{role: sum(map(bool, series[role])) / count
                                                        for role in ["shade", "marks"]}}

    def draw(self, series, path):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(11, 3.2), dpi=110)
        cycles = list(range(self.begin, self.begin + self.cycles))
        top = max(*series["line"], 1) * 1.12
        axes.fill_between(cycles, 0, top, where=[bool(v) for v in series["shade"]], step="post", linewidth=0,
                          color=COLOURS["shade"], label=self.labels["shade"])
        axes.step(cycles, series["line"], where="post", linewidth=0.9, color=COLOURS["line"], label=self.labels["line"])
        marked = [cycle + 0.5 for cycle, value in zip(cycles, series["marks"]) if value]
        axes.plot(marked, [top * 0.96] * len(marked), "|", markersize=6, markeredgewidth=0.7, color=COLOURS["marks"],
                  label=self.labels["marks"])
        axes.set(xlim=(cycles[0], cycles[-1]), ylim=(0, top), xlabel="core cycle")
        axes.set_title(self.title, fontsize=10)
        axes.legend(fontsize=7, ncol=3, loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False)
        figure.tight_layout()
        figure.savefig(path, metadata={"Software": None})
        pyplot.close(figure)


def write_timelines(results, folder, plots):
    """Tables and pictures of the timelines whose run is there: key -> (timeline, its means)."""
    written, plan = {}, results.plan
    for key, timeline in plan.timelines.items():
        run = plan.run(results.size, timeline.workload, timeline.point, key)
        result = results.store.load(run)
        if result is None and not results.source(run):
            continue
        series = result["timeline"] if result else timeline.read_table(folder)
        timeline.write(series, folder)
        if plots:
            unfinished = os.path.join(folder, f".figure_{key}.{os.getpid()}.tmp.png")
            timeline.draw(series, unfinished)
            os.replace(unfinished, os.path.join(folder, f"figure_{key}.png"))
        written[key] = (timeline, timeline.means(series))
    return written
