"""Command line of scripts/evidence: one-variable experiments behind the reasons in reproduction/notes/<paper>.md.

reproduction/evidence/<paper>.toml names them. Each leaves a table <experiment>.csv in reproduction/results/<paper>/evidence
with a row per case; notes show it with `{{table experiment}}`. A case changes constants of the workload's stimulus,
settings of the platform, or the text of the stimulus' files (a kernel that was changed is compiled again by
scripts/ptx.sh). The runs lie in evidence/runs; one that is there for the same executable, stimulus and settings is not
made again.
"""

import argparse
import csv
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib

from .errors import InputError, need_executable
from .plan import Plan, choose, need, options_of, text_of
from .results import Results
from .store import Store, sha256_of, write_whole

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CASE_KEYS = ["label", "workload", "constants", "set", "edits"]


def read_experiments(root, paper):
    path = os.path.join(root, "reproduction", "evidence", paper + ".toml")
    try:
        with open(path, "rb") as file:
            experiments = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}") from error
    for name, entry in experiments.items():
        for key in ["workload", "columns", "cases"]:
            need(key in entry, f"{path}: {name}: '{key}' is missing")
        for case in entry["cases"]:
            for key in case:
                need(key in CASE_KEYS, f"{path}: {name}: unknown key '{key}' of a case; known are {' '.join(CASE_KEYS)}")
    return experiments


def edited(text, edits, where):
    for old, new in edits:
        need(old in text, f"{where}: there is no '{old}' to replace")
        text = text.replace(old, new)
    return text


class Laboratory:
    """Runs the cases, each on its own copy of the stimulus."""

    def __init__(self, root, plan, size, binary):
        self.root, self.plan, self.size, self.binary = root, plan, size, binary
        self.results = Results(plan, Store(root, plan.paper, "evidence"), size)
        self.binary_hash = sha256_of([binary])

    def stimulus(self, workload, case, copy):
        """The path of the case's stimulus, below the folder `copy`."""
        folder = self.plan.workloads[workload].stimulus
        place = os.path.join(copy, "stimuli", folder)
        shutil.copytree(os.path.join(self.root, "stimuli", folder), place)
        for name, *edit in case.get("edits", []):
            path = os.path.join(place, name)
            with open(path) as file:
                text = edited(file.read(), [edit], f"{folder}/{name}")
            write_whole(path, text)
        if any(name.endswith((".cu", ".h")) for name, *_ in case.get("edits", [])):
            self.compile(folder, copy)
        entry = self.plan.workloads[workload]
        path = os.path.join(copy, entry.path(entry.file(self.size, "", [])))
        with open(path) as file:
            lines = file.read().splitlines()
        for key, value in case.get("constants", {}).items():
            found = [i for i, line in enumerate(lines) if line.split("=")[0].split() == ["const", key]]
            need(found, f"{folder}/{os.path.basename(path)}: no constant is called '{key}'")
            lines[found[0]] = f"const {key} = {value}"
        write_whole(path, "\n".join(lines) + "\n")
        return path

    def compile(self, folder, copy):
        os.makedirs(os.path.join(copy, "scripts"))
        headers = [name for name in os.listdir(os.path.join(self.root, "stimuli")) if name.endswith(".h")]
        for name in ["scripts/lib.sh", "scripts/ptx.sh", *(os.path.join("stimuli", header) for header in headers)]:
            shutil.copy(os.path.join(self.root, name), os.path.join(copy, name))
        command = [os.path.join(copy, "scripts", "ptx.sh"), folder]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        need(made.returncode == 0, f"{folder}: {made.stderr}")

    def statistics(self, stimulus, system, settings):
        folder = os.path.dirname(stimulus)
        own = [stimulus, *(os.path.join(folder, name) for name in sorted(os.listdir(folder))
                           if name.endswith((".stim", ".ptx")))]
        identity = json.dumps([self.binary_hash, sha256_of(own), system, settings])
        store = self.results.store
        path = os.path.join(store.runs_folder, hashlib.sha256(identity.encode()).hexdigest()[:24] + ".json.gz")
        if not os.path.exists(path):
            stats_path = os.path.join(folder, "stats.json")
            command = [self.binary, "--stimulus", stimulus, "--system", system, "--stats", stats_path, "--quiet"]
            command += options_of(settings)
            ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.root)
            need(ended.returncode == 0, f"{' '.join(command)}\n{ended.stdout[-2000:]}{ended.stderr[-2000:]}")
            with open(stats_path) as file:
                store.write(path, json.load(file))
        with gzip.open(path, "rt") as file:
            return json.load(file)

    def metrics(self, workload, point, case):
        settings = dict(setting.split("=", 1) for setting in self.plan.settings_of(point, workload=workload))
        settings |= {key: text_of(value) for key, value in case.get("set", {}).items()}
        with tempfile.TemporaryDirectory() as copy:
            stimulus = self.stimulus(workload, case, copy)
            settings = sorted(f"{key}={value}" for key, value in settings.items())
            stats = self.statistics(stimulus, point.partition("@")[0], settings)
        return self.results.metrics.values(stats, self.plan.workloads[workload].kernel)[0]

    def row(self, experiment, case, where):
        terms = [self.plan.term(text, where) for text in experiment["columns"].values()]
        points = dict.fromkeys(name for _, *names in terms for name in names if name)
        workload = case.get("workload", experiment["workload"])
        values = {point: self.metrics(workload, point, case) for point in points}
        for metric, point, reference in terms:
            value = values[point][metric]
            if reference and value is not None:
                value = value / values[reference][metric] if values[reference][metric] else None
            yield "" if value is None else f"{value:.4g}"

    def table(self, name, experiment):
        text = io.StringIO()
        write = csv.writer(text, lineterminator="\n").writerow
        write(["", *experiment["columns"]])
        for case in experiment["cases"]:
            print(f"{name}: {case['label']}", file=sys.stderr)
            write([case["label"], *self.row(experiment, case, name)])
        return text.getvalue()


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="scripts/evidence",
                                     description="Runs the experiments behind the reasons of a paper's report.")
    parser.add_argument("paper", help="which: the name of a file reproduction/evidence/PAPER.toml")
    parser.add_argument("experiments", nargs="*", help="only these")
    parser.add_argument("--size", default="paper", help="size of the stimuli (paper)")
    parser.add_argument("--binary", help="the platform's executable (build/bin/PLATFORM)")
    parser.add_argument("--root", default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        plan = Plan.of_paper(options.root, options.paper)
        experiments = read_experiments(options.root, options.paper)
        binary = options.binary or os.path.join(options.root, "build", "bin", plan.platform)
        need_executable(binary)
        laboratory = Laboratory(options.root, plan, options.size, os.path.abspath(binary))
        for name in choose(options.experiments, list(experiments), "experiment"):
            table = laboratory.table(name, experiments[name])
            write_whole(os.path.join(laboratory.results.store.folder, name + ".csv"), table)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
