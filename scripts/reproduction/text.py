"""Numbers and tables in Markdown."""


def cell(value, digits=3):
    if value is None:
        return "-"
    if not isinstance(value, float):
        return str(value)
    digits = digits if abs(value) < 100 else min(digits, 1)
    return f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0: no minus before a zero


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(entry).replace("|", "\\|") for entry in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
