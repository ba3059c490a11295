import unittest

import toy  # noqa: F401  (the path of the package)

from reproduction.errors import InputError
from reproduction.metrics import Metrics

STATS = {
    "totals": {"ipc": {"value": 2.5, "unit": "x"}, "zero": {"value": 0, "unit": "x"}},
    "kernels": [{"name": "first", "cycles": 5}, {"name": "second", "cycles": 7}, {"name": "first", "cycles": 2}],
    "energy": {"technology": "40nm", "noc": {"value": 3e-6, "unit": "J"}},
    "config": {"clock.mhz": 1400, "policy": "gto", "sectored": True},
    "modules": {
        "gpu.cluster_0.port": {"hits": {"value": 3, "unit": "x"}, "life": {"counts": [1, 1], "unit": "x"}},
        "gpu.cluster_1.port": {"hits": {"value": 4, "unit": "x"}, "life": {"counts": [0, 1, 1], "unit": "x"}},
        "gpu.noc": {"hits": {"value": 100, "unit": "x"}},
    },
}


def value(expression, **others):
    return Metrics({**others, "it": expression}, "file").values(STATS)[0]["it"]


class MetricsTest(unittest.TestCase):
    def test_arithmetic_over_counters(self):
        self.assertEqual(value('total("ipc") * 2 - 1'), 4)
        self.assertEqual(value('sum("*.port", "hits") / sum("*", "hits")'), 7 / 107)
        self.assertEqual(value('max("*.port", "hits")'), 4)
        self.assertEqual(value('-(1 + 2) * config("clock.mhz")'), -4200)
        self.assertEqual(value('config("policy")'), "gto")
        self.assertIs(value('config("sectored")'), True)

    def test_energy_of_the_whole_run(self):
        self.assertEqual(value('energy("noc") * 2'), 6e-6)
        self.assertIsNone(value('energy("l3")'))
        _, missing = Metrics({"it": 'energy("noc")'}, "file").values({**STATS, "kernels": [
            {"name": "first", "kernel": 0, "cycles": 5}]}, kernel=1)
        self.assertIn("whole runs", missing["it"])

    def test_launches_of_a_kernel_are_summed(self):
        self.assertEqual(value('kernels("first", "cycles")'), 7)
        self.assertEqual(value('kernels("*", "cycles")'), 14)
        self.assertIsNone(value('kernels("third", "cycles")'))

    def test_histograms_are_merged_over_modules(self):
        self.assertEqual(value('histogram_mean("*", "life")'), (0 + 1 + 1 + 2) / 4)
        self.assertEqual(value('histogram_percentile("*", "life", 50)'), 1)
        self.assertEqual(value('histogram_percentile("*", "life", 100)'), 2)

    def test_metrics_may_use_each_other(self):
        self.assertEqual(value("a + 1", a='total("ipc")'), 3.5)

    def test_no_value_where_a_counter_is_missing_or_a_ratio_undefined(self):
        values, missing = Metrics({"a": 'total("icp")', "b": "1 / total('zero')", "c": 'sum("*.l1", "hits")'},
                                  "file").values(STATS)
        self.assertEqual(values, {"a": None, "b": None, "c": None})
        self.assertIn("totals has no 'icp'", missing["a"])
        self.assertIn("'*.l1'", missing["c"])

    def test_the_first_that_is_counted(self):
        self.assertEqual(value('first(total("icp"), total("ipc") + 1, total("zero"))'), 3.5)
        self.assertEqual(value('first(total("zero"), total("ipc"))'), 0)
        values, missing = Metrics({"a": 'first(total("icp"), config("mhz"))'}, "file").values(STATS)
        self.assertIsNone(values["a"])
        self.assertEqual(missing["a"], "totals has no 'icp', config has no 'mhz'")
        with self.assertRaisesRegex(InputError, "no metric is called 'b'"):
            Metrics({"a": "first(b, 1)"}, "file")

    def test_one_kernel_has_the_totals_of_its_launches(self):
        launches = [{"name": "x", "kernel": 0, "begin_cycle": 1, "cycles": 10, "hits": 3, "ipc": 5.0},
                    {"name": "y", "kernel": 1, "begin_cycle": 11, "cycles": 7, "hits": 90, "ipc": 9.0},
                    {"name": "x", "kernel": 0, "begin_cycle": 18, "cycles": 30, "hits": 4, "ipc": 1.0}]
        metrics = Metrics({"hits": 'total("hits")', "ipc": 'total("ipc")', "module": 'sum("*", "hits")',
                           "clock": 'config("clock.mhz")'}, "file")
        values, missing = metrics.values({**STATS, "kernels": launches}, 1)
        self.assertEqual(values, {"hits": 7, "ipc": (5 * 10 + 1 * 30) / 40, "module": None, "clock": 1400})
        self.assertIn("only totals are", missing["module"])
        with self.assertRaisesRegex(InputError, "launches no kernel 3"):
            metrics.values({**STATS, "kernels": launches}, 3)

    def test_mistakes_show_when_the_file_is_read(self):
        for expression, words in [("a +", "cannot read"), ("b", "no metric is called 'b'"),
                                  ("it + 1", "defined by itself"), ("open('x')", "no function is called 'open'")]:
            with self.assertRaisesRegex(InputError, words):
                Metrics({"it": expression}, "file")

    def test_nothing_but_arithmetic_is_evaluated(self):
        with self.assertRaisesRegex(InputError, "is not arithmetic"):
            value('total("ipc").__class__')


if __name__ == "__main__":
    unittest.main()
