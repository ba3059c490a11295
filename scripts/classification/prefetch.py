"""The system PFH (MECHANISMS 4.7): agents that prefetch their next task into the L1.

What a task reads is known to its program alone, so this needs a kernel that was written so. The library has them as
agents.stim beside the kernel, with prefetch_GPU.stim for its largest size; the size of the stimulus takes its place here.
"""

import os
import re
from dataclasses import dataclass

from .errors import InputError
from .figures import Figures

SETTINGS = ["l1_hints.prefetch=true"]
CONSTANT = re.compile(r"const\s+(\w+)\s*=\s*(.*)")
INCLUDE = re.compile(r'include\s+"([^"]+)"$')


@dataclass
class Prefetch:
    """The run; None, and why, if there is none."""
    stimulus: str
    run: Figures = None
    why: str = ""

    def as_dict(self, base):
        if self.run is None:
            return {"applied": False, "why": self.why}
        return {"applied": True, "stimulus": self.stimulus, "speedup": base.cycles / self.run.cycles,
                **self.run.as_dict()}


def not_for(category):
    return Prefetch("", why=f"not for {category} reuse, which clustering exploits")


def parts_of(file):
    """Constants, included file: None if the stimulus has more than these."""
    with open(file, encoding="utf-8") as stream:
        lines = [line.split("#")[0].strip() for line in stream]
    constants, included = {}, None
    for line in filter(None, lines):
        constant, include = CONSTANT.match(line), INCLUDE.match(line)
        if constant:
            constants[constant[1]] = constant[2]
        elif include and included is None:
            included = include[1]
        else:
            return None
    return (constants, included) if included else None


def compose(stimulus, form, sms, folder):
    """A stimulus of the size of `stimulus` and with the agents of `form`, prefetch_GPU.stim; None if that cannot be told."""
    own, agents = parts_of(stimulus), parts_of(form)
    if not own or not agents:
        return None
    constants = {**agents[0], **own[0], "SMS": sms}
    file = os.path.join(folder, "prefetch.stim")
    with open(file, "w", encoding="utf-8") as stream:
        stream.writelines(f"const {name} = {value}\n" for name, value in constants.items())
        stream.write(f'include "{os.path.join(os.path.abspath(os.path.dirname(form)), agents[1])}"\n')
    return file


def prefetch(model, stimulus, preset, given, folder):
    """`given`: a stimulus whose agents prefetch; none: find one. `folder` is for what is composed."""
    if given:
        if not os.path.exists(given):
            raise InputError(f"--prefetch: {given} does not exist")
        return Prefetch(given, model.of(given).run(SETTINGS))
    form = os.path.join(os.path.dirname(stimulus), f"prefetch_{preset}.stim")
    if not os.path.exists(form):
        return Prefetch("", why=f"there is no {form} with a form of the kernel whose agents prefetch; --prefetch names one")
    composed = compose(stimulus, form, model.sms(), folder)
    if composed is None:
        return Prefetch("", why=f"{stimulus} or {form} has more than constants and an included file; --prefetch names another")
    other = model.of(composed)
    run = other.try_run(SETTINGS)
    return Prefetch(form, run, "" if run else other.statistics(SETTINGS)[1])
