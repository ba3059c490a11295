"""A statistics file as every platform writes it with --stats."""

import json
import numbers

from reproduction.errors import InputError

HINT = "a platform writes one with --stats FILE.json"
SECTIONS = {"platform": str, "system": str, "stimulus": str, "outcome": str, "totals": dict, "modules": dict,
            "config": dict}


class Statistics:
    def __init__(self, path, content):
        self.path = path
        if not isinstance(content, dict) or not all(isinstance(content.get(section), kind)
                                                    for section, kind in SECTIONS.items()):
            raise InputError(f"{path}: is JSON, but not statistics of a run; {HINT}")
        self.content = content
        self.blocks = content["modules"]
        self.config = content["config"]

    @classmethod
    def read(cls, path):
        try:
            with open(path, encoding="utf-8") as file:
                return cls(path, json.load(file))
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}; {HINT}") from None
        except ValueError as error:  # neither JSON nor UTF-8
            raise InputError(f"{path}: not a statistics file: {error}; {HINT}") from None

    def counter(self, block, name):
        return self._entry(block, name, "value")

    def histogram(self, block, name):
        return self._entry(block, name, "counts")

    def _entry(self, block, name, key):
        try:
            return self.blocks[block][name][key]
        except (KeyError, TypeError):
            raise InputError(f"{self.path}: {block} has no {name}; the file may be of another version of Heddle, so "
                             "run the platform again") from None

    def cycles(self, clock):
        """How many cycles of clock.CLOCK_mhz the run took; the totals count those of the core."""
        try:
            core = self.content["totals"]["cycles"]["value"]
            cycles = core * self.config[f"clock.{clock}_mhz"] / self.config["clock.core_mhz"]
        except (KeyError, TypeError, ZeroDivisionError):
            raise InputError(f"{self.path}: cycles or clock frequencies are missing; {HINT}") from None
        if not isinstance(cycles, numbers.Real) or cycles <= 0:
            raise InputError(f"{self.path}: the run ended before its first cycle ({self.content['outcome']}), so there "
                             "is nothing to draw")
        return cycles

    def title(self):
        system, outcome = self.content["system"], self.content["outcome"]
        return (self.content["platform"] + (f" ({system})" if system else "") + f" on {self.content['stimulus']}" +
                ("" if outcome == "finished" else f" [{outcome}]"))

    def subtitle(self, channel, flit_key):
        """How much 100 % is."""
        cycles, mhz = self.content["totals"]["cycles"]["value"], self.config.get("clock.noc_mhz")
        return (f"{cycles:,} core cycles; each {channel} carries {self.config.get(flit_key)} B per network cycle "
                f"of {mhz:g} MHz").replace(",", " ")

    def memory_node(self):
        """What stands at the other end of the network."""
        return "L2 slice" if self.config.get("path.l2") else "memory controller"
