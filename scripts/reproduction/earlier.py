"""Values and verdicts of an earlier report, reproduction/earlier/<paper>.csv: kept by hand when rows come to be read or judged
otherwise, so that the old numbers stand beside the new ones."""

import csv
import os

from . import verdicts
from .text import cell

# Nearer than this is the same number: printed values are rounded.
SAME = 0.002


class Earlier:
    def __init__(self, folder, paper):
        path, self.rows = os.path.join(folder, "earlier", paper + ".csv"), {}
        if os.path.exists(path):
            with open(path, newline="") as file:
                self.rows = {row["row"]: row for row in csv.DictReader(file)}

    def counts(self):
        return {verdict: sum(row["verdict"] == verdict for row in self.rows.values()) for verdict in verdicts.ALL}

    def summary(self):
        """The line of the summary."""
        return [["*earlier report*", *(f"*{count}*" for count in self.counts().values())]] if self.rows else []

    def changed(self, rows):
        """(row, what it was) of those that are judged otherwise, or have another value."""
        known = [(row, self.rows[row.key]) for row in rows if row.key in self.rows]
        return [(row, old) for row, old in known if row.verdict != old["verdict"] or moved(old["model"], row.model)]


def moved(old, new):
    try:
        return abs(float(old) - float(new)) > SAME * max(1.0, abs(float(old)))
    except (TypeError, ValueError):
        return not isinstance(new, (int, float)) and old != cell(new)
