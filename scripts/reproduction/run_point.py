"""One run, started by GNU parallel: run_point.py CAMPAIGN.json NUMBER. Prints one line: how it ended.

Line: `done NUMBER SECONDS` or `failed NUMBER LOGFILE`. The exit code is 0 also for a failed run, so that parallel goes on.
"""

import array
import json
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reproduction.store import Store  # noqa: E402  (the path comes first: parallel starts this file by itself)
from reproduction.timeline import Timeline  # noqa: E402


def contents(path):
    """The words of a dumped buffer."""
    words = array.array("I")
    with open(path, "rb") as file:
        words.frombytes(file.read())
    if sys.byteorder == "big":
        words.byteswap()
    return words.tolist()


def simulate(job, stats_path, log_path):
    """The statistics of a run that came to its end, or None; the log stays only where it did not."""
    command = [*job["command"], "--stats", stats_path, "--quiet"]
    with open(log_path, "w") as log:
        log.write(" ".join(command) + "\n")
        log.flush()
        process = subprocess.Popen(command, cwd=job["root"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        # A campaign that is ended leaves no simulation behind.
        signal.signal(signal.SIGTERM, lambda *_: (process.kill(), sys.exit(1)))
        code = process.wait()
        log.write(f"exit code {code}\n")
    if (code != 0 and not job["may_be_wrong"]) or not os.path.exists(stats_path):
        return None
    with open(stats_path) as file:
        stats = json.load(file)
    return stats if code == 0 or stats["outcome"] == "mismatch" else None


def record(job, stats, vcd_path):
    """What is kept of a waveform."""
    core_mhz = stats["config"]["clock.core_mhz"]
    return {"timeline": Timeline(**job["timeline"]).extract(vcd_path, core_mhz)}


def main():
    with open(sys.argv[1]) as file:
        campaign = json.load(file)
    number = sys.argv[2]
    job = campaign["jobs"][int(number)]
    store = Store(campaign["root"], job["identity"]["paper"], job["identity"]["size"])
    stats_path = f"{job['path']}.stats.{os.getpid()}.tmp"
    vcd_path = f"{job['path']}.vcd.{os.getpid()}.tmp"
    job["root"] = campaign["root"]
    if job["timeline"]:
        job["command"] += Timeline(**job["timeline"]).options(vcd_path)
    dumps = {name: f"{job['path']}.{name}.{os.getpid()}.tmp" for name in job["dumps"]}
    job["command"] += [word for name, path in dumps.items() for word in ("--dump", f"{name}={path}")]
    begin = time.monotonic()
    try:
        stats = simulate(job, stats_path, job["log_path"])
        recorded = record(job, stats, vcd_path) if stats and job["timeline"] else {}
        if stats and dumps:
            stats["buffers"] = {name: contents(path) for name, path in dumps.items()}
    finally:
        for path in filter(os.path.exists, [stats_path, vcd_path, *dumps.values()]):
            os.remove(path)
    if stats is None:
        print("failed", number, job["log_path"], flush=True)
        return
    seconds = time.monotonic() - begin
    identity, hashes = job["identity"], job["hashes"]
    result = {"identity": identity, **hashes, "seconds": seconds, "stats": stats, **recorded}
    # A campaign that was stopped has taken its description away: what ends later than it leaves nothing.
    store.write(job["path"], result, wanted=lambda: os.path.exists(sys.argv[1]))
    os.remove(job["log_path"])
    print("done", number, f"{seconds:.3f}", flush=True)


if __name__ == "__main__":
    main()
