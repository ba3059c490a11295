"""The CSV files: all runs with their metrics, and one table per figure."""

import csv
import io
import os

from .kept import write_kept
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


def in_order(results, figure, names):
    """By the term that the figure is sorted by, the largest first; those without a value behind."""
    if figure.sort in ["", "each"]:
        return names
    metric, point, reference = results.plan.term(figure.sort, figure.key)
    column = results.column(metric, point, reference, names)
    return sorted(names, key=lambda name: -column.get(name, float("-inf")))


class FigureTable:
    """bar -> part -> workload -> value, and the means; the form of the figure applied."""

    def __init__(self, results, figure):
        self.figure = figure
        found = results.group(figure.group, figure.key) if figure.group else None
        self.workloads = in_order(results, figure, figure.workloads if found is None else found)
        # A figure of chosen workloads is averaged over these; others over what the plan selects.
        chosen = figure.workloads != results.plan.members
        self.counted = (results.counted(figure.group, figure.key) if figure.group else
                        figure.workloads if chosen else results.selected())
        self.groups = {name: results.counted(name, figure.key) for name in figure.groups}
        self.columns = []  # (bar, metric, {workload: value}, geometric mean, arithmetic mean)
        self.group_means = []  # of each column: {group: its two means}
        for bar in figure.bars:
            for metric in bar.metrics:
                column = results.column(metric, bar.point, bar.reference, figure.workloads)
                means = self.means(column, self.counted)
                self.columns.append((bar, metric, self.as_shown(column), *means))
                self.group_means.append({name: self.means(column, names) for name, names in self.groups.items()})

    def as_shown(self, column):
        return {name: shown(value, self.figure.form) for name, value in column.items()}

    def means(self, column, names):
        complete = names and all(name in column for name in names)
        values = [column[name] for name in names] if complete else []
        return [shown(mean(values), self.figure.form) for mean in (geometric_mean, arithmetic_mean)]

    def is_empty(self):
        return not any(column for _, _, column, _, _ in self.columns)

    def mean(self, index, group=""):
        """The mean that the figure shows: of what it counts, or of a group."""
        geometric, arithmetic = self.group_means[index][group] if group else self.columns[index][3:]
        return geometric if self.figure.mean == "geometric" else arithmetic

    def heading(self, bar, metric):
        position = bar.metrics.index(metric)
        return f"{bar.label}: {self.figure.parts[position]}" if self.figure.parts else bar.label

    def ranks(self):
        """Of a figure whose bars are sorted each for itself: label and values of every bar, the smallest first."""
        return [(self.heading(bar, metric), sorted(column[name] for name in self.workloads if name in column))
                for bar, metric, column, _, _ in self.columns]

    def ranked_rows(self):
        ranks = self.ranks()
        lines = max(len(values) for _, values in ranks)
        cells = [[number(values[i]) if i < len(values) else "" for _, values in ranks] for i in range(lines)]
        return [["rank", *(label for label, _ in ranks)], *([str(i + 1), *row] for i, row in enumerate(cells))]

    def rows(self):
        if self.figure.sort == "each":
            return self.ranked_rows()
        head = ["workload"] + [self.heading(bar, metric) for bar, metric, *_ in self.columns]
        body = [[name] + [number(column.get(name)) for _, _, column, _, _ in self.columns] for name in self.workloads]
        if self.figure.mean == "none":
            return [head, *body]
        if self.groups:
            return [head, *body, *self.rows_of_groups()]
        means = [["geometric mean"] + [number(geometric) for *_, geometric, _ in self.columns],
                 ["arithmetic mean"] + [number(arithmetic) for *_, arithmetic in self.columns]]
        if self.counted and self.counted != self.workloads:
            means += self.means_over_all()
        return [head, *body, *means]

    def rows_of_groups(self):
        return [[f"{kind} mean, {group}"] + [number(means[group][i]) for means in self.group_means]
                for group in self.groups for i, kind in enumerate(["geometric", "arithmetic"])]

    def means_over_all(self):
        """Where a mean leaves workloads out, the one with all of them stands beside it."""
        columns = [self.means_of_shown(column) for _, _, column, _, _ in self.columns]
        return [[f"{kind} mean, all"] + [number(means[i]) for means in columns]
                for i, kind in enumerate(["geometric", "arithmetic"])]

    def means_of_shown(self, column):
        back = {"percent": lambda v: v / 100, "percent_gain": lambda v: v / 100 + 1}.get(self.figure.form, lambda v: v)
        return self.means({name: back(value) for name, value in column.items()}, self.workloads)


def says_the_same(path, rows):
    """Whether a table is there already and has the same words, and numbers that differ by rounding only."""
    if not os.path.exists(path):
        return False
    with open(path, newline="") as file:
        old = list(csv.reader(file))
    return len(old) == len(rows) and all(len(a) == len(b) and all(map(same_cell, a, b)) for a, b in zip(old, rows))


def same_cell(old, new):
    try:
        # Gains in per cent are what is left of ratios: near zero they have fewer digits.
        return abs(float(old) - float(new)) <= 5e-4 * max(1, abs(float(old)))
    except ValueError:
        return old == new


def write_tables(results, folder):
    """Writes the files; returns the table of each figure that has anything in it."""
    plan, size = results.plan, results.size
    names = list(plan.metrics)
    rows = [["workload", "system", "settings", "file", *names, "host_seconds", "heddle_version", "binary_sha256"]]
    points = dict.fromkeys(point for figure in plan.figures.values() for point in figure.points())
    pairs = [(real, workload) for point in points for workload in plan.workloads
             for real in plan.alternatives(point, workload)]
    seen = set()
    for point, workload in pairs:
        run, kernel = plan.run(size, workload, point), plan.workloads[plan.workload_at(point, workload)].kernel
        own = plan.workload_at(point, workload)
        made = results.made(own, run)
        if made is None or (run, kernel) in seen:
            continue
        seen.add((run, kernel))
        values = results.values(workload, point)
        rows.append([own, run.system, " ".join(run.settings), run.file, *(number(values[name]) for name in names), *made])
    if not any(row[3] for row in rows[1:]):
        rows = [row[:3] + row[4:] for row in rows]  # no point has a stimulus of its own
    write_csv(os.path.join(folder, "runs.csv"), rows)
    write_kept(results, {run for run, _ in seen}, folder)
    tables = {}
    for key, figure in plan.figures.items():
        table = FigureTable(results, figure)
        if not table.is_empty():
            path = os.path.join(folder, f"figure_{key}.csv")
            # runs.csv has six digits: what is computed from it does not replace what was computed from the runs.
            if not (results.kept and says_the_same(path, table.rows())):
                write_csv(path, table.rows())
            tables[key] = table
    return tables
