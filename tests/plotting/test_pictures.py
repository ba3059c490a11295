import os
import unittest

import drawing
import small


def brightness(colour):
    return sum(int(colour[i:i + 2], 16) for i in (1, 3, 5))


@small.needs_matplotlib
class PictureTest(drawing.DrawingCase):
    def test_a_mesh_says_what_it_shows(self):
        texts = self.draw(small.mesh()).texts
        for text in ["toy (merging) on a/b.stim", "Request network", "Reply network",
                     "busiest link: router 1 to router 2, 50.0 % of network cycles",
                     "busiest link: memory 0 to router 2, 95.0 % of network cycles",
                     "100 core cycles; each link carries 32 B per network cycle of 1000 MHz",
                     "packets merged, by router", "packets that left, by router", "M: memory controller"]:
            self.assertIn(text, texts)
        for text, times in [("M0", 2), ("C0", 2), ("C3", 2), ("C4", 0), ("link utilisation, % of network cycles", 2)]:
            self.assertEqual(texts.count(text), times, text)

    def test_busier_links_are_darker_and_idle_ones_white(self):
        picture = self.draw(small.mesh())

        def fill(name):
            return picture.style(name)["fill"]
        order = ["memory 0 to router 2", "router 2 to router 1", "router 2 to router 5", "router 1 to router 0",
                 "router 1 to cluster 1", "router 3 to router 4"]
        colours = [brightness(fill(f"Reply network: {name}")) for name in order]
        self.assertEqual(colours, sorted(colours))
        self.assertEqual(len(set(colours)), len(colours))
        self.assertEqual(fill("Reply network: router 3 to router 4"), "#ffffff")
        self.assertEqual(picture.style("Reply network: memory 0 to router 2")["stroke"], "#000000")
        self.assertLess(brightness(fill("Request network: router 5")), brightness(fill("Request network: router 1")))

    def test_a_crossbar_shows_every_port(self):
        picture = self.draw(small.crossbar())
        for text in ["toy (merging) on a/b.stim", "busiest port: to L2 slice 0, 20.0 % of network cycles",
                     "busiest port: from L2 slice 1, 75.0 % of network cycles", "in, mean 10.0 %", "out, mean 41.7 %",
                     "port utilisation, % of network cycles"]:
            self.assertIn(text, picture.texts)
        for text in ["cluster 2", "L2 slice 1"]:
            self.assertEqual(picture.texts.count(text), 2, text)
        long, short = (picture.width(f"Reply network: {port}") for port in ["from L2 slice 1", "to cluster 0"])
        self.assertAlmostEqual(long / short, 0.75 / 0.3, places=3)

    def test_a_network_without_traffic_is_drawn(self):
        content = small.crossbar()
        for entry in content["modules"]["gpu.noc.crossbar"].values():
            entry["counts"] = [0 for _ in entry["counts"]]
        self.assertEqual(self.draw(content).texts.count("no traffic"), 2)

    def test_a_run_that_did_not_finish_says_so(self):
        self.assertIn("toy (merging) on a/b.stim [deadlock]", self.draw({**small.mesh(), "outcome": "deadlock"}).texts)

    def test_the_same_statistics_give_the_same_file(self):
        files = []
        for name in ["a.png", "b.png"]:
            self.assertEqual(self.plot("noc", self.write(small.mesh()), "--output", self.path(name))[0], 0)
            with open(self.path(name), "rb") as file:
                files.append(file.read())
        self.assertEqual(files[0][:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(files[0], files[1])

    def test_a_picture_that_cannot_be_written_is_an_error(self):
        os.mkdir(self.path("noc.png.part"))
        code, said = self.plot("noc", self.write(small.mesh()), "--output", self.path("noc.png"))
        self.assertEqual((code, said), (2, f"error: --output {self.path('noc.png')}: Is a directory\n"))

    def test_a_link_is_followed(self):
        os.symlink("real.png", self.path("noc.png"))
        self.assertEqual(self.plot("noc", self.write(small.mesh()), "--output", self.path("noc.png"))[0], 0)
        self.assertTrue(os.path.islink(self.path("noc.png")))
        self.assertTrue(os.path.isfile(self.path("real.png")))


if __name__ == "__main__":
    unittest.main()
