"""Reads signals out of a waveform (VCD) that a platform has recorded."""

from .errors import InputError

FEMTOSECONDS = {"fs": 1, "ps": 10**3, "ns": 10**6, "us": 10**9}


def read_signals(path, names):
    """{full name: [(time in fs, value), ...]}, one entry per change."""
    changes = {name: [] for name in names}
    with open(path) as file:
        lines = iter(file)
        scale, codes = read_header(path, lines, names)
        time = 0
        for line in lines:
            line = line.strip()
            if line.startswith("#"):
                time = int(line[1:]) * scale
            elif line and line[0] in "01bB":
                value, _, code = line[1:].partition(" ") if line[0] in "bB" else (line[0], " ", line[1:])
                for name in codes.get(code, []):
                    changes[name].append((time, int(value, 2)))
    return changes


def read_header(path, lines, names):
    """(femtoseconds per time step, code -> names of the signals that are wanted)"""
    scope, codes, found, scale = [], {}, set(), 1
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "$timescale":
            number, unit = words[1:3] if len(words) > 3 else (words[1].rstrip("fpnus"), words[1].lstrip("0123456789"))
            scale = int(number) * FEMTOSECONDS[unit]
        elif words[0] == "$scope":
            scope.append(words[2])
        elif words[0] == "$upscope":
            scope.pop()
        elif words[0] == "$var":
            name = ".".join([*scope, words[4]])
            if name in names:
                codes.setdefault(words[3], []).append(name)
                found.add(name)
        elif words[0] == "$enddefinitions":
            break
    missing = [name for name in names if name not in found]
    if missing:
        raise InputError(f"{path}: the waveform has no signal {' '.join(missing)}")
    return scale, codes


def per_cycle(changes, begin, cycles, period_fs):
    """The value in each of `cycles` cycles; a change at the time of a cycle's edge counts from that cycle."""
    values, value, index = [], 0, 0
    for cycle in range(begin, begin + cycles):
        # Periods are rounded to whole femtoseconds: half a cycle is far from any edge.
        while index < len(changes) and changes[index][0] <= (cycle + 0.5) * period_fs:
            value = changes[index][1]
            index += 1
        values.append(value)
    return values
