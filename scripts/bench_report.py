"""Reads the statistics files that bench.sh left, prints the table and writes the figures as JSON."""

import glob
import json
import os
import re
import sys


def fastest(folder, case, threads):
    runs = [json.load(open(path)) for path in sorted(glob.glob(f"{folder}/{case}.threads_{threads}.run_*.json"))]
    return min(runs, key=lambda stats: stats["host"]["seconds"])


def host_instructions_per_warp_instruction(folder, case):
    """Of the simulation itself, without start-up and filling of memory; None when callgrind did not run."""
    profile = f"{folder}/{case}.callgrind"
    if not os.path.exists(profile):
        return None
    with open(profile, errors="replace") as lines:
        totals = [line for line in lines if re.match(r"(summary|totals):", line)]
    instructions = int(totals[-1].split()[1])
    with open(f"{folder}/{case}.callgrind.json") as stats:
        return instructions / json.load(stats)["totals"]["warp_instructions"]["value"]


def with_more_threads(folder, case, counts, seconds):
    """Seconds with each further number of threads, and how many times as fast as with the first."""
    others = {count: fastest(folder, case, count)["host"]["seconds"] for count in counts}
    return {count: {"seconds": other, "ratio": seconds / other} for count, other in others.items()}


def figures(folder, case, threads):
    stats = fastest(folder, case, threads[0])
    totals = {name: figure["value"] for name, figure in stats["totals"].items()}
    seconds = stats["host"]["seconds"]
    return {
        "stimulus": stats["stimulus"],
        "seconds": seconds,
        "cycles": totals["cycles"],
        "warp_instructions": totals["warp_instructions"],
        "warp_instructions_per_second": totals["warp_instructions"] / seconds,
        "memory_transactions_per_second": memory_transactions(totals) / seconds,
        "cycles_per_second": totals["cycles"] / seconds,
        "peak_rss_bytes": stats["host"]["peak_rss_bytes"],
        "host_instructions_per_warp_instruction": host_instructions_per_warp_instruction(folder, case),
        "threads": with_more_threads(folder, case, threads[1:], seconds),
    }


def memory_transactions(totals):
    """Requests for lines, where they meet the first cache or, without an L1, enter the network; there loads only."""
    return totals.get("l1_accesses", totals["noc_read_requests"])


def print_table(results, threads):
    columns = "".join(f"{f'{count} threads':>12}{'times':>7}" for count in threads[1:])
    print(
        f"\n{'case':<24}{'seconds':>9}{'warp instr/s':>14}{'mem trans/s':>14}{'cycles/s':>12}{'peak MB':>9}{'host/warp':>11}{columns}"
    )
    for case, row in results.items():
        per_warp = row["host_instructions_per_warp_instruction"]
        others = "".join(f"{other['seconds']:>12.2f}{other['ratio']:>7.2f}" for other in row["threads"].values())
        print(
            f"{case:<24}{row['seconds']:>9.2f}{row['warp_instructions_per_second']:>14,.0f}"
            f"{row['memory_transactions_per_second']:>14,.0f}{row['cycles_per_second']:>12,.0f}"
            f"{row['peak_rss_bytes'] / 1e6:>9.0f}{f'{per_warp:,.0f}' if per_warp else '-':>11}{others}"
        )


def main():
    folder, target, threads, *cases = sys.argv[1:]
    threads = threads.split(",")
    results = {case: figures(folder, case, threads) for case in cases}
    print_table(results, threads)
    with open(target + ".part", "w") as out:
        json.dump(results, out, indent=2)
        out.write("\n")
    os.replace(target + ".part", target)
    print(f"\nwritten to {target}")


if __name__ == "__main__":
    main()
