"""The hand-written reasons, reproduction/notes/<paper>.md: included in every report, so that no regeneration loses them.

Numbers in them are computed: `{{metric point WORKLOAD}}` or `{{metric point/reference mean}}` is replaced by its value,
with `%` behind the last word as a percentage. `{{metric point mean WORKLOAD=1.2}}` is a mean with another value of one
workload. `{{table experiment}}` is a table of scripts/evidence, `{{table experiment 2 3}}` the third number of its second
case. A row is discussed if its key (such as icc-36) stands in the text.
"""

import csv
import os
import re

from .errors import InputError


def evidence_rows(name, folder):
    """Lines of a table that scripts/evidence left, the head first; none if it has not been run."""
    path = os.path.join(folder, name + ".csv")
    if not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return list(csv.reader(file))


def evidence_table(name, folder):
    """The table as Markdown."""
    lines = evidence_rows(name, folder)
    if not lines:
        return f"(experiment {name}: not run)"
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def evidence_cell(name, case, column, folder, where):
    """One number of the table, as it stands there."""
    lines = evidence_rows(name, folder)
    if not lines:
        return f"(experiment {name}: not run)"
    if not (0 < case < len(lines) and 0 < column < len(lines[0])):
        raise InputError(f"{where}: the table {name} has no case {case} with a number {column}")
    return lines[case][column] or "(no value)"


def filled_in(text, results, where):
    evidence = os.path.join(os.path.dirname(results.store.folder), "evidence")

    def value(match):
        words = match[1].split()
        if len(words) == 2 and words[0] == "table":
            return evidence_table(words[1], evidence)
        if len(words) == 4 and words[0] == "table" and words[2].isdigit() and words[3].isdigit():
            return evidence_cell(words[1], int(words[2]), int(words[3]), evidence, where)
        replaced = re.fullmatch(r"(\S+)=([0-9.]+)", words[3]) if len(words) == 4 else None
        if len(words) != 3 and not replaced:
            raise InputError(f"{where}: '{match[0]}' should be {{{{metric point workload}}}}, {{{{metric point mean WORKLOAD=value}}}} "
                             "or {{table experiment}} or {{table experiment case number}}")
        if replaced and replaced[1] not in results.plan.workloads:
            raise InputError(f"{where}: '{match[0]}': no workload is called '{replaced[1]}'")
        percent = words[2].endswith("%")
        instead = {replaced[1]: float(replaced[2])} if replaced else None
        number = results.term_value(" ".join(words[:2]), words[2].rstrip("%"), where, instead)
        if number is None:
            return "(not run)"
        return f"{100 * number:.1f} %" if percent else f"{number:.{4 if replaced else 3}g}" if number < 1000 else f"{number:.0f}"

    return re.sub(r"\{\{(.*?)\}\}", value, text)


class Notes:
    def __init__(self, results, folder):
        path = os.path.join(folder, "notes", results.plan.paper + ".md")
        self.text = ""
        if os.path.exists(path):
            with open(path) as file:
                self.text = filled_in(file.read(), results, path).strip()
        self.keys = set(re.findall(rf"\b{re.escape(results.plan.paper)}-\d+\b", self.text))

    def discusses(self, key):
        return key in self.keys
