#!/usr/bin/env python3
"""Runs stimuli/silicon on the model and compares it with an H200, row by row of data/h200_kernels.csv.

  tests/silicon/kernels_model.py build/bin/gpu [KERNEL ...] [VARIANT ...] [PRESET.ini] [KEY=VALUE ...] [--csv FILE] [--check]

Without kernels and variants all rows run. Prints Markdown: L1 hit rate of global loads, read sectors at the L2, sectors read from DRAM,
cycles; for each the real GPU, the model and the difference; then the mean absolute error of the cycles. Rows outside the bounds (L1 hits
within 5 points, L2 sectors within 15 %, their ratio to orig within 10 %) are named; with --check they, or a mean error of the cycles
above 25 %, make the program fail. --csv takes the rows as they come, and rows that the file has already do not run again.
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


def outside(got, real, base):
    """What leaves the bounds in this row; `base` has the L2 sectors of orig, of the real GPU and of the model."""
    causes = []
    if abs(got["l1_hit_pct"] - real["l1_hit_pct"]) > 5:
        causes.append("L1 hits")
    if abs(got["l2_read_sectors"] / real["l2_read_sectors"] - 1) > 0.15:
        causes.append("L2 sectors")
    if base[1] and abs(got["l2_read_sectors"] / base[1] / (real["l2_read_sectors"] / base[0]) - 1) > 0.10:
        causes.append("ratio to orig")
    return causes


def known_rows(path):
    """The rows that an earlier run has left in the file."""
    if not path or not Path(path).exists():
        return {}
    return {(row["kernel"], row["variant"]): {name: float(value) if "." in value else int(value) for name, value in row.items()
                                              if name not in ("kernel", "variant")} for row in csv.DictReader(open(path))}


def keep(path, row, got):
    new = not Path(path).exists()
    with open(path, "a") as file:
        writer = csv.DictWriter(file, ["kernel", "variant", *got], lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow({"kernel": row["kernel"], "variant": row["variant"], **got})


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
    known = known_rows(output)
    errors, misses, original = [], [], {}
    print("| kernel | style | L1 hits, % | | points | L2 read sectors | | | ratio to orig | | DRAM sectors | | cycles | | | instr. |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        if kernels and row["kernel"] not in kernels or variants and row["variant"] not in variants:
            continue
        got = known.get((row["kernel"], row["variant"]))
        if not got:
            got = measure(arguments[0], presets[0], settings, row)
            if output:
                keep(output, row, got)
        real = {name: float(row[name]) for name in got}
        if row["variant"] == "orig":
            original[row["kernel"]] = (real["l2_read_sectors"], got["l2_read_sectors"])
        base = original.get(row["kernel"], (float("nan"), 0))
        causes = outside(got, real, base)
        if causes:
            misses.append(f"{row['kernel']} {row['variant']}: {', '.join(causes)}")
        errors.append(abs(got["sm_cycles"] / real["sm_cycles"] - 1))
        print(f"| {row['kernel']} | {row['variant']} | {real['l1_hit_pct']:.1f} | {got['l1_hit_pct']:.1f} | "
              f"{got['l1_hit_pct'] - real['l1_hit_pct']:+.1f} | {real['l2_read_sectors']:.0f} | {got['l2_read_sectors']} | "
              f"{change(got['l2_read_sectors'], real['l2_read_sectors'])} | {real['l2_read_sectors'] / base[0]:.2f} | "
              f"{got['l2_read_sectors'] / (base[1] or float('nan')):.2f} | {real['dram_read_sectors']:.0f} | {got['dram_read_sectors']} | "
              f"{real['sm_cycles']:.0f} | {got['sm_cycles']} | {change(got['sm_cycles'], real['sm_cycles'])} | "
              f"{change(got['warp_instructions'], real['warp_instructions'])} |", flush=True)
    mean = sum(errors) / len(errors)
    print(f"\nMean absolute error of the cycles: {100 * mean:.0f} % over {len(errors)} rows.")
    print("\n".join(["Outside the bounds:", *misses]) if misses else "All rows are within the bounds.")
    if "--check" in arguments and (misses or mean > 0.25):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
