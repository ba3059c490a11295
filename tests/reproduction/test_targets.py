import unittest

from toy import PLAN, TARGETS, ToyCase

from reproduction.errors import InputError
from reproduction.means import beside, means_text
from reproduction.plan import Plan
from reproduction.relations import judge_relation
from reproduction.results import Results, geometric_mean
from reproduction.row import Row
from reproduction.store import Store
from reproduction.targets import Targets

IPC = {("A", "sys1"): 100, ("B", "sys1"): 200, ("A", "sys2"): 200, ("B", "sys2"): 400}


class TargetsTest(ToyCase):
    def results(self, ipc, slow=None):
        """Results as if they had been run."""
        plan, store = Plan.of_paper(self.root, "toy"), Store(self.root, "toy", "test")
        for (workload, point), value in {**ipc, **(slow or {})}.items():
            stats = {"totals": {"ipc": {"value": value}}, "modules": {},
                     "config": {"clock.mhz": 1400, "policy": "gto"}}
            run = plan.run("test", workload, point)
            store.write(store.path(run), {"stats": stats, "seconds": 1, "binary_sha256": "x", "stimulus_sha256": "y"})
        return Results(plan, store, "test")

    def rows(self, *arguments):
        return {row.key: row for row in Targets(self.results(*arguments), self.root + "/reproduction").rows}

    def test_values_and_verdicts(self):
        rows = self.rows(IPC, {("A", "sys1@slow"): 50, ("B", "sys1@slow"): 50})
        self.assertAlmostEqual(rows["toy-1"].model, 2)
        self.assertEqual([rows[f"toy-{n}"].verdict for n in (1, 2, 3)], ["agrees", "direction only", "disagrees"])
        self.assertAlmostEqual(rows["toy-3"].difference, 1.1)
        # The geometric mean of 1/2 and 1/4, and the arithmetic one beside it.
        self.assertAlmostEqual(rows["toy-4"].model, 2 - 0.125**0.5)
        self.assertAlmostEqual(rows["toy-4"].arithmetic, 2 - 0.375)
        self.assertEqual((rows["toy-5"].model, rows["toy-5"].verdict), (2, "agrees"))
        self.assertEqual((rows["toy-6"].model, rows["toy-6"].verdict), ("2 of 2", "agrees"))
        self.assertEqual([rows[f"toy-{n}"].verdict for n in (7, 8, 9)], ["agrees", "disagrees", "agrees"])
        self.assertEqual(rows["toy-10"].kind, "silent")

    def test_a_row_may_be_silent_for_some_workloads_only(self):
        targets = Targets(self.results(IPC), self.root + "/reproduction")
        claim = targets.rows[0].claim
        targets.rules["silent"] = [{"metrics": [claim["metric"]], "workloads": ["A"], "reason": "known before"}]
        self.assertNotEqual(targets.read("toy-1", {**claim, "workload": "B"}).kind, "silent")
        self.assertEqual(targets.read("toy-1", {**claim, "workload": "A"}).reason, "known before")

    def test_a_mean_over_some_of_the_workloads_is_none(self):
        rows = self.rows({key: value for key, value in IPC.items() if key != ("B", "sys2")})
        self.assertEqual(rows["toy-1"].verdict, "not run")
        self.assertEqual(rows["toy-2"].verdict, "direction only")
        self.assertEqual(rows["toy-6"].verdict, "not run")

    def test_a_relation_that_fails_says_where(self):
        rows = self.rows({**IPC, ("B", "sys2"): 150})
        self.assertEqual((rows["toy-6"].model, rows["toy-6"].verdict), ("1 of 2, not B", "disagrees"))

    def test_a_mean_says_what_it_rests_on(self):
        rows = self.rows({**IPC, ("A", "sys2"): 400, ("B", "sys2"): 202}, {("A", "sys1@slow"): 50, ("B", "sys1@slow"): 50})
        self.assertEqual({name: round(value, 6) for name, value in rows["toy-1"].without.items()}, {"A": 1.01, "B": 4.0})
        self.assertAlmostEqual(rows["toy-4"].without["A"], 1.01 - 0.25)  # a difference: both sides without it
        self.assertEqual(rows["toy-1"].hangs_on, "B")  # moves it most, and the verdict is a worse one
        self.assertEqual(rows["toy-1"].verdict_without("B"), "other size")
        self.assertIn("arithmetic 2.505; 1.010 without A to 4.000 without B", beside(rows["toy-1"]))
        self.assertEqual((rows["toy-2"].without, rows["toy-2"].hangs_on), ({}, None))  # one workload is no mean

    def test_a_mean_that_needs_no_workload(self):
        rows = self.rows({**IPC, ("B", "sys2"): 396})
        self.assertEqual(rows["toy-1"].hangs_on, None)
        text = means_text(rows.values())
        self.assertIn("1 rows are means. None depends on one workload", text)

    def test_half_of_the_effect_is_enough_to_carry_a_mean(self):
        row = Row("x", {}, "ratio", "agrees", 1.05, 1.06, without={"A": 1.029, "B": 1.07})
        self.assertEqual((row.verdict_without("A"), row.hangs_on), ("agrees", "A"))
        row.without["A"] = 1.031
        self.assertEqual(row.hangs_on, None)
        row.verdict = "direction only"  # without A it would agree: that carries nothing
        self.assertEqual(row.hangs_on, None)
        row.verdict = "agrees"
        row.without["B"] = 1.08  # moves it less than C, but C changes nothing
        row.without["C"] = 1.035
        self.assertEqual((row.verdict_without("B"), row.verdict_without("C"), row.hangs_on), ("direction only", "agrees", "B"))

    def test_a_mean_with_one_workload_at_the_papers_value(self):
        rows = self.rows({**IPC, ("A", "sys2"): 400, ("B", "sys2"): 200})
        text = means_text(rows.values())
        self.assertIn("toy-1 (sys2, speedup): 2.000 depends on B: 4.000 without it (other size instead of agrees); "
                      "with B at the paper's 0.9 it is 1.897 instead of 2.000.", text)

    def test_the_mean_over_all_stands_beside_the_one_over_some(self):
        self.with_rules('[selection]\nmetric = "ipc"\npoint = "sys1"\nabove = 50\n')
        self.assertAlmostEqual(self.rows(IPC)["toy-1"].over_all, 2)
        self.with_rules('[selection]\nmetric = "ipc"\npoint = "sys1"\nabove = 150\n')
        row = self.rows({**IPC, ("A", "sys2"): 100})["toy-1"]
        self.assertAlmostEqual(row.model, 2)
        self.assertAlmostEqual(row.over_all, 2**0.5)
        self.assertEqual(beside(row), "arithmetic 2.000; over all 2: 1.414")
        row = self.rows({**IPC, ("A", "sys2"): 100})["toy-2"]
        self.assertEqual(row.over_all, None)

    def test_a_mean_over_a_group_is_over_those_of_it_that_are_selected(self):
        rules = '[selection]\nmetric = "ipc"\npoint = "sys1"\nabove = 150\n[groups]\nboth = ["A", "B"]\nlast = ["B"]\n'
        words = '[targets.workloads]\nmean = "mean:both"\nA = "mean:last"\n'
        self.with_rules(rules + words)
        ipc = {**IPC, ("A", "sys2"): 100}
        rows = self.rows(ipc)
        self.assertEqual((rows["toy-1"].model, rows["toy-1"].counted), (2, (1, 2)))
        self.assertEqual(beside(rows["toy-1"]), "arithmetic 2.000; over all 2: 1.414")
        claim = {"system": "toy/sys2", "metric": "speedup", "value": "1.2"}
        row = Row("x", claim, "ratio", "agrees", 1.2, 1.2, without={"A": 1.2, "B": 1.2}, over_all=1.1, counted=(2, 7))
        self.assertIn("| x | toy/sys2 | speedup | 1.2 | 1.200 (2) | 1.100 (7) |", means_text([row]))
        self.assertEqual((rows["toy-2"].model, rows["toy-2"].over_all), (2, None))  # nothing of the group is left out
        results = self.results(ipc)
        self.assertAlmostEqual(results.term_value("ipc sys2/sys1", "mean:all:both", "here"), 2**0.5)
        self.assertEqual(results.group("both", "here"), ["A", "B"])
        rule = {"value": "x", "terms": ["ipc sys2/sys1", "ipc sys1/sys1"], "order": "first_not_below", "workloads": "both"}
        self.assertEqual(judge_relation(results, rule, "here"), (True, "2 of 2"))  # kernels that a sentence names

    def test_relations_between_means_say_which_workload_they_need(self):
        of_means = PLAN.replace('terms = ["ipc sys2", "ipc sys1"]', 'terms = ["ipc sys2", "ipc sys1"]\nworkloads = "mean"')
        self.write("reproduction/toy.toml", of_means)
        self.assertEqual(self.rows(IPC)["toy-6"].robust, "the same without any one")
        row = self.rows({**IPC, ("A", "sys2"): 90})["toy-6"]
        self.assertEqual((row.verdict, row.robust), ("agrees", "otherwise without B"))
        row = self.rows({**IPC, ("B", "sys2"): 90})["toy-6"]
        self.assertEqual((row.verdict, row.robust), ("disagrees", "otherwise without B"))

    def test_other_readings_stand_beside_a_row(self):
        reading = '{ kind = "ratio", metric = "ipc", beside = { "twice" = "twice", "of slow" = "twice sys1@slow" } }'
        plan = PLAN.replace('{ kind = "ratio", metric = "ipc" }', reading)
        self.write("reproduction/toy.toml", plan.replace("[metrics]\n", "[metrics]\ntwice = 'ipc * ipc'\n"))
        row = self.rows(IPC, {("A", "sys1@slow"): 50, ("B", "sys1@slow"): 50})["toy-2"]
        self.assertEqual((row.model, row.beside), (2, {"twice": 4, "of slow": 0.25}))
        self.assertEqual(beside(row), "twice: 4.000; of slow: 0.250")

    def holds(self, results, order, *terms):
        return judge_relation(results, {"value": "it", "terms": list(terms), "order": order}, "file")[0]

    def test_orders(self):
        results = self.results(IPC)
        for order, rising in [("first_largest", False), ("first_not_below", False), ("descending", False), ("ascending", True),
                              ("not_rising", False), ("not_falling", True), ("about_equal", False)]:
            self.assertEqual(self.holds(results, order, "ipc sys1", "ipc sys2"), rising, order)
            self.assertEqual(self.holds(results, order, "ipc sys2", "ipc sys1"), not rising and order != "about_equal", order)

    def test_half_a_per_cent_is_no_order_either_way(self):
        results = self.results(IPC, {("A", "sys1@slow"): 99.6, ("B", "sys1@slow"): 199.2})
        for terms in [("ipc sys1", "ipc sys1@slow"), ("ipc sys1@slow", "ipc sys1")]:
            for order in ["first_largest", "descending", "ascending"]:
                self.assertFalse(self.holds(results, order, *terms), (order, terms))
            for order in ["first_not_below", "not_rising", "not_falling", "about_equal"]:
                self.assertTrue(self.holds(results, order, *terms), (order, terms))
        results = self.results(IPC, {("A", "sys1@slow"): 99.4, ("B", "sys1@slow"): 198.8})
        for order, holds in [("first_largest", True), ("descending", True), ("ascending", False), ("first_not_below", True),
                             ("not_rising", True), ("not_falling", False)]:
            self.assertEqual(self.holds(results, order, "ipc sys1", "ipc sys1@slow"), holds, order)
            self.assertEqual(self.holds(results, order, "ipc sys1@slow", "ipc sys1"), not holds, order)

    def test_small_steps_add_up(self):
        variants = "[variants]\nslower = { factor = 0.4 }\n"
        self.write("reproduction/toy.toml", PLAN.replace("[variants]\n", variants))
        results = self.results(IPC, {(name, f"sys1@{variant}"): IPC[name, "sys1"] * factor for name in "AB"
                                     for variant, factor in [("slow", 0.996), ("slower", 0.992)]})
        self.assertFalse(self.holds(results, "not_falling", "ipc sys1", "ipc sys1@slow", "ipc sys1@slower"))
        self.assertFalse(self.holds(results, "descending", "ipc sys1", "ipc sys1@slow", "ipc sys1@slower"))

    def test_saturating(self):
        results = self.results(IPC, {("A", "sys1@slow"): 99.6, ("B", "sys1@slow"): 199.2})
        for terms, holds in [(["sys1/sys2", "sys1/sys1", "sys1/sys1"], True), (["sys1/sys2", "sys1/sys1", "sys2/sys1"], False),
                             (["sys1/sys2", "sys1/sys1", "sys1@slow/sys1"], True),  # no fall that could be seen
                             (["sys1/sys2", "sys1/sys1", "sys1/sys2"], False), (["sys1@slow/sys1", "sys1/sys1", "sys1/sys1"], False)]:
            self.assertEqual(self.holds(results, "saturating", *(f"ipc {term}" for term in terms)), holds, terms)

    def test_a_relation_against_the_mean(self):
        results = self.results({**IPC, ("B", "sys2"): 300})  # ratios 2 and 1.5
        for workload, holds in [("A", False), ("B", True)]:
            rule = {"value": "it", "terms": ["ipc sys2/sys1"], "order": "ascending", "against": "mean",
                    "workloads": [workload]}
            self.assertEqual(judge_relation(results, rule, "file")[0], holds, workload)

    def test_rules_for_one_row_of_a_metric(self):
        rules = ('"sys2 speedup B" = { kind = "above", metric = "ipc", relative = true }\n'
                 '"range speedup" = { kind = "ratio", metric = "ipc", points = ["sys1", "sys2"], choose = "max" }\n'
                 'lowest = { kind = "ratio", metric = "ipc", points = ["sys1", "sys2"], choose = "min" }\n')
        self.write("reproduction/toy.toml", PLAN.replace("[targets.metrics]\n", "[targets.metrics]\n" + rules))
        self.write("reproduction/targets/toy.csv", TARGETS + "toy,s1,toy/range,mean,speedup,1.96,ratio,toy/sys1,\n"
                   "toy,s1,toy/range,mean,lowest,1.2,ratio,toy/sys1,\n")
        rows = self.rows(IPC)
        self.assertEqual((rows["toy-3"].model, rows["toy-3"].verdict), (2, "agrees"))  # above 0.9
        self.assertEqual(rows["toy-2"].verdict, "direction only")  # not above, a ratio
        self.assertEqual((rows["toy-11"].model, rows["toy-11"].verdict), (2, "agrees"))
        self.assertEqual((rows["toy-12"].model, rows["toy-12"].verdict), (1, "disagrees"))

    def test_bars_by_rank_and_names_that_depend_on_the_metric(self):
        names = '[targets.workloads]\n"speedup bar_2" = "rank_2"\nbar_2 = "A"\nbar_3 = "B"\n\n'
        bound = '"speedup bar_3" = { kind = "below", metric = "ipc" }\n'
        self.write("reproduction/toy.toml", PLAN.replace("[targets.metrics]\n", names + "[targets.metrics]\n" + bound))
        self.write("reproduction/targets/toy.csv", TARGETS + "toy,s1,toy/sys2,bar_2,speedup,1.5,ratio,toy/sys1,\n"
                   "toy,s1,toy/sys2,bar_3,speedup,500,ratio,toy/sys1,\n")
        rows = self.rows({**IPC, ("B", "sys2"): 300})
        self.assertAlmostEqual(rows["toy-11"].model, 1.5)
        self.assertEqual((rows["toy-12"].model, rows["toy-12"].verdict), (300, "agrees"))  # no ratio: a bound
        results = self.results(IPC)
        for what, value in [("rank_1", 400), ("rank_2", 200), ("rank_3", None), ("median", 300)]:
            self.assertEqual(results.over(what, "ipc", "sys2", None, "file"), value, what)

    def test_a_row_that_nothing_covers_is_an_error(self):
        self.write("reproduction/targets/toy.csv", TARGETS + "toy,s1,toy/sys1,A,beauty,1,ratio,none,\n")
        with self.assertRaisesRegex(InputError, "row toy-11: nothing in .* covers metric 'beauty'"):
            self.rows(IPC)
        self.write("reproduction/targets/toy.csv", TARGETS.replace("sys2 is faster", "sys2 is nicer"))
        with self.assertRaisesRegex(InputError, "row toy-6: no relation"):
            self.rows(IPC)
        self.write("reproduction/targets/toy.csv", TARGETS.replace(",1.98,", ",much,"))
        with self.assertRaisesRegex(InputError, "row toy-1: 'much' is not a number"):
            self.rows(IPC)

    def test_means(self):
        self.assertAlmostEqual(geometric_mean([1, 4]), 2)
        self.assertIsNone(geometric_mean([1, 0]))
        self.assertIsNone(geometric_mean([]))

    def with_rules(self, rules, rows=TARGETS):
        self.write("reproduction/toy.toml", PLAN + rules)
        self.write("reproduction/targets/toy.csv", rows)

    def test_means_are_over_what_is_selected(self):
        self.with_rules('[selection]\nmetric = "ipc"\npoint = "sys1"\nabove = 150\n[groups]\nboth = ["A", "B"]')
        results = self.results({**IPC, ("B", "sys2"): 600})
        self.assertEqual(results.selected(), ["B"])
        values = [results.term_value("ipc sys2/sys1", what, "here")
                  for what in ["mean", "mean:all", "amean:all:both", "max:all", "A"]]
        for value, expected in zip(values, [3, 6**0.5, 2.5, 3, 2]):
            self.assertAlmostEqual(value, expected)
        with self.assertRaisesRegex(InputError, "no group is called 'none'"):
            results.term_value("ipc sys2/sys1", "mean:none", "here")
        self.assertIsNone(self.results({("A", "sys1"): 1}).term_value("ipc sys3", "mean:all", "here"))

    def test_bounds_and_factors(self):
        extra = ("toy,Fig1,toy/sys2,A,bound,150,x,none,\ntoy,Fig1,toy/sys2,A,ceiling,150,x,none,\n"
                 "toy,Fig1,toy/sys2,mean,factor,1.5,x,none,\n")
        self.write("reproduction/targets/toy.csv", TARGETS + extra)
        self.write("reproduction/toy.toml", PLAN.replace("[targets.metrics]", """[targets.metrics]
bound = { kind = "above", metric = "ipc" }
ceiling = { kind = "below", metric = "ipc" }
factor = { kind = "factor", metric = "ipc" }"""))
        rows = self.rows(IPC)
        self.assertEqual([rows[f"toy-{n}"].verdict for n in (11, 12, 13)], ["agrees", "disagrees", "other size"])
        self.assertAlmostEqual(rows["toy-13"].model, (200 * 400) ** 0.5)
        self.assertIn("arithmetic 300.0; ", beside(rows["toy-13"]))

    def test_a_word_is_judged_by_a_bound(self):
        word = "toy,s1,toy/sys2,any,cost,negligible,class,none,\n"
        self.write("reproduction/targets/toy.csv", TARGETS + word)
        for bound, verdict in [(401, "agrees"), (400, "disagrees")]:
            rule = f'cost = {{ kind = "below", metric = "ipc", bound = {bound}, points = ["sys1", "sys2"], choose = "max" }}\n'
            plan = PLAN.replace("[targets.metrics]\n", '[targets.workloads]\n"cost any" = "max"\n\n[targets.metrics]\n' + rule)
            self.write("reproduction/toy.toml", plan)
            row = self.rows(IPC)["toy-11"]
            self.assertEqual((row.model, row.paper, row.difference, row.verdict), (400, "negligible", None, verdict))
            self.assertEqual(beside(row), f"judged by the bound {bound}")

    def test_relations_over_some_and_of_one_row(self):
        results = self.results({**IPC, ("B", "sys2"): 210})
        rule = {"value": "x", "terms": ["ipc sys2", "ipc sys1"]}
        judge = lambda **more: judge_relation(results, {**rule, **more}, "here")
        self.assertEqual(judge(order="about_equal", any=True), (True, "1 of 2: B"))
        self.assertEqual(judge(order="about_equal"), (False, "1 of 2, not A"))
        self.assertEqual(judge(order="not_rising", workloads=["A", "B"])[0], True)
        self.assertEqual(judge(order="ascending", any=True), (False, "0 of 2"))
        self.write("reproduction/toy.toml", PLAN.replace('value = "sys2 is faster"',
                                                         'value = "sys2 is faster"\nclaim_workload = "A"'))
        with self.assertRaisesRegex(InputError, "no relation"):
            self.rows(IPC)


if __name__ == "__main__":
    unittest.main()
