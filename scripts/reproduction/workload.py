"""The entries of [workloads] of a plan."""

from dataclasses import dataclass

from .errors import InputError


@dataclass(frozen=True)
class Workload:
    stimulus: str  # folder in stimuli/
    program: str  # in the names of runs: kernels of one program share its runs
    kernel: int | None = None  # n-th kernel of the program, whose statistics alone count
    apart: bool = False  # only in figures that name it, in no mean
    files: tuple = ()  # (size, name of the file) where it is not the size's own
    settings: tuple = ()  # (key, value) of all its runs
    dumps: tuple = ()  # buffers of u32 whose contents at the end are kept
    points: tuple = ()  # (system@variant, name of the file) of points that run another file

    def file(self, size, system, variants):
        own = dict(self.points)
        for variant in variants:
            if f"{system}@{variant}" in own:
                return own[f"{system}@{variant}"]
        return dict(self.files).get(size, size)

    def path(self, file):
        return f"stimuli/{self.stimulus}/{file}.stim"


def read_workload(where, name, entry):
    """A folder in stimuli/, or a table: `stimulus`, `kernel` (1 is the first), `apart`, `files` by size, `settings`, `dumps`, `points`."""
    if isinstance(entry, str):
        return Workload(entry, name)
    known = ["stimulus", "kernel", "apart", "files", "settings", "dumps", "points"]
    for key in entry:
        if key not in known:
            raise InputError(f"{where}: unknown key '{key}'; known are {' '.join(known)}")
    if "stimulus" not in entry:
        raise InputError(f"{where}: 'stimulus' is missing")
    kernel = entry.get("kernel")
    if kernel is not None and (not isinstance(kernel, int) or kernel < 1):
        raise InputError(f"{where}: kernel {kernel}: the first kernel of a program is 1")
    stimulus = entry["stimulus"]
    files = tuple(sorted(entry.get("files", {}).items()))
    program = stimulus.rpartition("/")[2] if kernel else name
    settings = tuple(sorted(entry.get("settings", {}).items()))
    points = tuple(sorted(entry.get("points", {}).items()))
    dumps = tuple(entry.get("dumps", []))
    return Workload(stimulus, program, kernel, entry.get("apart", False), files, settings, dumps, points)
