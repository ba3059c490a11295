"""Reads reproduction/<paper>.toml: workloads, points, figures, metrics.

A *point* is a system with settings, written `system` or `system@variant` (several: `system@variant,variant`); with
`:WORKLOAD` behind it it is always that workload's. In place of a system a *choice* may stand, the best of several points. A *run* is a point on a program. Figures name points, and the same point in several figures is one run; so
are several kernels of a program.
"""

import difflib
import os
import tomllib
from dataclasses import dataclass

from .choices import parts_of, read_choices, with_variants
from .errors import InputError
from .figure import Bar, Figure
from .groups import MEANT_ALREADY, read_groups
from .scatter import Scatter
from .timeline import Timeline
from .workload import read_workload

SIZES = ["test", "small", "paper"]
SECTIONS = ["paper", "platform", "title", "text", "workloads", "groups", "selection", "settings", "systems", "variants",
            "choices", "metrics", "figures", "timelines", "scatters", "targets", "wrong_data_allowed", "remains",
            "since"]


@dataclass(frozen=True)
class Run:
    """Everything that decides a result, except the executable and the stimulus, whose hashes stand in the result."""

    paper: str
    size: str
    workload: str
    system: str
    settings: tuple  # of "key=value", sorted
    recording: str = ""  # key of the timeline that is made from its waveform
    file: str = ""  # of the stimulus, where the point runs another one than its size's

    @property
    def name(self):
        settings = [",".join(self.settings)] if self.settings else []
        recording = [f"timeline_{self.recording}"] if self.recording else []
        file = [self.file] if self.file else []
        return "__".join([self.workload, self.system, *file, *settings, *recording]).replace("/", "_")


def need(condition, message):
    if not condition:
        raise InputError(message)


def choose(names, known, what):
    """The chosen names in the order of the known ones; all of them if nothing was chosen."""
    for name in names or []:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise InputError(f"no {what} is called '{name}'{hint} There are: {' '.join(known)}")
    return [name for name in known if not names or name in names]


class Plan:
    def __init__(self, path):
        self.path = path
        try:
            with open(path, "rb") as file:
                data = tomllib.load(file)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from error
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path}: {error}") from error
        for section in data:
            need(section in SECTIONS, f"{path}: unknown key '{section}'; known are {' '.join(SECTIONS)}")
        for section in ["paper", "platform", "title", "workloads", "metrics", "figures"]:
            need(section in data, f"{path}: '{section}' is missing")
        self.paper, self.platform, self.title = data["paper"], data["platform"], data["title"]
        self.text = data.get("text", "")
        self.remains = data.get("remains", "")
        self.since = data.get("since", "")
        self.workloads = {name: read_workload(f"{path}: workload {name}", name, entry)
                          for name, entry in data["workloads"].items()}
        self.members = [name for name, workload in self.workloads.items() if not workload.apart]
        self.programs = self.read_programs()
        self.settings = data.get("settings", {})
        self.systems = data.get("systems", {})
        self.variants = data.get("variants", {})
        self.wrong_data_allowed = data.get("wrong_data_allowed", [])
        for variant in self.wrong_data_allowed:
            need(variant in self.variants, f"{path}: wrong_data_allowed: no variant is called '{variant}'")
        self.metrics = data["metrics"]
        self.choices = read_choices(path, data.get("choices", {}), self.metrics)
        self.groups = read_groups(path, data.get("groups", {}), self.workloads, self.term)
        self.targets = data.get("targets", {})
        self.figures = {key: self.read_figure(key, entry) for key, entry in data["figures"].items()}
        self.selection = self.read_selection(data.get("selection"))
        self.timelines = {key: self.read_timeline(key, entry) for key, entry in data.get("timelines", {}).items()}
        self.scatters = {key: self.read_scatter(key, entry) for key, entry in data.get("scatters", {}).items()}

    @classmethod
    def of_paper(cls, root, paper):
        folder = os.path.join(root, "reproduction")
        papers = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".toml"))
        choose([paper], papers, "paper")
        return cls(os.path.join(folder, paper + ".toml"))

    def read_programs(self):
        """Name in runs -> one of the workloads that it runs."""
        programs = {}
        for name, workload in self.workloads.items():
            known = programs.setdefault(workload.program, workload)
            same = all(getattr(known, key) == getattr(workload, key) for key in ["stimulus", "files", "settings", "dumps", "points"])
            need(same, f"{self.path}: workload {name}: another one is run as {workload.program}, from other files or settings")
        return programs

    def read_selection(self, entry):
        """What makes a workload count in the means: `metric` of `point` is larger than `above`."""
        if entry is None:
            return None
        for name in ["metric", "point", "above"]:
            need(name in entry, f"{self.path}: selection: '{name}' is missing")
        need(entry["metric"] in self.metrics, f"{self.path}: selection: no metric is called '{entry['metric']}'")
        self.settings_of(entry["point"], f"{self.path}: selection")
        return entry

    def read_timeline(self, key, entry):
        timeline = Timeline.read(f"{self.path}: timeline {key}", key, entry)
        choose([timeline.workload], list(self.workloads), "workload")
        self.settings_of(timeline.point, f"{self.path}: timeline {key}")
        return timeline

    def read_scatter(self, key, entry):
        scatter = Scatter.read(f"{self.path}: scatter {key}", key, entry)
        for point in scatter.panels.values():
            self.settings_of(point, f"{self.path}: scatter {key}")
            dumps = self.workloads[self.workload_at(point, "")].dumps if ":" in point else ()
            need(all(name in dumps for name in scatter.buffers()),
                 f"{self.path}: scatter {key}: point {point} should name a workload (:NAME) with dumps of {' '.join(scatter.buffers())}")
        return scatter

    def read_figure(self, key, entry):
        where = f"{self.path}: figure {key}"
        known = ["title", "y", "form", "metric", "parts", "relative_to", "bars", "text", "mean", "workloads", "groups", "sort"]
        for name in entry:
            need(name in known, f"{where}: unknown key '{name}'; known are {' '.join(known)}")
        for name in ["title", "y", "bars"]:
            need(name in entry, f"{where}: '{name}' is missing")
        bars = [self.read_bar(where, entry, bar) for bar in entry["bars"]]
        form = entry.get("form", "ratio" if any(bar.reference for bar in bars) else "value")
        need(form in ["ratio", "value", "percent", "percent_gain"], f"{where}: unknown form '{form}'")
        relative = form in ["ratio", "percent_gain"]
        need(all((bar.reference is not None) == relative for bar in bars),
             f"{where}: form {form} {'needs' if relative else 'takes no'} relative_to")
        mean = entry.get("mean", "geometric" if relative else "arithmetic")
        need(mean in ["geometric", "arithmetic", "none"], f"{where}: unknown mean '{mean}'")
        names, group = self.shown_workloads(entry.get("workloads", self.members))
        figure = Figure(key, entry["title"], entry["y"], form, bars, entry.get("parts", []), entry.get("text", ""), mean,
                        names, group, entry.get("groups", []), entry.get("sort", ""))
        choose(figure.groups, [*MEANT_ALREADY, *self.groups], "group")
        if figure.sort not in ["", "each"]:
            self.term(figure.sort, where)
        return figure

    def shown_workloads(self, chosen):
        """(the workloads to run, the group to show): for a group that a rule finds, all are run."""
        if isinstance(chosen, list):
            return choose(chosen, list(self.workloads), "workload"), ""
        choose([chosen], list(self.groups), "group")
        names = self.groups[chosen].names
        return choose(list(names), list(self.workloads), "workload") if names else self.members, chosen

    def read_bar(self, where, entry, bar):
        bar = {"point": bar} if isinstance(bar, str) else bar
        need("point" in bar, f"{where}: a bar without a point: {bar}")
        metrics = bar.get("metrics") or [bar.get("metric") or entry.get("metric")]
        for metric in metrics:
            need(metric in self.metrics, f"{where}: no metric is called '{metric}' in [metrics]")
        need(len(metrics) == max(1, len(entry.get("parts", []))), f"{where}: as many metrics in a bar as parts, please")
        reference = bar.get("relative_to", entry.get("relative_to"))
        for point in [bar["point"], reference]:
            if point:
                self.settings_of(point, where)
        return Bar(bar.get("label", bar["point"]), bar["point"], reference, metrics)

    def term(self, text, where):
        """(metric, point, reference or None) of `metric point` or `metric point/reference`, checked."""
        words = text.split()
        need(len(words) == 2 and words[0] in self.metrics,
             f"{where}: '{text}' should be `metric point` or `metric point/reference`")
        point, _, reference = words[1].partition("/")
        for name in filter(None, [point, reference]):
            self.settings_of(name, where)
        return words[0], point, reference or None

    def settings_of(self, point, where=None, workload=""):
        """The settings of a point on a workload, as sorted "key=value"."""
        system, variants = parts_of(point)
        if system in self.choices:
            choice = self.choices[system]
            for alternative in [*choice.of, *filter(None, [choice.otherwise])]:
                self.settings_of(with_variants(alternative, variants), where)
            return ()
        own = self.workload_at(point, workload, where)
        settings = self.settings | (dict(self.workloads[own].settings) if own else {})
        settings |= settings_in(self.systems.get(system, {}), own)
        for name in variants:
            need(name in self.variants,
                 f"{where or self.path}: point {point}: no variant is called '{name}' in [variants]")
            settings |= settings_in(self.variants[name], own)
        return tuple(sorted(f"{key}={text_of(value)}" for key, value in settings.items()))

    def alternatives(self, point, workload=""):
        """The points that a choice stands for on a workload; any other point is its own."""
        system, variants = parts_of(point)
        choice = self.choices.get(system)
        if choice is None:
            return [point]
        found = []
        for alternative in (with_variants(name, variants) for name in choice.of):
            found += [real for real in self.alternatives(alternative, workload)
                      if choice.allows(self.settings_of(real, workload=workload))]
        if not found and choice.otherwise:
            found = self.alternatives(with_variants(choice.otherwise, variants), workload)
        return list(dict.fromkeys(found))

    def workload_at(self, point, workload, where=None):
        """The workload that a point is looked at with: the one that is asked for unless the point names its own."""
        own = point.partition(":")[2]
        need(not own or own in self.workloads, f"{where or self.path}: point {point}: no workload is called '{own}'")
        return own or workload

    def run(self, size, workload, point, recording=""):
        entry = self.workloads[self.workload_at(point, workload)]
        system, variants = parts_of(point)
        file = entry.file(size, system, variants)
        other = "" if file == entry.file(size, "", []) else file
        return Run(self.paper, size, entry.program, system, self.settings_of(point, workload=workload), recording, other)

    def may_be_wrong(self, run):
        """A variant that shows what a rule is good for may compute wrong results; any other run must be right."""
        variants = [{f"{key}={text_of(value)}" for key, value in settings_in(self.variants[name], "").items()}
                    for name in self.wrong_data_allowed]
        return any(settings <= set(run.settings) for settings in variants)

    def runs(self, size, figures=None, workloads=None):
        """All runs that the figures need, each once. Workloads change fastest, so that an early guess of the time left
        has seen all of them."""
        keys = choose(figures, [*self.figures, *self.timelines, *self.scatters], "figure")
        names = choose(workloads, list(self.workloads), "workload")
        chosen = [self.figures[key] for key in keys if key in self.figures]
        pairs = [(point, name) for figure in chosen for point in figure.points() for name in figure.workloads]
        if chosen:
            pairs = [(point, name) for point in self.deciding_points(chosen) for name in self.members] + pairs
        pairs += [(point, self.workload_at(point, "")) for key, entry in self.scatters.items() if key in keys
                  for point in entry.panels.values()]
        runs = [self.run(size, name, real) for point, name in pairs if self.workload_at(point, name) in names
                for real in self.alternatives(point, name)]
        runs += [self.run(size, entry.workload, entry.point, key) for key, entry in self.timelines.items()
                 if key in keys and entry.workload in names]
        return list(dict.fromkeys(runs))

    def deciding_points(self, figures):
        """What must have been run to know which workloads count in the figures and in which order they stand."""
        named = [self.selection["point"]] if self.selection else []
        named += [point for group in self.groups.values() for point in group.points()]
        for figure in figures:
            if figure.sort not in ["", "each"]:
                named += filter(None, self.term(figure.sort, self.path)[1:])
        return list(dict.fromkeys(named))

    def stimulus(self, run):
        entry = self.programs[run.workload]
        return entry.path(run.file or entry.file(run.size, "", []))


def settings_in(entry, workload):
    """What a system or variant sets for a workload: its `workloads` has what it sets for some only."""
    settings = {key: value for key, value in entry.items() if key != "workloads"}
    return settings | entry.get("workloads", {}).get(workload, {})


def options_of(settings):
    """The words of the command line: `--option=value` is an option of the platform, any other setting goes to --set."""
    words = []
    for setting in settings:
        words += setting.split("=", 1) if setting.startswith("--") else ["--set", setting]
    return words


def text_of(value):
    """As the platform's command line wants it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
