"""Runs what is missing, with GNU parallel on the local cores."""

import dataclasses
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from .errors import InputError, need_executable
from .plan import SIZES, options_of
from .progress import Estimate, Progress
from .store import sha256_of, stimulus_files


class Campaign:
    def __init__(self, root, plan, size, store, binary):
        self.root, self.plan, self.size, self.store, self.binary = root, plan, size, store, binary
        need_executable(binary)
        self.binary_hash = sha256_of([binary])
        self.stimulus_hashes = {}

    def stimulus_hash(self, run):
        path = os.path.join(self.root, self.plan.stimulus(run))
        if path not in self.stimulus_hashes:
            if not os.path.exists(path):
                raise InputError(f"{path}: no such stimulus; workload {run.workload} of {self.plan.path} needs it")
            self.stimulus_hashes[path] = sha256_of(stimulus_files(path, SIZES))
        return self.stimulus_hashes[path]

    def is_current(self, run, result):
        return (result["binary_sha256"] == self.binary_hash
                and result["stimulus_sha256"] == self.stimulus_hash(run))

    def sort_out(self, runs):
        """Runs that are there and current, there but of another executable or stimulus, and not there."""
        current, stale, missing = [], [], []
        for run in runs:
            result = self.store.load(run)
            kind = missing if result is None else current if self.is_current(run, result) else stale
            kind.append(run)
        return current, stale, missing

    def job(self, run, binary):
        stimulus = self.plan.stimulus(run)
        timeline = self.plan.timelines[run.recording] if run.recording else None
        return {
            "identity": {key: value for key, value in dataclasses.asdict(run).items() if value != ""},
            "hashes": {"binary_sha256": self.binary_hash, "stimulus_sha256": self.stimulus_hash(run)},
            "command": [binary, "--stimulus", stimulus, "--system", run.system, *options_of(run.settings)],
            "dumps": self.plan.programs[run.workload].dumps,
            "timeline": dataclasses.asdict(timeline) if timeline else None,
            "may_be_wrong": self.plan.may_be_wrong(run),
            "path": self.store.path(run),
            "log_path": self.store.log_path(run),
        }

    def run(self, runs, jobs):
        """The runs that failed, with their logs."""
        # A build during the campaign must not mix two executables under one hash.
        binary = os.path.join(self.store.folder, ".binary-" + self.binary_hash[:16])
        shutil.copy2(self.binary, binary)
        description = os.path.join(self.store.folder, ".campaign.json")
        with open(description, "w") as file:
            json.dump({"root": self.root, "jobs": [self.job(run, binary) for run in runs]}, file)
        try:
            return self.watch(runs, jobs, description)
        finally:
            os.remove(binary)
            os.remove(description)

    def watch(self, runs, jobs, description):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_point.py")
        command = ["parallel", "--will-cite", "--jobs", str(jobs), "--line-buffer",
                   sys.executable, "-B", script, description, "{}", "::::", "-"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   start_new_session=True)
        stop = lambda *_: sys.exit(130)
        previous = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            process.stdin.write("".join(f"{number}\n" for number in range(len(runs))))
            process.stdin.close()
            failed = self.follow(process.stdout, runs, jobs)
        except SystemExit:
            end_parallel(process)
            print("\nstopped; what is finished stays, the same command goes on from here", file=sys.stderr)
            raise
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)
        if process.wait() != 0:
            raise InputError(f"GNU parallel ended with exit code {process.returncode}; the finished runs stay")
        return failed

    def follow(self, lines, runs, jobs):
        estimate, failed, waiting = Estimate(self.known_seconds(runs)), {}, dict(enumerate(runs))
        progress, begin, run_seconds = Progress(len(runs)), time.monotonic(), 0
        for line in lines:
            word, number, rest = line.split(maxsplit=2)
            run = waiting.pop(int(number))
            if word == "done":
                estimate.add(run.workload, float(rest))
                run_seconds += float(rest)
            else:
                failed[run] = rest.strip()
            estimate.correct(time.monotonic() - begin, run_seconds, jobs)
            left = estimate.left([other.workload for other in waiting.values()], jobs)
            progress.step(run.name, left, len(failed))
        progress.end()
        failed.update({run: "ended without a word" for run in waiting.values()})
        return failed

    def known_seconds(self, runs):
        """What runs of the same size took before, also with another executable."""
        known = {}
        for run in runs:
            result = self.store.load(run)
            if result:
                known.setdefault(run.workload, []).append(result["seconds"])
        return known


def end_parallel(process):
    """The second SIGTERM makes GNU parallel end its jobs at once."""
    for _ in range(2):
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
