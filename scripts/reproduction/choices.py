"""The entries of [choices]: a name that stands for the best of several points, for every workload another one maybe."""

from dataclasses import dataclass

from .errors import InputError

KEYS = ["metric", "of", "below", "needs", "otherwise"]


@dataclass(frozen=True)
class Choice:
    """The point of `of` whose `metric` is largest. `below`: (key, key) of settings; a point counts only for workloads for
    which it sets the first to less than the second, where it sets both. `needs`: keys that it must set for the workload.
    `otherwise`: the point for workloads of which none counts."""

    metric: str
    of: tuple
    below: tuple = ()
    needs: tuple = ()
    otherwise: str = ""

    def allows(self, settings):
        """settings: of "key=value"."""
        values = dict(setting.split("=", 1) for setting in settings)
        return all(key in values for key in self.needs) and all(float(values[low]) < float(values[high]) for low, high in self.below
                   if low in values and high in values)


def read_choices(path, entries, metrics):
    choices = {}
    for name, entry in entries.items():
        where = f"{path}: choice {name}"
        for key in entry:
            if key not in KEYS:
                raise InputError(f"{where}: unknown key '{key}'; known are {' '.join(KEYS)}")
        if not entry.get("of") or entry.get("metric") not in metrics:
            raise InputError(f"{where}: should have `of`, a list of points, and `metric`, one of [metrics]")
        choices[name] = Choice(entry["metric"], tuple(entry["of"]), tuple(entry.get("below", {}).items()),
                               tuple(entry.get("needs", [])), entry.get("otherwise", ""))
    return choices


def parts_of(point):
    """(system, its variants) of `system@variant,variant:WORKLOAD`."""
    system, _, variants = point.partition(":")[0].partition("@")
    return system, [name for name in variants.split(",") if name]


def with_variants(point, more):
    """The point with more variants behind its own."""
    head, colon, workload = point.partition(":")
    system, own = parts_of(head)
    names = [*own, *more]
    return system + ("@" + ",".join(names) if names else "") + colon + workload
