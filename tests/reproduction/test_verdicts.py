import unittest

import toy  # noqa: F401  (the path of the package)

from reproduction.verdicts import AGREES, DIRECTION, DISAGREES, NOT_RUN, SIZE, verdict


class VerdictTest(unittest.TestCase):
    def check(self, kind, *cases):
        for paper, model, expected in cases:
            self.assertEqual(verdict(kind, paper, model), expected, (kind, paper, model))

    def test_ratios(self):
        self.check("ratio", (1.15, 1.10, AGREES), (1.15, 1.0999, DIRECTION), (1.15, 1.3, DIRECTION),
                   (1.04, 0.995, DISAGREES), (1.04, 1.004, DISAGREES), (0.8, 0.85, AGREES), (0.8, 0.9, DIRECTION),
                   (0.98, 1.01, DISAGREES))

    def test_direction_only_has_a_floor_and_a_ceiling(self):
        self.check("ratio", (2.0, 1.5, DIRECTION), (2.0, 1.4999, SIZE), (2.0, 1.014, SIZE), (2.0, 3.0, DIRECTION),
                   (2.0, 3.0001, SIZE), (0.5, 0.986, SIZE), (0.5, 0.75, DIRECTION), (0.9, 0.8, DIRECTION), (0.9, 0.79, SIZE))

    def test_five_points_do_not_swallow_an_effect_of_less_than_ten(self):
        self.check("ratio", (1.04, 1.02, AGREES), (1.04, 1.0199, SIZE), (1.04, 1.06, AGREES), (1.04, 1.07, DIRECTION),
                   (1.04, 1.081, SIZE), (1.10, 1.05, AGREES), (1.10, 1.0499, SIZE), (1.08, 1.035, SIZE))
        self.check("share", (0.08, 0.04, AGREES), (0.08, 0.0399, DISAGREES), (0.04, 0.065, DIRECTION), (0.10, 0.055, AGREES))
        self.check("count", (1, 1, AGREES), (1, 2, DIRECTION), (1, 0, DISAGREES))

    def test_no_change_has_no_direction(self):
        self.check("ratio", (1.0, 1.05, AGREES), (1.0, 0.96, AGREES), (1.0, 1.06, DISAGREES))

    def test_differences_of_ratios(self):
        self.check("points", (0.05, 0.013, SIZE), (0.05, 0.025, AGREES), (0.05, 0.004, DISAGREES),
                   (0.05, -0.01, DISAGREES), (0.05, 0.09, DIRECTION), (0.05, 0.2, SIZE), (0.2, 0.15, AGREES))

    def test_shares(self):
        self.check("share", (0.19, 0.15, AGREES), (0.48, 0.3, DIRECTION), (0.48, 0.2, DISAGREES), (0.1, 0.0, DISAGREES))

    def test_counts_and_quantities(self):
        self.check("count", (6, 5, AGREES), (6, 4, DIRECTION), (6, 2, DISAGREES))
        self.check("quantity", (2000, 1901, AGREES), (2000, 1001, DIRECTION), (2000, 900, DISAGREES))

    def test_what_was_not_run_is_not_judged(self):
        self.check("ratio", (1.1, None, NOT_RUN))


if __name__ == "__main__":
    unittest.main()
