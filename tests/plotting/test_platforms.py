import os
import subprocess
import unittest

import drawing
import small

GPU, STIMULI = os.environ.get("HEDDLE_GPU"), os.environ.get("HEDDLE_STIMULI")


@small.needs_matplotlib
@unittest.skipUnless(GPU, "no platform: HEDDLE_GPU names none")
class PlatformTest(drawing.DrawingCase):
    def run_and_plot(self, *settings):
        """The picture of a short run."""
        stats, svg = self.path("stats.json"), self.path("stats.svg")
        subprocess.run([GPU, "--quiet", "--system", "small", "--stimulus", f"{STIMULI}/micro/vector_add_small.stim",
                        "--stats", stats, *(word for setting in settings for word in ["--set", setting])], check=True)
        code, said = self.plot("noc", stats, "--output", svg)
        self.assertEqual(code, 0, said)
        return drawing.Picture(svg)

    def test_a_mesh_has_its_nodes_where_they_were_put(self):
        picture = self.run_and_plot("path.network=mesh", "mesh.width=3", "mesh.height=4", "mesh.memory_nodes=5,1",
                                    "topology.clusters=2", "topology.memory_partitions=2")
        for name in ["Request network: cluster 0 to router 0", "Request network: cluster 1 to router 2",
                     "Reply network: memory 0 to router 5", "Reply network: memory 1 to router 1"]:
            self.assertNotEqual(picture.style(name)["fill"], "#ffffff", name + " carries traffic")
        for text, times in [("M: L2 slice", 1), ("M1", 2), ("C1", 2), ("C2", 0)]:
            self.assertEqual(picture.texts.count(text), times, text)
        self.assertIn("Reply network: router 8 to router 11", picture.shapes)
        self.assertNotIn("Reply network: router 12", picture.shapes)

    def test_a_mesh_that_finds_its_own_shape(self):
        picture = self.run_and_plot("path.network=mesh", "topology.clusters=3", "topology.memory_partitions=2")
        for text, times in [("M1", 2), ("C2", 2), ("no traffic", 0)]:
            self.assertEqual(picture.texts.count(text), times, text)
        self.assertIn("Request network: router 2 to router 5", picture.shapes)
        self.assertNotIn("Request network: router 6", picture.shapes)

    def test_a_crossbar(self):
        picture = self.run_and_plot("topology.clusters=3", "topology.memory_partitions=2")
        for text, times in [("cluster 2", 2), ("cluster 3", 0), ("L2 slice 1", 2), ("no traffic", 0)]:
            self.assertEqual(picture.texts.count(text), times, text)


if __name__ == "__main__":
    unittest.main()
