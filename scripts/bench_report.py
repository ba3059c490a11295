"""Reads the statistics files that bench.sh left, prints the table and writes the figures as JSON."""

import glob
import json
import os
import re
import sys


def fastest(folder, case):
    runs = [json.load(open(path)) for path in sorted(glob.glob(f"{folder}/{case}.run_*.json"))]
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


def figures(folder, case):
    stats = fastest(folder, case)
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
    }


def memory_transactions(totals):
    """Requests for lines, where they meet the first cache or, without an L1, enter the network; there loads only."""
    return totals.get("l1_accesses", totals["noc_read_requests"])


def print_table(results):
    print(f"\n{'case':<24}{'seconds':>9}{'warp instr/s':>14}{'mem trans/s':>14}{'cycles/s':>12}{'peak MB':>9}{'host/warp':>11}")
    for case, row in results.items():
        per_warp = row["host_instructions_per_warp_instruction"]
        print(
            f"{case:<24}{row['seconds']:>9.2f}{row['warp_instructions_per_second']:>14,.0f}"
            f"{row['memory_transactions_per_second']:>14,.0f}{row['cycles_per_second']:>12,.0f}"
            f"{row['peak_rss_bytes'] / 1e6:>9.0f}{f'{per_warp:,.0f}' if per_warp else '-':>11}"
        )


def main():
    folder, target, *cases = sys.argv[1:]
    results = {case: figures(folder, case) for case in cases}
    print_table(results)
    with open(target + ".part", "w") as out:
        json.dump(results, out, indent=2)
        out.write("\n")
    os.replace(target + ".part", target)
    print(f"\nwritten to {target}")


if __name__ == "__main__":
    main()
