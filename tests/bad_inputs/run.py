#!/usr/bin/env python3
"""Gives an executable the bad inputs of a table and compares exit code and message.

    run.py EXECUTABLE TABLE [--only TEXT] [--update]

The table is a text file of cases (README.md has the form). --update writes the messages as they are now into the table:
read each before you commit it.
"""
import argparse
import lzma
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

LONGEST_SECONDS = 60
LONGEST_LINE = 1200  # of a message, whatever it quotes


class Case:
    def __init__(self, title):
        self.title, self.arguments, self.code = title, [], 2
        self.files, self.message, self.memory_mib, self.head = {}, [], None, []


def decoded(text):
    """\\xNN, \\n and \\\\ stand for bytes."""
    return text.encode("latin-1").decode("unicode_escape").encode("latin-1")


class Table:
    def __init__(self, path):
        self.cases = []
        target = None  # the list of lines that is being read
        for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
            if line.startswith("== "):
                self.cases.append(Case(line[3:]))
                target = None
            elif line.startswith("> "):
                target = self.directive(line[2:], f"{path}:{number}")
            elif target is not None:
                target.append(line)
            elif line and not line.startswith("#"):
                sys.exit(f"{path}:{number}: text outside of a file or a message")

    def directive(self, text, place):
        case = self.cases[-1]
        word, _, rest = text.partition(" ")
        if word not in ("says",):
            case.head.append("> " + text)
        if word == "run":
            case.arguments = shlex.split(rest)
        elif word == "code":
            case.code = int(rest)
        elif word == "memory":  # MiB of address space
            case.memory_mib = int(rest)
        elif word == "folder":
            case.files[rest] = None
        elif word in ("file", "bytes", "long", "xz"):
            name, _, options = rest.partition(" ")
            lines = []
            case.files[name] = (word, options, lines, len(case.head) - 1)
            return lines
        elif word == "says":
            return case.message
        else:
            sys.exit(f"{place}: unknown directive '{word}'")
        return None


def contents(kind, options, lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    text = "".join(line + "\n" for line in lines)
    if kind == "file":
        return text.encode()
    if kind == "bytes":
        return b"".join(decoded(line) for line in lines)
    if kind == "long":  # the last character COUNT times
        return text.rstrip("\n").encode() + text.rstrip("\n")[-1:].encode() * int(options)
    packed = lzma.compress(text.encode())
    for option in options.split():
        how, _, value = option.partition("=")
        if how == "cut":
            packed = packed[: -int(value)]
        elif how == "damage":
            at = int(value)
            packed = packed[:at] + bytes([packed[at] ^ 0xFF]) + packed[at + 1 :]
        elif how == "append":
            packed += decoded(value)
    return packed


def run(executable, case):
    with tempfile.TemporaryDirectory(prefix="heddle_bad_inputs_") as folder:
        for name, what in case.files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            if what is None:
                path.mkdir()
            else:
                path.write_bytes(contents(*what[:3]))
        limit = None
        if case.memory_mib:
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (case.memory_mib << 20,) * 2)
        arguments = [decoded(argument) for argument in case.arguments]
        try:
            done = subprocess.run([executable, *arguments], cwd=folder, capture_output=True, timeout=LONGEST_SECONDS,
                                  preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return None, f"still running after {LONGEST_SECONDS} seconds"
        return done.returncode, done.stderr.decode("utf-8", "backslashreplace").rstrip("\n")


def matches(expected, found):
    """A line of the table may leave out the middle of a line with '[...]'."""
    expected, found = expected.split("\n"), found.split("\n")
    if any(len(line) > LONGEST_LINE for line in found):
        return False
    if expected and expected[-1] == "[...]":
        expected, found = expected[:-1], found[: len(expected) - 1]
    if len(expected) != len(found):
        return False
    for want, got in zip(expected, found):
        begin, left_out, end = want.partition("[...]")
        same = got.startswith(begin) and got.endswith(end) and len(got) >= len(begin) + len(end)
        if not (same if left_out else want == got):
            return False
    return True


def written(case, message):
    out = [f"== {case.title}"]
    bodies = {entry[3]: entry[2] for entry in case.files.values() if entry}
    for number, line in enumerate(case.head):
        out.append(line)
        if number in bodies:
            body = list(bodies[number])
            while body and not body[-1]:
                body.pop()
            out += body
    return "\n".join(out + ["> says", message, ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable")
    parser.add_argument("table")
    parser.add_argument("--only", default="")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--no-limits", action="store_true", help="leave out cases with limited memory")
    options = parser.parse_args()
    executable = str(pathlib.Path(options.executable).resolve())
    cases = [case for case in Table(options.table).cases
             if options.only in case.title and not (options.no_limits and case.memory_mib)]
    if not cases:
        sys.exit("no case is called so")
    wrong, texts = 0, []
    for case in cases:
        code, message = run(executable, case)
        prefix = "heddle gpu: error: "
        message = message[len(prefix):] if message.startswith(prefix) else "WITHOUT PREFIX " + message
        expected = "\n".join(case.message).rstrip("\n")
        if code != case.code or not matches(expected, message):
            wrong += 1
            print(f"{case.title}: exit code {code}, expected {case.code}\n  says:     {message}\n  expected: {expected}")
        keep = expected if expected and matches(expected, message) else message
        texts.append(written(case, keep))
    print(f"{len(cases)} bad inputs, {wrong} wrong")
    if options.update and not options.only and not options.no_limits:
        head = [line for line in pathlib.Path(options.table).read_text().split("== ")[0].splitlines()]
        pathlib.Path(options.table).write_text("\n".join(head) + "\n" * (1 if head else 0) + "\n".join(texts))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
