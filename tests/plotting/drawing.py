"""Runs scripts/plot in this process, and reads the SVG that it draws."""

import contextlib
import io
import json
import os
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as xml

import small  # noqa: F401  (the path of the package)

SVG = "{http://www.w3.org/2000/svg}"


class DrawingCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="heddle_plotting_")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, content, name="stats.json"):
        with open(self.path(name), "w") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return self.path(name)

    def plot(self, *arguments):
        """(exit code, what it said)"""
        from plotting.__main__ import main

        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                code = main(list(arguments))
            except SystemExit as end:  # argparse
                code = end.code
        return code, said.getvalue()

    def draw(self, content):
        """The picture of these statistics."""
        code, said = self.plot("noc", self.write(content), "--output", self.path("noc.svg"))
        self.assertEqual(code, 0, said)
        return Picture(self.path("noc.svg"))


class Picture:
    def __init__(self, path):
        self.root = xml.parse(path).getroot()
        self.texts = ["".join(text.itertext()).strip() for text in self.root.iter(SVG + "text")]
        self.shapes = {group.get("id"): group.find(SVG + "path") for group in self.root.iter(SVG + "g")}

    def style(self, name):
        return dict(re.findall(r"([\w-]+): ([^;]+)", self.shapes[name].get("style")))

    def width(self, name):
        columns = [float(x) for x in re.findall(r"[ML] ([-\d.]+) [-\d.]+", self.shapes[name].get("d"))]
        return max(columns) - min(columns)
