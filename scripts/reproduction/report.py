"""The report: every row of the targets with the model's value, a summary, and the reasons for what disagrees."""

import os
import re

from . import verdicts
from .means import beside, means_text
from .tables import number
from .text import cell, table

VERDICTS = verdicts.ALL
CLAIM_HEAD = ["row", "system", "workload", "what", "against", "paper", "model", "difference", "verdict", "beside it"]


class Report:
    def __init__(self, results, targets, notes, tables, timelines, scatters, picture_folder):
        self.results, self.plan, self.rows = results, results.plan, targets.rows
        self.notes, self.tables, self.pictures = notes, tables, picture_folder
        self.timelines, self.scatters = timelines, scatters
        self.earlier = targets.earlier
        self.judged = [row for row in self.rows if row.kind not in ["silent", "configuration"]]
        self.configuration = [row for row in self.rows if row.kind == "configuration"]
        self.silent = [row for row in self.rows if row.kind == "silent"]

    def text(self):
        parts = [self.opening(), self.summary(), self.claims(), self.beyond(), self.reasons(), self.before(),
                 self.configured(), self.unspoken()]
        return "\n".join(part for part in parts if part).rstrip("\n") + "\n"

    def opening(self):
        size, plan = self.results.size, self.plan
        count, versions = self.sources()
        stimuli = ", ".join(f"{name} `{entry.stimulus}`" + (f" (kernel {entry.kernel})" if entry.kernel else "")
                            for name, entry in plan.workloads.items() if not entry.apart)
        return (f"# {plan.title}\n\nWritten by `scripts/reproduce {plan.paper} --size {size}`; do not edit. The matrix is "
                f"`reproduction/{plan.paper}.toml`, the paper's numbers are `reproduction/targets/{plan.paper}.csv`, the "
                f"reasons `reproduction/notes/{plan.paper}.md`.\n\n{plan.text.strip()}\n\n"
                f"{count} runs of size `{size}`, {versions}. Workloads: {stimuli}.\n{self.selection()}{self.found_groups()}")

    def selection(self):
        """Which workloads count, where not all do."""
        rule, selected = self.plan.selection, self.results.selected()
        if not rule:
            return ""
        if selected is None:
            return "\nWhich workloads count in the means is not known yet: runs are missing.\n"
        others = [name for name in self.plan.members if name not in selected]
        return (f"\nMeans are over the workloads whose `{rule['metric']}` on {rule['point']} is above {rule['above']}: "
                f"{', '.join(selected) or 'none'}. Not: {', '.join(others) or 'none'}. Relations of all workloads "
                "speak of the first; tables also have means over all.\n")

    def found_groups(self):
        """Which workloads the rules of the plan have found."""
        lines = []
        for name, group in self.plan.groups.items():
            if group.where or group.outside:
                found = self.results.group(name, self.plan.path)
                rule = f"outside {group.outside}" if group.outside else ", ".join(f"`{entry}`" for entry in group.where)
                said = "not known yet, runs are missing" if found is None else f"{len(found)}: {', '.join(found) or 'none'}"
                lines.append(f"- *{name}* ({rule}): {said}")
        return "\nGroups by rule:\n\n" + "\n".join(lines) + "\n" if lines else ""

    def sources(self):
        """How many runs, and of which executables: more than one means that old results were kept."""
        runs = self.plan.runs(self.results.size)
        found = {}
        for run in runs:
            key = self.results.source(run)
            if key:
                found[key] = found.get(key, 0) + 1
        texts = [f"Heddle {version}, executable {digest}" + (f" ({count} runs)" if len(found) > 1 else "")
                 for (version, digest), count in found.items()]
        missing = len(runs) - sum(found.values())
        missing_text = f" ({missing} more of the matrix are missing)" if missing else ""
        return sum(found.values()), (" and ".join(texts) or "none yet") + missing_text

    def summary(self):
        rows = [[name, *(self.count([row for row in self.judged if self.place(row) == name], verdict)
                         for verdict in VERDICTS)] for name in self.places()]
        rows.append(["**all**", *(f"**{self.count(self.judged, verdict)}**" for verdict in VERDICTS)])
        rows += self.earlier.summary()
        configuration = ", ".join(f"{self.count(self.configuration, verdict)} {verdict}" for verdict in VERDICTS
                                  if self.count(self.configuration, verdict))
        return (f"## Summary\n\n{table(['', *VERDICTS], rows)}\n{self.without_value()}"
                f"{len(self.judged)} rows of the paper are results that a run speaks to. {len(self.configuration)} more are "
                f"configuration ({configuration}), and {len(self.silent)} are nothing a run can say; both are listed at the end.\n\n{verdicts.RULE}\n\n"
                f"{means_text(self.judged)}")

    def without_value(self):
        """Rows whose runs are there and say nothing of them."""
        rows = [row for row in self.judged if row.verdict == verdicts.NOT_RUN and row.reason != "runs are missing"]
        return "".join(f"- {row.key} has no value: {row.reason}\n" for row in rows) + ("\n" if rows else "")

    @staticmethod
    def count(rows, verdict):
        return sum(row.verdict == verdict for row in rows)

    def place(self, row):
        return f"Figure {row.figures[-1]}" if row.figures else "Text"

    def claims(self):
        parts = ["## Paper and model\n\nMeans of ratios are geometric, with the arithmetic mean beside them; means of "
                 "shares are arithmetic. Beside a mean also stands its range when one workload is left out, with the "
                 "workloads whose absence makes it lowest and highest. The difference is model minus paper.\n"]
        for name in self.places():
            rows = [row for row in self.judged if self.place(row) == name]
            key = name.removeprefix("Figure ")
            title = f": {self.tables[key].figure.title}" if key in self.tables else ""
            title = f": {self.timelines[key][0].title}" if key in self.timelines else title
            title = f": {self.scatters[key].title}" if key in self.scatters else title
            parts.append(f"### {name}{title}\n")
            parts.append(self.picture(key))
            parts.append(table(CLAIM_HEAD, [self.claim(row) for row in rows]))
        return "\n".join(part for part in parts if part)

    def places(self):
        return list(dict.fromkeys(self.place(row) for row in sorted(self.judged, key=self.figure_number)))

    def figure_number(self, row):
        """Figure 4a stands between 3 and 4b."""
        digits, letters = re.fullmatch(r"(\d*)(\w*)", row.figures[-1]).groups() if row.figures else ("", "")
        return int(digits) if digits else 1000, letters

    def claim(self, row):
        claim = row.claim
        paper = cell(row.paper, decimals(claim["value"])) if isinstance(row.paper, float) else row.paper
        difference = cell(row.difference)
        if row.difference is not None and not difference.startswith("-"):
            difference = "+" + difference
        strip = lambda name: "-" if name == "none" else name.removeprefix(self.plan.paper + "/")
        return [row.key, strip(claim["system"]), claim["workload"], claim["metric"], strip(claim["baseline"]), paper,
                cell(row.model), difference, row.verdict, beside(row) or "-"]

    def picture(self, key):
        if key in self.timelines:
            title, text = self.timelines[key][0].title, self.timeline_text(*self.timelines[key])
        elif key in self.scatters:
            title, text = self.scatters[key].title, self.scatters[key].text.strip()
        elif key in self.tables:
            title, text = self.tables[key].figure.title, self.tables[key].figure.text.strip()
        else:
            return ""
        return f"![{title}]({self.pictures}figure_{key}.png)\n" + (f"\n{text}\n" if text else "")

    @staticmethod
    def timeline_text(timeline, means):
        labels = timeline.labels
        return (f"{timeline.text.strip()}\n\nIn the {timeline.cycles} cycles shown: {labels['line']}, mean "
                f"{cell(means['line'], 2)}; {labels['shade']} in {cell(100 * means['shade'], 1)} % of cycles; "
                f"{labels['marks']} in {cell(100 * means['marks'], 1)} %.").strip()

    def beyond(self):
        """Figures that no row speaks of, with their table."""
        spoken = {row.figures[-1] for row in self.judged if row.figures}
        parts = []
        for key, figure_table in self.tables.items():
            if key not in spoken:
                head, *rows = figure_table.rows()
                rows = [[row[0], *(cell(float(entry)) if entry else "-" for entry in row[1:])] for row in rows]
                parts.append(f"### {figure_table.figure.title}\n\n{self.picture(key)}\n{figure_table.figure.y}:\n\n"
                             f"{table(head, rows)}")
        for key, (timeline, _) in self.timelines.items():
            if key not in spoken:
                parts.append(f"### {timeline.title}\n\n{self.picture(key)}")
        for key, scatter in self.scatters.items():
            if key not in spoken:
                parts.append(f"### {scatter.title}\n\n{self.picture(key)}")
        return "## Beyond the paper's numbers\n\n" + "\n".join(parts) if parts else ""

    def reasons(self):
        open_rows = [row for row in self.judged if row.verdict in [verdicts.DISAGREES, verdicts.SIZE, verdicts.DIRECTION]]
        text = "## Why rows disagree\n\n"
        if self.notes.text:
            text += self.notes.text + "\n"
        elif open_rows:
            text += "No reasons have been written yet.\n"
        for verdict, words in [(verdicts.DISAGREES, "disagree"), (verdicts.SIZE, "have another size")]:
            silent = [row.key for row in open_rows if row.verdict == verdict and not self.notes.discusses(row.key)]
            if silent:
                text += f"\nRows that {words} and are not discussed: {', '.join(silent)}.\n"
        return text

    def before(self):
        rows = self.earlier.changed(self.judged)
        if not rows:
            return ""
        head = ["row", "paper", "model then", "verdict then", "model now", "verdict now", "beside it now"]
        cells = [[row.key, row.claim["value"], old["model"], old["verdict"], cell(row.model), row.verdict,
                  beside(row) or "-"] for row, old in rows]
        since = self.plan.since.strip() or ("Since then the rule of the verdicts has changed (above), and rows may be "
                                            f"read otherwise (`reproduction/{self.plan.paper}.toml`).")
        return (f"## Rows judged otherwise than before\n\nThe earlier report's values and verdicts are kept in "
                f"`reproduction/earlier/{self.plan.paper}.csv`. {since}\n\n{table(head, cells)}")

    def configured(self):
        rows = [[row.key, row.claim["system"].removeprefix(self.plan.paper + "/"), row.claim["metric"], row.paper,
                 number(row.model), row.claim["unit"], row.verdict + (f" ({row.reason})" if row.reason else "")]
                for row in self.configuration]
        head = ["row", "system", "what", "paper", "model", "unit", "verdict"]
        return f"## Configuration\n\nRead from the statistics of the runs.\n\n{table(head, rows)}" if rows else ""

    def unspoken(self):
        """Grouped by reason: the rows are many, the reasons few."""
        reasons = {}
        for row in self.silent:
            reasons.setdefault(row.reason, []).append(row.key)
        rows = [[reason, len(keys), ", ".join(keys)] for reason, keys in reasons.items()]
        return f"## Rows no run speaks to\n\n{table(['why', 'rows', 'which'], rows)}" if rows else ""


def decimals(text):
    """As many as the paper printed."""
    return len(text.partition(".")[2])


def write_report(report, path):
    from .store import write_whole

    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_whole(path, report.text())
