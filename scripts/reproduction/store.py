"""Results on disk: reproduction/results/<paper>/<size>/runs/<run>.json.gz, one file per run.

A file appears whole (written beside, then renamed), so whatever is there is a finished run, and a killed campaign goes on
with those that are missing. Each holds the run's identity, the hashes of executable and stimulus, and all statistics.
"""

import contextlib
import fcntl
import gzip
import hashlib
import json
import os
import re

from .errors import InputError


def sha256_of(paths):
    digest = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def stimulus_files(path, sizes):
    """What a stimulus is made of: itself, and what lies beside it that it may include, but not the other sizes."""
    folder, own = os.path.split(path)
    others = {size + ".stim" for size in sizes} - {own}
    names = [name for name in sorted(os.listdir(folder)) if name.endswith((".stim", ".ptx", ".bin"))]
    return [os.path.join(folder, name) for name in names if name not in others]


def write_whole(path, content, wanted=lambda: True):
    """content: bytes or text. The process id in the name of the unfinished file tells whose it is. `wanted` is asked last:
    whether the file is still to appear."""
    unfinished = f"{path}.{os.getpid()}.tmp"
    data = content.encode() if isinstance(content, str) else content
    with open(unfinished, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if wanted():
        os.replace(unfinished, path)
    else:
        os.remove(unfinished)


class Store:
    def __init__(self, root, paper, size):
        self.folder = os.path.join(root, "reproduction", "results", paper, size)
        self.runs_folder = os.path.join(self.folder, "runs")
        self.loaded = {}

    def path(self, run):
        # The name is for people; a file system takes 255 bytes of it.
        name = run.name
        if len(name) > 180:
            name = name[:150] + "__" + hashlib.sha256(name.encode()).hexdigest()[:16]
        return os.path.join(self.runs_folder, name + ".json.gz")

    def log_path(self, run):
        return self.path(run).removesuffix(".json.gz") + ".log"

    def write(self, run_path, result, wanted=lambda: True):
        os.makedirs(self.runs_folder, exist_ok=True)
        # No time stamp: the same result is the same file.
        write_whole(run_path, gzip.compress(json.dumps(result).encode(), 6, mtime=0), wanted)

    def load(self, run):
        """The result of a run, or None. A file that cannot be read is said so rather than run over silently."""
        path = self.path(run)
        if path not in self.loaded:
            try:
                with gzip.open(path, "rt") as file:
                    self.loaded[path] = json.load(file)
            except FileNotFoundError:
                return None
            except (OSError, EOFError, ValueError) as error:
                raise InputError(f"{path}: not a result of scripts/reproduce ({error}); "
                                 "delete it to run it again") from error
        return self.loaded[path]

    def forget(self):
        self.loaded.clear()

    @contextlib.contextmanager
    def locked(self):
        """One campaign at a time per paper and size. The lock goes with the process, however that ends."""
        os.makedirs(self.runs_folder, exist_ok=True)
        with open(os.path.join(self.folder, ".lock"), "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise InputError(f"{self.folder}: another scripts/reproduce is running here") from error
            self.remove_left_overs()
            yield

    def remove_left_overs(self):
        """Unfinished files of processes that are no more."""
        for name in os.listdir(self.runs_folder):
            match = re.search(r"\.(\d+)\.tmp$", name)
            if match and not os.path.exists(f"/proc/{match[1]}"):
                os.remove(os.path.join(self.runs_folder, name))
