"""The page over all papers, docs/reproduction/README.md: verdicts, headlines and what remains, with one picture.

Every report leaves a summary.json beside it. The page is made from those of the papers' sizes, whoever wrote them and when.
"""

import json
import os

from . import verdicts
from .errors import InputError
from .means import beside
from .notes import filled_in
from .store import write_whole
from .text import cell, table

COLOURS = {verdicts.AGREES: "#009e73", verdicts.DIRECTION: "#56b4e9", verdicts.SIZE: "#e69f00", verdicts.DISAGREES: "#d55e00",
           verdicts.NOT_RUN: "#bbbbbb"}
KEYS = {"paper", "title", "counts", "headlines", "earlier", "unspoken", "silent", "remains"}
OPENING = """\
# What the papers say and what the model says

Written by `scripts/reproduce --summary` and with every report; do not edit. A row is a number or a sentence of a paper that a run
speaks to. *Agrees*: within 5 points, or half the effect where that is less. *Direction only*: the paper's direction, with half to twice its
effect. *Other size*: the paper's direction, with less than half or more than twice its effect. *Disagrees*: the other direction, or no
effect. The reports have the whole rule, every row, and the reasons.

![Rows by verdict](summary.png)
"""


def headlines(plan, rows):
    """What the paper's abstract states, or the rows that the plan names because the abstract has no numbers."""
    named = plan.targets.get("headlines")
    if named:
        return [row for row in rows if row.key in named]
    return [row for row in rows if "abstract" in row.claim["section_or_figure"].split(";")]


def summarise(results, targets, folder):
    """Writes summary.json."""
    plan = results.plan
    judged = [row for row in targets.rows if row.kind not in ["silent", "configuration"]]
    main_rows = headlines(plan, targets.rows)
    lines = [{"row": row.key, "system": row.claim["system"].removeprefix(plan.paper + "/"), "workload": row.claim["workload"],
              "what": row.claim["metric"], "paper": row.claim["value"], "model": cell(row.model), "verdict": row.verdict,
              "beside": beside(row)} for row in main_rows if row in judged]
    counts = {verdict: sum(row.verdict == verdict for row in judged) for verdict in verdicts.ALL}
    content = {"paper": plan.paper, "title": plan.title, "counts": counts, "headlines": lines,
               "earlier": targets.earlier.counts() if targets.earlier.rows else {},
               "unspoken": [[row.key, row.claim["metric"]] for row in main_rows if row.kind == "silent"],
               "silent": sum(row.kind == "silent" for row in targets.rows),
               "remains": filled_in(plan.remains.strip(), results, f"{plan.path}: remains")}
    write_whole(os.path.join(folder, "summary.json"), json.dumps(content, indent=1) + "\n")


def read_summaries(root):
    """Of all papers that have one, by name."""
    base = os.path.join(root, "reproduction", "results")
    found = []
    for paper in sorted(os.listdir(base) if os.path.isdir(base) else []):
        path = os.path.join(base, paper, "paper", "summary.json")
        if os.path.exists(path):
            with open(path) as file:
                entry = json.load(file)
            if set(entry) != KEYS:
                raise InputError(f"{path}: left by another version of this script; "
                                 f"write it again: scripts/reproduce {paper} --size paper --report-only")
            found.append(entry)
    return found


def percent(part, counts):
    whole = sum(counts.values())
    return f"{100 * part / whole:.0f} %" if whole else "-"


def counts_row(label, counts):
    """The verdicts, and the shares that agree and that have at least half the effect."""
    half = sum(counts.get(verdict, 0) for verdict in verdicts.HALF_OR_BETTER)
    return [label, *(counts.get(verdict, 0) for verdict in verdicts.ALL), percent(counts.get(verdicts.AGREES, 0), counts),
            percent(half, counts)]


def page(summaries):
    head = ["", *verdicts.ALL, "agree", "half the effect or better"]
    rows = [counts_row(f"[{entry['paper']}]({entry['paper']}.md)", entry["counts"]) for entry in summaries]
    total = {verdict: sum(entry["counts"].get(verdict, 0) for entry in summaries) for verdict in verdicts.ALL}
    rows.append([f"**{word}**" for word in counts_row("all", total)])
    text = f"{OPENING}\n{table(head, rows)}\n## Headlines\n\n"
    lines = [[line["row"], line["system"], line["workload"], line["what"], line["paper"], line["model"], line["verdict"],
              line["beside"] or "-"] for entry in summaries for line in entry["headlines"]]
    text += table(["row", "system", "workload", "what", "paper", "model", "verdict", "beside it"], lines)
    unspoken = [f"{key} ({what})" for entry in summaries for key, what in entry["unspoken"]]
    if unspoken:
        text += f"\nHeadlines that no run speaks to: {', '.join(unspoken)}.\n"
    text += "\n## What remains, and why\n\n"
    for entry in summaries:
        silent = f" A run cannot check {entry['silent']} further rows of the paper." if entry["silent"] else ""
        text += f"- **{entry['paper']}**: {entry['remains'] or 'see the report.'}{silent}\n"
    return text


def draw(summaries, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    bars = [(label, counts) for entry in summaries
            for label, counts in [(entry["paper"], entry["counts"]), ("earlier report", entry["earlier"])] if counts]
    figure, axes = pyplot.subplots(figsize=(9, 0.9 + 0.32 * len(bars)), dpi=110)
    for place, (label, counts) in enumerate(bars):
        begin, whole = 0, sum(counts.values())
        for verdict in verdicts.ALL:
            share = 100 * counts.get(verdict, 0) / whole if whole else 0
            axes.barh(place, share, left=begin, color=COLOURS[verdict], edgecolor="white", linewidth=0.5,
                      height=0.5 if label == "earlier report" else 0.8, alpha=0.5 if label == "earlier report" else 1,
                      label=verdict if place == 0 else None)
            if share > 3:
                axes.text(begin + share / 2, place, counts[verdict], ha="center", va="center", fontsize=8)
            begin += share
    axes.set_yticks(range(len(bars)), [label for label, _ in bars], fontsize=8)
    axes.invert_yaxis()
    axes.set(xlim=(0, 100), xlabel="rows, %")
    axes.legend(fontsize=7, ncol=len(verdicts.ALL), loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Software": None})
    pyplot.close(figure)


def write_page(root, plots):
    """The page's path, None if no paper has results."""
    summaries = read_summaries(root)
    if not summaries:
        return None
    folder = os.path.join(root, "docs", "reproduction")
    os.makedirs(folder, exist_ok=True)
    if plots:
        unfinished = os.path.join(folder, f".summary.{os.getpid()}.tmp.png")
        draw(summaries, unfinished)
        os.replace(unfinished, os.path.join(folder, "summary.png"))
    path = os.path.join(folder, "README.md")
    write_whole(path, page(summaries))
    return path
