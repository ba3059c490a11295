"""What a run of the model says that the classification needs."""

from dataclasses import asdict, dataclass


def total(statistics, name):
    entry = statistics["totals"].get(name)
    return entry["value"] if entry else 0


def sum_over(statistics, level, counter):
    prefix = "gpu." + level + "."
    return sum(block[counter]["value"] for name, block in statistics["modules"].items()
               if name.startswith(prefix) and counter in block)


@dataclass
class Figures:
    cycles: int
    l1_hit_rate: float  # of loads
    l2_sectors: int  # of 32 B, of all accesses of the L2
    store_sectors: int  # of these: stores that the L1s passed on
    lines_per_access: float
    l1_served: int = 0  # loads that the L1s had, or that waited for a line on its way
    bypassed_loads: int = 0  # loads that went past the L1s
    prefetches: int = 0

    def read_sectors(self, stores):
        """Sectors that loads read; `stores` are those of a run with L1s, because without them nobody counts them."""
        return self.l2_sectors - stores

    def as_dict(self):
        return asdict(self)


def figures_of(statistics):
    loads = total(statistics, "l1_accesses")
    instructions = total(statistics, "lsu_instructions")
    return Figures(
        cycles=total(statistics, "cycles"),
        l1_hit_rate=total(statistics, "l1_hits") / loads if loads else 0.0,
        l2_sectors=sum_over(statistics, "l2", "sector_accesses"),
        store_sectors=sum_over(statistics, "l1", "store_sectors"),
        lines_per_access=total(statistics, "lsu_line_requests") / instructions if instructions else 0.0,
        l1_served=total(statistics, "l1_hits") + total(statistics, "l1_hit_reserved"),
        bypassed_loads=total(statistics, "l1_bypassed_loads"),
        prefetches=total(statistics, "l1_prefetches"))
