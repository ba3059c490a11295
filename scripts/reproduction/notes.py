"""The hand-written reasons, reproduction/notes/<paper>.md: included in every report, so that no regeneration loses them.

Numbers in them are computed: `{{metric point WORKLOAD}}` or `{{metric point/reference mean}}` is replaced by its value,
with `%` behind the last word as a percentage. A row is discussed if its key (such as icc-36) stands in the text.
"""

import os
import re

from .errors import InputError


def filled_in(text, results, where):
    def value(match):
        words = match[1].split()
        if len(words) != 3:
            raise InputError(f"{where}: '{match[0]}' should be {{{{metric point workload}}}}")
        percent = words[2].endswith("%")
        number = results.term_value(" ".join(words[:2]), words[2].rstrip("%"), where)
        if number is None:
            return "(not run)"
        return f"{100 * number:.1f} %" if percent else f"{number:.3g}" if number < 1000 else f"{number:.0f}"

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
