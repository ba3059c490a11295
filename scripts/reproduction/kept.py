"""Results of a campaign whose runs are no longer there: what runs.csv and kept.json of the same folder say of them.

runs.csv has the metrics of every run; kept.json says how they were defined, which are whole numbers, why some have no value, what
the configuration's rows said, and which executable made the runs that stand in no table. A metric has its kept value under
whatever name its definition was kept. One that was defined otherwise is computed from kept ones if it is arithmetic over them, and
else has no value until its runs are made again.
"""

import csv
import json
import os

from .metrics import MissingCounter
from .store import write_whole

NOT_KEPT = "runs.csv does not have what it is computed from; its runs must be made again"


def number_in(text):
    if text.lstrip("-").isdigit():
        return int(text)
    return float(text)


class KeptRun:
    """A row of runs.csv, in place of a run's statistics."""

    def __init__(self, row, definitions, described):
        self.row, self.definitions = row, definitions
        self.missing, self.whole = described["missing"], described["whole"]

    def kept_value(self, definition):
        """(found, value): under the definition that a metric has today."""
        name = self.definitions.get(definition)
        if name is None or name not in self.row:
            return False, None
        if self.row[name] == "":
            raise MissingCounter(self.missing.get(name, "has no value in runs.csv"))
        return True, number_in(self.row[name]) if name in self.whole else float(self.row[name])

    def __getattr__(self, name):
        if not name.startswith("get_"):
            raise AttributeError(name)

        def missing(*_):
            raise MissingCounter(NOT_KEPT)

        return missing

    @property
    def source(self):
        return self.row["heddle_version"], self.row["binary_sha256"][:12]


class Kept:
    def __init__(self, folder, plan, metrics):
        self.runs, self.programs, self.configuration, self.others = {}, {}, {}, {}
        try:
            with open(os.path.join(folder, "kept.json")) as file:
                described = json.load(file)
            with open(os.path.join(folder, "runs.csv"), newline="") as file:
                rows = list(csv.DictReader(file))
        except FileNotFoundError:
            return
        self.configuration, self.others = described["configuration"], described["other_runs"]
        definitions = {metrics.definition_of(described["metrics"], name): name for name in described["metrics"]}
        for row in rows:
            if row["workload"] not in plan.workloads:
                continue
            run = KeptRun(row, definitions, described)
            rest = (row["system"], row["settings"], row.get("file") or "")
            self.runs[row["workload"], *rest] = run
            self.programs[plan.workloads[row["workload"]].program, *rest] = run

    def run(self, workload, run):
        return self.runs.get((workload, run.system, " ".join(run.settings), run.file))

    def source(self, run):
        """(version, executable) of a run, None if nothing of it is kept."""
        if run.name in self.others:
            return tuple(self.others[run.name])
        found = None if run.recording else self.programs.get((run.workload, run.system, " ".join(run.settings), run.file))
        return found.source if found else None


def write_kept(results, tabled, folder):
    """`tabled`: the runs that stand in runs.csv."""
    others = {}
    for run in results.plan.runs(results.size):
        source = results.source(run)
        if source and run not in tabled:
            others[run.name] = source
    found = list(results.cache.values())
    whole = [name for name in results.plan.metrics
             if all(isinstance(values[name], (int, type(None))) for values in found)]
    content = {"metrics": results.plan.metrics, "whole": whole, "missing": results.missing,
               "configuration": results.configured, "other_runs": others}
    write_whole(os.path.join(folder, "kept.json"), json.dumps(content, indent=1) + "\n")
