import os
import unittest

import drawing
import small


class MistakesTest(drawing.DrawingCase):
    def refused(self, words, *arguments):
        code, said = self.plot(*arguments)
        self.assertEqual(code, 2, said)
        self.assertIn(words, said)
        self.assertNotIn("Traceback", said)
        self.assertFalse([name for name in os.listdir(self.folder) if not name.endswith(".json")], "nothing is left")

    def test_a_file_that_holds_no_statistics(self):
        missing = self.path("no.json")
        self.refused("no.json: No such file or directory; a platform writes one with --stats", "noc", missing)
        self.refused("not a statistics file: Expecting value: line 1", "noc", self.write("core,1,2\n"))
        self.refused("is JSON, but not statistics of a run", "noc", self.write({"totals": {}}))
        self.refused("is JSON, but not statistics of a run", "noc", self.write([1, 2]))
        self.refused("is JSON, but not statistics of a run", "noc", self.write({**small.mesh(), "modules": []}))
        self.refused("Is a directory", "noc", self.folder, "--output", self.path("a.png"))

    def test_statistics_that_cannot_be_drawn(self):
        self.refused("has neither routers of a mesh nor a crossbar", "noc", self.write(small.run({})))
        early = {**small.mesh(), "totals": {"cycles": {"value": 0}}, "outcome": "interrupted"}
        self.refused("ended before its first cycle (interrupted)", "noc", self.write(early))
        clockless = small.mesh()
        del clockless["config"]["clock.noc_mhz"]
        self.refused("clock frequencies are missing", "noc", self.write(clockless))

    def test_an_output_that_cannot_be_written(self):
        stats = self.write(small.mesh())
        self.refused("there is no folder", "noc", stats, "--output", self.path("missing/noc.png"))
        self.refused("should end in .png, .svg or .pdf", "noc", stats, "--output", self.path("noc.gif"))
        self.refused("should end in .png, .svg or .pdf", "noc", stats, "--output", stats)

    def test_usage(self):
        self.refused("invalid choice: 'mesh'", "mesh", "stats.json")
        self.refused("STATS.json", "noc")
        code, said = self.plot("noc", "--help")
        self.assertEqual(code, 0)
        for word in ["STATS.json", "--output", "Exit codes"]:
            self.assertIn(word, said)


if __name__ == "__main__":
    unittest.main()
