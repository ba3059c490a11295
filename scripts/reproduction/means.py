"""What stands beside a row's value, and what means rest on, in words."""

from .text import cell, table


def left_out(row):
    """The range of a mean when one workload is left out."""
    if not row.without:
        return ""
    low, high = (choose(row.without, key=row.without.get) for choose in (min, max))
    return f"{cell(row.without[low])} without {low} to {cell(row.without[high])} without {high}"


def beside(row):
    parts = [f"arithmetic {cell(row.arithmetic)}" if row.arithmetic is not None else "", left_out(row)]
    parts.append(f"over all {row.counted[1]}: {cell(row.over_all)}" if row.over_all is not None else "")
    parts += [f"{label}: {cell(value)}" for label, value in row.beside.items()]
    parts.append(f"judged by the bound {row.bound:g}" if row.bound is not None else "")
    parts.append(row.robust)
    return "; ".join(part for part in parts if part)


def at_the_papers_value(row, rows):
    """The mean with the workload that it depends on most at the value that the paper states for it, where it states one."""
    name = row.hangs_on
    same = [other for other in rows if other.claim["workload"] == name and isinstance(other.paper, float)
            and all(other.claim[key] == row.claim[key] for key in ("system", "metric", "baseline"))]
    if not same or row.kind not in ["ratio", "factor"]:
        return ""
    # A geometric mean of n: one factor is replaced.
    count, with_all, without = len(row.without), row.model, row.without[name]
    mean = without ** ((count - 1) / count) * same[0].paper ** (1 / count)
    return f"; with {name} at the paper's {same[0].claim['value']} it is {cell(mean)} instead of {cell(with_all)}"


def hanging(row, rows):
    name = row.hangs_on
    return (f"- {row.key} ({row.claim['system'].rpartition('/')[2]}, {row.claim['metric']}): {cell(row.model)} depends on {name}: "
            f"{cell(row.without[name])} without it ({row.verdict_without(name)} instead of {row.verdict})".replace(
                f"({row.verdict} instead of {row.verdict})", f"({row.verdict} still)")
            + at_the_papers_value(row, rows) + ".\n")


def means_text(rows):
    """What the means of a report rest on."""
    means = [row for row in rows if row.without]
    if not means:
        return ""
    carried = [row for row in means if row.hangs_on]
    text = (f"### What the means rest on\n\n{len(means)} rows are means. "
            + (f"{len(carried)} of them depend on one workload: without it the verdict is a worse one, or less than half the "
               f"effect is left.\n\n{''.join(hanging(row, rows) for row in carried)}" if carried else
               "None depends on one workload: without any one, the verdict is no worse and more than half of the effect is left.\n"))
    both = [row for row in means if row.over_all is not None]
    if both:
        head = ["row", "system", "what", "paper", "over the selected (how many)", "over all (how many)"]
        text += "\nMeans over what the rule selects, and over all:\n\n" + table(
            head, [[row.key, row.claim["system"], row.claim["metric"], row.claim["value"],
                    f"{cell(row.model)} ({row.counted[0]})", f"{cell(row.over_all)} ({row.counted[1]})"] for row in both])
    return text
