import os
import tempfile
import unittest

import toy  # noqa: F401  (the path of the package)

from reproduction.errors import InputError
from reproduction.timeline import Timeline
from reproduction.vcd import per_cycle, read_signals

VCD = """$version x $end
$timescale 10 ps $end
$scope module gpu $end
$scope module sm $end
$var wire 7 ! waiting [6:0] $end
$var wire 1 " full $end
$upscope $end
$scope module l1 $end
$var wire 1 # full $end
$upscope $end
$upscope $end
$enddefinitions $end
#100
$dumpvars
b11 !
0"
1#
$end
#200
b101 !
0#
#400
b0 !
1"
"""
ENTRY = {"title": "T", "workload": "A", "point": "sys1", "block": "gpu", "begin": 1, "cycles": 4,
         "signals": {"line": "sm.waiting", "shade": "l1.full", "marks": "sm.full"},
         "labels": {"line": "waiting", "shade": "full", "marks": "marked"}}


class TimelineTest(unittest.TestCase):
    def setUp(self):
        handle, self.path = tempfile.mkstemp(suffix=".vcd")
        self.addCleanup(os.remove, self.path)
        with os.fdopen(handle, "w") as file:
            file.write(VCD)

    def test_signals_are_told_apart_by_their_scope(self):
        signals = read_signals(self.path, ["gpu.sm.waiting", "gpu.l1.full"])
        self.assertEqual(signals["gpu.sm.waiting"], [(10**6, 3), (2 * 10**6, 5), (4 * 10**6, 0)])
        self.assertEqual(signals["gpu.l1.full"], [(10**6, 1), (2 * 10**6, 0)])

    def test_a_signal_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(InputError, "no signal gpu.sm.missing"):
            read_signals(self.path, ["gpu.sm.waiting", "gpu.sm.missing"])

    def test_a_value_lasts_until_it_changes(self):
        self.assertEqual(per_cycle([(10, 3), (20, 5), (40, 0)], 1, 5, 10), [3, 5, 5, 0, 0])
        # Edges of a clock whose period is no whole number.
        self.assertEqual(per_cycle([(1428, 1), (2857, 2), (4285, 3)], 1, 3, 10000 / 7), [1, 2, 3])

    def test_series_and_means_of_a_window(self):
        timeline = Timeline.read("here", "4", ENTRY)
        series = timeline.extract(self.path, 1000)
        self.assertEqual(series, {"line": [3, 5, 5, 0], "shade": [1, 0, 0, 0], "marks": [0, 0, 0, 1]})
        self.assertEqual(timeline.means(series), {"line": 3.25, "shade": 0.25, "marks": 0.25})
        self.assertIn("1:5", timeline.options("x.vcd"))

    def test_mistakes_are_named(self):
        for entry, words in [({**ENTRY, "colour": 1}, "unknown key 'colour'"),
                             ({key: value for key, value in ENTRY.items() if key != "begin"}, "'begin' is missing"),
                             ({**ENTRY, "signals": {"line": "x"}}, "signals should be line shade marks")]:
            with self.assertRaisesRegex(InputError, words):
                Timeline.read("here", "4", entry)


if __name__ == "__main__":
    unittest.main()
