"""The rules of the CTA-clustering paper's framework (MECHANISMS 4.8): from the probes to a category, and to a partition.

The paper gives no thresholds; these are MECHANISMS 4.8 [R]: a change counts from 5 % on, and coalescing is good if an
access touches two lines or less on average.
"""

from dataclasses import dataclass, field

CLEAR_CHANGE = 0.05
FEW_LINES = 2.0
EXPLOITABLE = ("algorithm", "cache-line")


def change(value, base):
    """Relative to the base; 0 if both are 0."""
    return value / base - 1 if base else float(bool(value))


def clear(value, base):
    return abs(change(value, base)) >= CLEAR_CHANGE


@dataclass
class Verdict:
    category: str
    partition: str  # row (Y-P) or column (X-P)
    reasons: list = field(default_factory=list)

    @property
    def exploitable(self):
        return self.category in EXPLOITABLE


def percent(value):
    return f"{100 * value:+.1f} %"


def order_matters(probes, reasons):
    """Step 1: redirection with row and with column order; a kernel that feels it has locality among CTAs."""
    row, column = probes["row"], probes["column"]
    hits = clear(column.l1_hit_rate, row.l1_hit_rate)
    time = clear(column.cycles, row.cycles)
    reasons.append(
        f"redirected in column instead of row order: L1 hit rate {100 * row.l1_hit_rate:.1f} % -> "
        f"{100 * column.l1_hit_rate:.1f} %, cycles {percent(change(column.cycles, row.cycles))}: "
        + ("locality among CTAs" if hits or time else "no clear change"))
    return hits or time


def over_fetches(probes, reasons):
    """Step 2: without L1 the L2 is read less where long lines fetch what nobody uses."""
    stores = probes["base"].store_sectors
    base, off = probes["base"].read_sectors(stores), probes["no_l1"].read_sectors(stores)
    drops = change(off, base) <= -CLEAR_CHANGE
    reasons.append(f"L1 off: sectors read from the L2 {percent(change(off, base))}: "
                   + ("lines bring more than is used" if drops else "no drop"))
    return drops


def writes_destroy(probes, reasons):
    """Step 4: an L1 that keeps what is stored hits clearly more often if stores drop lines that are read again."""
    base, kept = probes["base"].l1_hit_rate, probes["kept_stores"].l1_hit_rate
    destroyed = change(kept, base) >= CLEAR_CHANGE
    reasons.append(f"stores kept in the L1: hit rate {100 * base:.1f} % -> {100 * kept:.1f} %: "
                   + ("stores destroy reuse" if destroyed else "stores destroy none"))
    return destroyed


def category_of(probes, reasons):
    if order_matters(probes, reasons):
        return "cache-line" if over_fetches(probes, reasons) else "algorithm"
    over_fetches(probes, reasons)
    writing = writes_destroy(probes, reasons)
    lines = probes["base"].lines_per_access
    reasons.append(f"{lines:.2f} lines per access: " + ("coalesced" if lines <= FEW_LINES else "not coalesced"))
    if writing:
        return "writing"
    return "streaming" if lines <= FEW_LINES else "data"


def partition_of(probes, flat, reasons):
    """A grid with one dimension has one order, which the paper calls X-P. Else the order by which the L2 is read less."""
    if flat:
        reasons.append("the grid has one dimension: X-P, which is the same as Y-P there")
        return "column"
    stores = probes["base"].store_sectors
    row, column = (probes[order].read_sectors(stores) for order in ("row", "column"))
    chosen = "column" if column < row else "row"
    reasons.append(f"sectors read from the L2: {row} in row order (Y-P), {column} in column order (X-P): "
                   + ("X-P" if chosen == "column" else "Y-P"))
    return chosen


def classify(probes, flat):
    reasons = []
    category = category_of(probes, reasons)
    return Verdict(category, partition_of(probes, flat, reasons), reasons)
