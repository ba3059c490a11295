"""The CSV files: all runs with their metrics, and one table per figure."""

import csv
import io
import os

from .results import arithmetic_mean, geometric_mean
from .store import write_whole


def number(value):
    """Enough digits to compute with, no more than are meant."""
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def write_csv(path, rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    write_whole(path, text.getvalue())


def shown(value, form):
    """A value in the form the figure plots it."""
    if value is None:
        return None
    return {"percent": value * 100, "percent_gain": (value - 1) * 100}.get(form, value)


class FigureTable:
    """bar -> part -> workload -> value, and the means; the form of the figure applied."""

    def __init__(self, results, figure):
        self.figure = figure
        self.workloads = list(results.plan.workloads)
        self.columns = []  # (bar, metric, {workload: value}, geometric mean, arithmetic mean)
        for bar in figure.bars:
            for metric in bar.metrics:
                column = results.column(metric, bar.point, bar.reference)
                values = list(column.values()) if results.is_complete(column) else []
                means = [shown(mean(values), figure.form) for mean in (geometric_mean, arithmetic_mean)]
                column = {name: shown(value, figure.form) for name, value in column.items()}
                self.columns.append((bar, metric, column, *means))

    def is_empty(self):
        return not any(column for _, _, column, _, _ in self.columns)

    def mean(self, index):
        """The mean that the figure shows."""
        return self.columns[index][3 if self.figure.mean == "geometric" else 4]

    def heading(self, bar, metric):
        position = bar.metrics.index(metric)
        return f"{bar.label}: {self.figure.parts[position]}" if self.figure.parts else bar.label

    def rows(self):
        head = ["workload"] + [self.heading(bar, metric) for bar, metric, *_ in self.columns]
        body = [[name] + [number(column.get(name)) for _, _, column, _, _ in self.columns] for name in self.workloads]
        means = [["geometric mean"] + [number(geometric) for *_, geometric, _ in self.columns],
                 ["arithmetic mean"] + [number(arithmetic) for *_, arithmetic in self.columns]]
        return [head, *body, *means]


def write_tables(results, folder):
    """Writes the files; returns the table of each figure that has anything in it."""
    plan, store, size = results.plan, results.store, results.size
    names = list(plan.metrics)
    rows = [["workload", "system", "settings", *names, "host_seconds", "heddle_version", "binary_sha256"]]
    points = dict.fromkeys(point for figure in plan.figures.values() for point in figure.points())
    seen = set()
    for point in points:
        for workload in plan.workloads:
            run = plan.run(size, workload, point)
            result = store.load(run)
            if result is None or run in seen:
                continue
            seen.add(run)
            values = results.values(workload, point)
            rows.append([workload, run.system, " ".join(run.settings), *(number(values[name]) for name in names),
                         f"{result['seconds']:.2f}", result["stats"].get("heddle_version", ""),
                         result["binary_sha256"][:16]])
    write_csv(os.path.join(folder, "runs.csv"), rows)
    tables = {}
    for key, figure in plan.figures.items():
        table = FigureTable(results, figure)
        if not table.is_empty():
            write_csv(os.path.join(folder, f"figure_{key}.csv"), table.rows())
            tables[key] = table
    return tables
