"""Runs of the model, each with some settings on top of a preset."""

import json
import os
import re
import subprocess
import tempfile

from .errors import InputError
from .figures import figures_of


class Model:
    def __init__(self, binary, stimulus, preset, settings):
        self.binary, self.preset, self.settings = binary, preset, settings
        self.command = [binary, "--quiet", "--stimulus", stimulus, "--config", preset]
        self.done = {}

    def of(self, stimulus):
        """The same machine with another stimulus."""
        return Model(self.binary, stimulus, self.preset, self.settings)

    def statistics(self, settings):
        """Of one run, which is made once; None, and why, if the machine refuses the settings."""
        if tuple(settings) not in self.done:
            self.done[tuple(settings)] = self.simulate(settings)
        return self.done[tuple(settings)]

    def simulate(self, settings):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "stats.json")
            words = self.command + ["--stats", file]
            for setting in [*self.settings, *settings]:
                words += ["--set", setting]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode == 2:
                return None, done.stderr.strip()
            if done.returncode:
                raise InputError(f"the run with {' '.join(settings) or 'the preset'} failed: {done.stderr.strip()}")
            if not os.path.exists(file):
                raise InputError(f"{self.binary} has written no statistics; --binary names an executable such as build/bin/gpu")
            with open(file, encoding="utf-8") as stream:
                return json.load(stream), ""

    def run(self, settings):
        statistics, refusal = self.statistics(settings)
        if statistics is None:
            raise InputError(refusal)
        return figures_of(statistics)

    def try_run(self, settings):
        statistics, _ = self.statistics(settings)
        return figures_of(statistics) if statistics else None

    def arrays(self):
        """Names of the stimulus's buffers, which the model says when it is asked for one that cannot be."""
        _, refusal = self.statistics(["l1_hints.bypass_buffers=?"])
        known = re.search(r"the stimulus has only (.*)", refusal)
        return known[1].split(", ") if known else []

    def config(self):
        """The machine's parameters; it must run as it is."""
        return self.statistics([])[0]["config"]

    def sms(self):
        return self.config()["topology.clusters"] * self.config()["topology.sms_per_cluster"]

    def defaults(self):
        """{key: value} of the machine that the model is without a preset."""
        text = subprocess.run([self.binary, "--dump-config"], capture_output=True, text=True, check=False).stdout
        values, section = {}, ""
        for line in text.splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif " = " in line and not line.startswith("#"):
                key, value = line.split(" = ", 1)
                values[f"{section}.{key}"] = value
        return values

    def check_levels(self):
        """The probes tell something of machines with the levels that they look at only."""
        for key, wanted, what in (("path.l1", "private", "L1 of each SM"), ("path.l2", True, "L2")):
            found = self.config()[key]
            if found != wanted:
                shown, right = (str(value).lower() for value in (found, wanted))
                raise InputError(f"--preset: {self.preset} has {key}={shown}, but the categories are told by the {what}; "
                                 f"choose another preset or --set {key}={right}")

    def without_l1(self):
        """The machine without L1s. A key that it refuses then has its default: what it says needs an L1."""
        settings, defaults = list(NO_L1), self.defaults()
        while True:
            statistics, refusal = self.statistics(settings)
            if statistics is not None:
                return figures_of(statistics)
            named = re.search(r": (\w+(?:\.\w+)+): ", refusal)
            setting = f"{named[1]}={defaults.get(named[1])}" if named else ""
            if not named or named[1] not in defaults or any(known.startswith(named[1] + "=") for known in settings):
                raise InputError(refusal)
            settings.append(setting)

    def is_flat(self):
        """Whether rows and columns are the same: redirection by either gives the same run."""
        row, _ = self.statistics(REDIRECT + ["cta_dispatcher.indexing=row"])
        column, _ = self.statistics(REDIRECT + ["cta_dispatcher.indexing=column"])
        return row is not None and row["totals"] == column["totals"] and row["kernels"] == column["kernels"]


REDIRECT = ["cta_dispatcher.policy=rr", "cta_dispatcher.clustering=redirect"]
AGENTS = ["cta_dispatcher.clustering=agents"]
NO_L1 = ["path.l1=none", "l1_cache.per_sm=1"]
PROBES = {
    "base": [],
    "row": REDIRECT + ["cta_dispatcher.indexing=row"],
    "column": REDIRECT + ["cta_dispatcher.indexing=column"],
    "no_l1": NO_L1,
    "kept_stores": ["l1_cache.write_allocate=true"],
}


def probe(model):
    """The figures of all probes, by name."""
    base = model.run(PROBES["base"])
    model.check_levels()
    return {name: base if name == "base" else model.without_l1() if name == "no_l1" else model.run(settings)
            for name, settings in PROBES.items()}


def clustering(partition, agents):
    """CLU; `agents`: the active ones, 0 for as many as an SM holds."""
    throttle = [f"cta_dispatcher.active_agents={agents}"] if agents else []
    return AGENTS + [f"cta_dispatcher.indexing={partition}"] + throttle


def clustered(model, partition, most):
    """CLU, and with 1, 2, 3, ... active agents until an SM holds no more: {agents: figures}."""
    runs = {0: model.run(clustering(partition, 0))}
    for agents in range(1, most + 1):
        run = model.try_run(clustering(partition, agents))
        if run is None:
            break
        runs[agents] = run
    return runs
