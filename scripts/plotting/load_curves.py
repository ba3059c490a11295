"""Latency over load of the mesh, beside the figures of another simulator: rows of a file are run by mesh_load."""

import csv
import os
import subprocess

from reproduction.errors import InputError

CASE = ["mesh", "vcs", "packet_flits", "traffic"]
CYCLES = 12000


class Point:
    """A row of the reference, and what the model gives for its load."""

    def __init__(self, row, accepted, latency):
        self.load = float(row["injection_packets_per_node_cycle"]) * int(row["packet_flits"])
        self.saturated = row["saturated"] == "1"
        self.reference = float(row["accepted_flits_per_node_cycle"]), float(row["packet_latency_cycles"])
        self.model = accepted, latency


def read_rows(path):
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if not rows or not set(CASE) <= set(rows[0]):
        raise InputError(f"{path}: needs the columns of tests/mesh_router/data/booksim_mesh.csv")
    return rows


def run(executable, row):
    if not os.access(executable, os.X_OK):
        raise InputError(f"{executable}: is not there; build it with `cmake --build build --target mesh_load`")
    side = row["mesh"].split("x")[0]
    command = [executable, side, row["vcs"], row["packet_flits"], row["traffic"],
               row["injection_packets_per_node_cycle"], str(CYCLES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
    fields = done.stdout.strip().splitlines()[-1].split("#")[0].split(",")
    return float(fields[6]), float(fields[7])


def curves(path, executable):
    """{case: [Point]} in the order of the file."""
    found = {}
    for row in read_rows(path):
        point = Point(row, *run(executable, row))
        found.setdefault(tuple(row[name] for name in CASE), []).append(point)
    return found


def name_of(case):
    mesh, vcs, flits, traffic = case
    return f"{mesh}, {vcs} VC{'s' if vcs != '1' else ''}, {flits} flit{'s' if flits != '1' else ''}, {traffic}"
