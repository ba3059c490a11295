#!/usr/bin/env python3
"""Runs stimuli/silicon on the model and compares it with an H200, row by row of data/h200_kernels.csv.

  tests/silicon/kernels_model.py build/bin/gpu [KERNEL ...] [VARIANT ...] [PRESET.ini] [KEY=VALUE ...] [--csv FILE]

Without kernels and variants all rows run. Prints Markdown: L1 hit rate of global loads, read sectors at the L2, sectors read from DRAM,
cycles; for each the real GPU, the model and the difference; then the mean absolute error of the cycles.
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(__file__).resolve().parent / "data" / "h200_kernels.csv"
STYLES = {"orig": 0, "redirect-row": 1, "redirect-col": 2, "agents-row": 3, "agents-col": 4}


def stimulus_of(row, folder):
    """The kernel's stimulus at the measured size, in one launch style."""
    kernel = row["kernel"].lower()
    style, active = row["variant"], row["max_ctas_per_sm"]
    if style.startswith("agents"):
        style, active = style.rsplit("-", 1)
    home = ROOT / "stimuli" / "silicon" / kernel
    constants = dict(line.split()[1::2] for line in (home / "paper.stim").read_text().splitlines() if line.startswith("const "))
    constants.update(FIRST=STYLES[style], LAST=STYLES[style], ACTIVE=active, MAX_AGENTS=row["max_ctas_per_sm"])
    text = "".join(f"const {name} = {value}\n" for name, value in constants.items())
    path = folder / f"{kernel}.stim"
    path.write_text(text + f'include "{home / kernel}.stim"\n')
    return path


def total(stats, level, counter):
    """The sum of a counter over the blocks of a level of the GPU."""
    return sum(block[counter]["value"] for name, block in stats["modules"].items() if name.startswith(f"gpu.{level}.") and counter in block)


def measure(gpu, preset, settings, row):
    folder = Path(tempfile.mkdtemp())
    command = [gpu, "--quiet", "--config", preset, "--stimulus", str(stimulus_of(row, folder)), "--stats", str(folder / "stats.json")]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    stats = json.loads((folder / "stats.json").read_text())
    accesses = total(stats, "l1", "sector_accesses")
    return {
        # The counter of the real GPU calls a load of a sector that is on its way a hit, too: what is left are sectors asked for.
        "l1_hit_pct": 100 * (1 - total(stats, "l1", "sector_misses") / max(1, accesses)),
        "l2_read_sectors": total(stats, "l2", "read_sectors"),
        "dram_read_sectors": total(stats, "memory", "read_bytes") // 32,
        "sm_cycles": stats["totals"]["cycles"]["value"],
        "warp_instructions": stats["totals"]["warp_instructions"]["value"],
        "ld_sectors": accesses,
    }


def change(model, real):
    return f"{100 * (model / real - 1):+.0f} %" if real else "-"


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    rows = list(csv.DictReader(open(DATA)))
    kernels = [a for a in arguments[1:] if a in {row["kernel"] for row in rows}]
    variants = [a for a in arguments[1:] if a in {row["variant"] for row in rows}]
    presets = [a for a in arguments[1:] if a.endswith(".ini")] or [str(ROOT / "platforms" / "presets" / "h200.ini")]
    settings = [a for a in arguments[1:] if "=" in a]
    output = arguments[arguments.index("--csv") + 1] if "--csv" in arguments else None
    errors, lines, original = [], [], {}
    print("| kernel | style | L1 hits, % | | points | L2 read sectors | | | ratio to orig | | DRAM sectors | | cycles | | | instr. |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        if kernels and row["kernel"] not in kernels or variants and row["variant"] not in variants:
            continue
        got = measure(arguments[0], presets[0], settings, row)
        real = {name: float(row[name]) for name in got}
        original.setdefault(row["kernel"], (real["l2_read_sectors"], got["l2_read_sectors"]))
        base = original[row["kernel"]]
        errors.append(abs(got["sm_cycles"] / real["sm_cycles"] - 1))
        lines.append({"kernel": row["kernel"], "variant": row["variant"], **got})
        print(f"| {row['kernel']} | {row['variant']} | {real['l1_hit_pct']:.1f} | {got['l1_hit_pct']:.1f} | "
              f"{got['l1_hit_pct'] - real['l1_hit_pct']:+.1f} | {real['l2_read_sectors']:.0f} | {got['l2_read_sectors']} | "
              f"{change(got['l2_read_sectors'], real['l2_read_sectors'])} | {real['l2_read_sectors'] / base[0]:.2f} | "
              f"{got['l2_read_sectors'] / base[1]:.2f} | {real['dram_read_sectors']:.0f} | {got['dram_read_sectors']} | "
              f"{real['sm_cycles']:.0f} | {got['sm_cycles']} | {change(got['sm_cycles'], real['sm_cycles'])} | "
              f"{change(got['warp_instructions'], real['warp_instructions'])} |", flush=True)
    print(f"\nMean absolute error of the cycles: {100 * sum(errors) / len(errors):.0f} % over {len(errors)} rows.")
    if output:
        with open(output, "w") as file:
            writer = csv.DictWriter(file, lines[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
