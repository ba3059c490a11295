import unittest

import toy  # noqa: F401  (the path of the package)

from reproduction.verdicts import AGREES, DIRECTION, DISAGREES, NOT_RUN, verdict


class VerdictTest(unittest.TestCase):
    def check(self, kind, *cases):
        for paper, model, expected in cases:
            self.assertEqual(verdict(kind, paper, model), expected, (kind, paper, model))

    def test_ratios(self):
        self.check("ratio", (1.15, 1.10, AGREES), (1.15, 1.0999, DIRECTION), (1.15, 1.3, DIRECTION),
                   (1.04, 0.995, DISAGREES), (1.04, 1.004, DISAGREES), (1.04, 1.006, AGREES),
                   (0.8, 0.85, AGREES), (0.8, 0.9, DIRECTION), (0.98, 1.01, DISAGREES))

    def test_no_change_has_no_direction(self):
        self.check("ratio", (1.0, 1.05, AGREES), (1.0, 0.96, AGREES), (1.0, 1.06, DISAGREES))

    def test_differences_of_ratios(self):
        self.check("points", (0.05, 0.01, AGREES), (0.05, 0.004, DISAGREES),
                   (0.05, -0.01, DISAGREES), (0.05, 0.2, DIRECTION))

    def test_shares(self):
        self.check("share", (0.19, 0.15, AGREES), (0.48, 0.3, DIRECTION), (0.48, 0.2, DISAGREES), (0.1, 0.0, DISAGREES))

    def test_counts_and_quantities(self):
        self.check("count", (6, 5, AGREES), (6, 4, DIRECTION), (6, 2, DISAGREES))
        self.check("quantity", (2000, 1901, AGREES), (2000, 1001, DIRECTION), (2000, 900, DISAGREES))

    def test_what_was_not_run_is_not_judged(self):
        self.check("ratio", (1.1, None, NOT_RUN))


if __name__ == "__main__":
    unittest.main()
