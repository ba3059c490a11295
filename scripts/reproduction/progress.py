"""How far a campaign is and how long it will take."""

import sys
import time


def clock(seconds):
    seconds = int(round(seconds))
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


class Estimate:
    """A workload's runs take about as long as its runs so far; before there is one, as long as the others'."""

    def __init__(self, known):
        self.seconds = {workload: list(values) for workload, values in known.items()}
        self.overhead = 1

    def add(self, workload, seconds):
        self.seconds.setdefault(workload, []).append(seconds)

    def of(self, workload):
        everything = [value for values in self.seconds.values() for value in values]
        values = self.seconds.get(workload) or everything
        return sum(values) / len(values) if values else None

    def left(self, workloads, jobs):
        """Of the runs that are still to come; None before anything is known."""
        costs = [self.of(workload) for workload in workloads]
        if not costs or None in costs:
            return 0 if not costs else None
        return self.overhead * max(sum(costs) / jobs, max(costs) if len(costs) <= jobs else 0)

    def correct(self, elapsed_seconds, run_seconds, jobs):
        """What starting runs costs, and a machine that others use too: time that passed for each second of runs."""
        if run_seconds > 0:
            self.overhead = max(1, elapsed_seconds * jobs / run_seconds)


class Progress:
    """On a terminal one line that changes; elsewhere a line now and then."""

    interval_seconds = 15

    def __init__(self, total, stream=None):
        self.stream = stream or sys.stdout
        self.total, self.done = total, 0
        self.begin, self.last_shown = time.monotonic(), float("-inf")

    def step(self, what, seconds_left, failed):
        self.done += 1
        now = time.monotonic()
        terminal = self.stream.isatty()
        if not terminal and self.done < self.total and now - self.last_shown < self.interval_seconds:
            return
        self.last_shown = now
        left = "?" if seconds_left is None else clock(seconds_left)
        text = (f"{self.done:4} of {self.total} runs, {100 * self.done // self.total:3} %, {clock(now - self.begin)} gone, "
                f"{left} left" + (f", {failed} failed" if failed else "") + f"  ({what})")
        print(("\r\033[K" if terminal else "") + text, end="" if terminal else "\n", file=self.stream, flush=True)

    def end(self):
        if self.stream.isatty() and self.done:
            print(file=self.stream)
