#!/usr/bin/env python3
"""How far apart two SMs may read a line for the reads to merge, from the times of their loads.

  tests/silicon/merge_window.py TRACE [--table FILE]    what `merge_window trace` has printed on a GPU

Prints rows of stimuli/micro_silicon/h200.csv. --table writes for each case how many loads there were and how many of them merged, by the distance in time.

A load that merges with an earlier one ends with it: the later has then waited for less than the earlier by the time that it came later. The
window is the distance that parts merged and other loads with the fewest on the wrong side, the mean of both orders of the SMs.
"""
import csv
import sys

NEAREST = 24  # closer ones end together whether they merge or not
FARTHEST = 160  # beyond: no hit has ever merged


def merged(apart, first, second):
    """Whether the loads, `apart` cycles apart and with these latencies, earlier one first, ended together rather than `apart` cycles apart."""
    return second + apart - first < apart / 2


def in_order(loads):
    """(apart, latency of the earlier, latency of the later) of (later - earlier begin of the second SM, latencies of both SMs)."""
    return [(abs(d), a, b) if d > 0 else (abs(d), b, a) for d, a, b in loads]


def threshold(loads):
    known = [(apart, merged(apart, first, second)) for apart, first, second in in_order(loads) if NEAREST <= apart <= FARTHEST]
    wrong = {t: sum((apart < t) != together for apart, together in known) for t in range(NEAREST, FARTHEST)}
    best = [t for t in wrong if wrong[t] == min(wrong.values())]
    return sum(best) / len(best)


def window(loads):
    """In cycles; `loads` as in_order() takes them."""
    return (threshold([load for load in loads if load[0] > 0]) + threshold([load for load in loads if load[0] < 0])) / 2


def rest_of_latency(loads):
    """Of loads that miss: the part of the first one's latency that is no part of the window, by the same rule."""
    known = [(first - apart, abs(first - second - apart) < 25) for apart, first, second in in_order(loads) if apart > NEAREST]
    wrong = {t: sum((rest > t) != together for rest, together in known) for t in range(400)}
    best = [t for t in wrong if wrong[t] == min(wrong.values())]
    return sum(best) / len(best)


def traces(path):
    """Case -> loads."""
    cases, here = {}, []
    for line in open(path):
        if line.startswith("timed,"):
            here = cases.setdefault(line.split(",", 2)[2].rsplit(",", 2)[0], [])
        elif len(line.split()) == 3:
            here.append(tuple(int(word) for word in line.split()))
    return cases


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    cases = traces(arguments[0])
    out = csv.writer(sys.stdout, lineterminator="\n")
    for case, loads in cases.items():
        apart = sorted(a for d, a, _ in loads if abs(d) > FARTHEST)
        if case.startswith("cold"):
            out.writerow(["merge_window", case, "cycles of the latency outside the window", rest_of_latency(loads)])
        else:
            out.writerow(["merge_window", case, "cycles apart", window(loads)])
            out.writerow(["merge_window", case, "median latency of the first SM", apart[len(apart) // 2]])
    if "--table" in arguments:
        table = csv.writer(open(arguments[arguments.index("--table") + 1], "w"), lineterminator="\n")
        table.writerow(["case", "second SM later by, from", "loads", "merged"])
        for case, loads in cases.items():
            step = 40 if case.startswith("cold") else 4
            for low in range(-1000, 1000, step):
                here = in_order([load for load in loads if low <= load[0] < low + step])
                together = sum(abs(first - second - apart) < 25 if case.startswith("cold") else merged(apart, first, second)
                               for apart, first, second in here)
                if here:
                    table.writerow([case, low, len(here), together])


if __name__ == "__main__":
    main(sys.argv[1:])
