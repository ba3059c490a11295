#!/usr/bin/python3
"""Runs the kernel library and writes its tables into stimuli/README.md, between the two marker comments.

usage: scripts/library_table.py [NAME...] [--size test small paper] [--gpu FILE] [--print]

Rows of kernels and sizes that are not run stay as they are. A run whose result is wrong ends the script.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STIMULI = os.path.join(ROOT, "stimuli")
README = os.path.join(STIMULI, "README.md")
BEGIN = "<!-- library table: written by scripts/library_table.py -->"
END = "<!-- end of library table -->"
SIZES = ["test", "small", "paper"]
PAPERS = ["icc", "warppool", "pktcoal", "ctaclu", "dcl1"]


def kernels():
    """suite/kernel of every line of the list, in its order."""
    with open(os.path.join(STIMULI, "CMakeLists.txt")) as lines:
        return re.findall(r"^heddle_kernel\((\S+)\)", lines.read(), re.MULTILINE)


def read(path):
    with open(path) as file:
        return file.read()


def description(kernel):
    """The first sentence of the kernel's README, and the papers that "Used by", or else the text, names."""
    path = os.path.join(STIMULI, kernel, "README.md")
    if not os.path.exists(path):
        sys.exit(f"error: stimuli/{kernel}/README.md is missing; the table takes the kernel's description from it")
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", read(path)) if p.strip()]
    text = [p for p in paragraphs if not p.startswith(("#", "|"))]
    sentence = re.split(r"(?<=[.:])\s+(?=[A-Z`])", text[0])[0].rstrip(".:") if text else ""
    used = re.search(r"Used by(.*)", "\n".join(text))
    where = used.group(1) if used else "\n".join(text)
    named = [p for p in PAPERS if re.search(rf"\b{p}\b", where)]
    return sentence.replace("|", "\\|"), ", ".join(named) if named else "-"


def statements(path):
    """The statements of a stimulus and of what it includes, in order, without comments."""
    text = "\n".join(line.split("#")[0] for line in read(path).splitlines())
    while re.search(r"\([^()]*\n[^()]*\)", text):  # a line may end inside brackets
        text = re.sub(r"\([^()]*\)", lambda m: m[0].replace("\n", " "), text)
    for line in text.splitlines():
        line = line.strip()
        included = re.match(r'include\s+"([^"]+)"', line)
        if included:
            yield from statements(os.path.join(os.path.dirname(path), included.group(1)))
        elif line:
            yield line


def value(expression, constants):
    """An integer expression of the language; its operators are Python's but for the division."""
    expression = re.sub(r"\b(\d+)([KMG])\b", lambda m: str(int(m[1]) << {"K": 10, "M": 20, "G": 30}[m[2]]), expression)
    if not re.fullmatch(r"[\w\s+*/%()<>&|^~.-]+", expression) or "__" in expression:
        raise ValueError(expression)
    division = "/" if "." in expression else "//"
    functions = {"__builtins__": {}, "min": min, "max": max}
    return eval(expression.replace("/", division), functions, constants)  # noqa: S307, our own files


def split_commas(text):
    """At the commas outside of brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def dimensions(text, constants):
    return " x ".join(str(int(value(part, constants))) for part in split_commas(text))


def shapes(path):
    """(name, grid, block) of every kernel the stimulus defines, in order."""
    constants, result = {}, []
    for line in statements(path):
        constant = re.match(r"const\s+(\w+)\s*=\s*(.+)", line)
        kernel = re.match(r"kernel\s+(\w+).*?\sgrid\s+(.+?)\s+block\s+(.+?)(\s+shared\s.*|\s+registers\s.*)?$", line)
        if constant:
            constants[constant[1]] = value(constant[2], constants)
        elif kernel:
            result.append((kernel[1], dimensions(kernel[2], constants), dimensions(kernel[3], constants)))
    return result


def grid_and_block(path, launches):
    """What was launched: grids that differ between launches are shown by their numbers of CTAs."""
    parts, defined = [], shapes(path)
    for number, (name, grid, block) in enumerate(defined):
        ctas = [launch["ctas"] for launch in launches if launch["kernel"] == number]
        if not ctas:
            continue
        product = 1
        for size in grid.split(" x "):
            product *= int(size)
        shown = grid if set(ctas) == {product} else " to ".join(str(n) for n in sorted({min(ctas), max(ctas)}))
        times = f", {len(ctas)} times" if len(ctas) > 1 else ""
        parts.append(f"{name + ': ' if len(defined) > 1 else ''}{shown} of {block}{times}")
    return "; ".join(parts)


def grouped(number):
    return f"{number:,}".replace(",", " ")


def measured(gpu, kernel, size):
    """A row of the second table."""
    stimulus = os.path.join(STIMULI, kernel, size + ".stim")
    with tempfile.NamedTemporaryFile(suffix=".json") as stats_file:
        done = subprocess.run([gpu, "--quiet", "--stimulus", stimulus, "--stats", stats_file.name])
        if done.returncode != 0:
            sys.exit(f"error: {kernel} of size {size} ended with exit code {done.returncode}")
        stats = json.load(open(stats_file.name))
    totals = {name: figure["value"] for name, figure in stats["totals"].items()}
    return [kernel, size, grid_and_block(stimulus, stats["kernels"]), grouped(totals["warp_instructions"]),
            grouped(totals["l1_accesses"]), grouped(totals["cycles"])]


def existing_rows(text):
    """The rows of the second table as they are: {(kernel, size): cells}."""
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| ") and len(cells) == 6 and cells[1] in SIZES:
            rows[cells[0], cells[1]] = cells
    return rows


def table(head, alignment, rows):
    return ["| " + " | ".join(cells) + " |" for cells in [head]] + [alignment] + \
        ["| " + " | ".join(cells) + " |" for cells in rows]


def tables(rows):
    listed = []
    for kernel in kernels():
        suite, name = kernel.split("/")
        listed.append([suite, f"[{name}]({kernel}/README.md)", *description(kernel)])
    lines = table(["suite", "kernel", "what it computes", "papers"], "|---|---|---|---|", listed)
    lines += ["", "Baseline GPU, results checked; L1 accesses are requests for lines.", ""]
    ordered = [rows[kernel, size] for kernel in kernels() for size in SIZES if (kernel, size) in rows]
    return lines + table(["kernel", "size", "grid of block", "warp instructions", "L1 accesses", "cycles"],
                         "|---|---|---|--:|--:|--:|", ordered)


def main():
    parser = argparse.ArgumentParser(description="Runs the kernel library and writes its tables.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="suite, kernel or suite/kernel; default: all")
    parser.add_argument("--size", nargs="+", choices=SIZES, default=SIZES, help="default: all three")
    parser.add_argument("--gpu", default=os.path.join(ROOT, "build/bin/gpu"), help="the platform's executable")
    parser.add_argument("--print", action="store_true", help="print the tables, change no file")
    arguments = parser.parse_args()
    chosen = [k for k in kernels() if not arguments.names or {k, *k.split("/")} & set(arguments.names)]
    if not chosen:
        sys.exit(f"error: no kernel of the library is called {' or '.join(arguments.names)}")
    text = read(README)
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"error: stimuli/README.md does not have the two marker comments: {BEGIN} and {END}")
    before, rest = text.split(BEGIN)
    inside, after = rest.split(END)
    rows = existing_rows(inside)
    for kernel in chosen:
        for size in arguments.size:
            print(f"{kernel} {size}", file=sys.stderr, flush=True)
            rows[kernel, size] = measured(arguments.gpu, kernel, size)
    made = "\n".join(tables(rows))
    if arguments.print:
        print(made)
        return
    with open(README, "w") as file:
        file.write(f"{before}{BEGIN}\n{made}\n{END}{after}")


if __name__ == "__main__":
    main()
