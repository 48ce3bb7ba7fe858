"""Tests the counts of the simulation: against a cache that is too simple to be wrong, and for consistency.

    python3 -B Benchmarks/scale/test_simulate.py
"""

import random
import unittest

import simulate
from tiers import VERDICTS, Cache

ANSWERS = {
    "document": "made-up", "notModifiedBytes": 200,
    "steps": {
        "open": {
            "answers revalidate": {"requests": 4, "bytes": 30_000}, "files revalidate": {"requests": 30, "bytes": 200_000},
            "files immutable": {"requests": 2, "bytes": 90_000}, "tiles minutes": {"requests": 12, "bytes": 240_000}},
        "zoom": {"tiles minutes": {"requests": 6.5, "bytes": 130_000}, "tiles immutable": {"requests": 2, "bytes": 9_000}},
        "read": {"answers never": {"requests": 1, "bytes": 900}},
        "search": {"answers revalidate": {"requests": 1, "bytes": 5_000}}}}


def values(**changes):
    made = {name: value for name, (value, _) in simulate.ASSUMED.items()}
    made.update(readers=2_000, documents=300, edges=3, replicas=2, places=20)
    made.update({name.replace("_", "-"): value for name, value in changes.items()})
    return made


def day(seed=1, **changes):
    return simulate.Day(ANSWERS, values(**changes), seed).run()


class SimpleCache:
    """The same as `Cache`, with a list in order of use that is searched from its beginning each time."""

    def __init__(self, byte_limit):
        self.byte_limit, self.entries = byte_limit, []

    def look(self, key, size, fresh_seconds, now):
        for place, (known, _, since) in enumerate(self.entries):
            if known == key:
                del self.entries[place]
                is_fresh = now - since < fresh_seconds
                self.entries.append((key, size, since if is_fresh else now))
                return "hit" if is_fresh else "stale"
        if size <= self.byte_limit:
            self.entries.append((key, size, now))
            while sum(entry[1] for entry in self.entries) > self.byte_limit:
                del self.entries[0]
        return "miss"


class SimulationTests(unittest.TestCase):
    def test_the_cache_is_the_simple_one(self):
        for seed in range(20):
            chance = random.Random(seed)
            limit = chance.choice([0, 50, 300, 1_000])
            cache, simple = Cache(limit), SimpleCache(limit)
            sizes = [chance.randint(1, 120) for _ in range(40)]
            verdicts = set()
            for now in range(2_000):
                key = min(int(chance.paretovariate(0.8)), 40) - 1
                fresh = chance.choice([0, 30, float("inf")])
                verdict = cache.look(key, sizes[key], fresh, now)
                self.assertEqual(verdict, simple.look(key, sizes[key], fresh, now), (seed, now))
                self.assertEqual(cache.byte_count, sum(size for size, _ in cache.held.values()))
                self.assertLessEqual(cache.byte_count, limit)
                verdicts.add(verdict)
            self.assertEqual(verdicts, {"miss"} if limit == 0 else {"hit", "stale", "miss"})

    def test_nothing_is_lost_between_tiers(self):
        for seed, changes in [
            (1, {}), (2, {"edge_bytes": 2e6}), (3, {"replica_bytes": 1e6}), (4, {"returning": 0.9}), (5, {"edge_fresh": 60})
        ]:
            made = day(seed, **changes)
            for tier in (made.browser, made.cdn, made.replica):
                parts = sum(tier.requests(verdict) for verdict in VERDICTS)
                self.assertAlmostEqual(parts, tier.requests(), places=3)
                self.assertAlmostEqual(sum(tier.hours), tier.requests(), places=3)
                self.assertGreater(tier.requests("hit"), 0)
            # What a tier lacks or revalidates is requested from the next, which sends what the tier receives.
            for tier, below in ((made.browser, made.cdn), (made.cdn, made.replica)):
                self.assertAlmostEqual(tier.requests("stale") + tier.requests("miss"), below.requests(), places=3)
                self.assertAlmostEqual(tier.bytes_in, below.bytes_out, places=1)
            self.assertEqual(made.replica.requests("stale"), 0)
            self.assertLessEqual(len(made.opened), 301)
            self.assertEqual(sum(made.openings), len(made.opened))
            self.assertGreater(made.store_requests, made.replica.requests("miss"))
            self.assertAlmostEqual(
                made.store_bytes - made.replica.bytes_in, len(made.opened) * made.values["directory-bytes"], places=1)

    def test_every_reader_comes_once_in_order_and_most_to_the_launch(self):
        made = simulate.Day(ANSWERS, values(readers=50_000), 1)
        times = list(made.times())
        self.assertAlmostEqual(len(times), 50_000, delta=24)
        self.assertEqual([now for now, _ in times], sorted(now for now, _ in times))
        special = sum(1 for _, is_special in times if is_special)
        self.assertAlmostEqual(special, 10_000, delta=200)
        hours = [0] * 24
        for now, _ in times:
            hours[int(now // 3600)] += 1
        self.assertEqual(hours.index(max(hours)), 10)

    def test_the_same_seed_gives_the_same_day_and_another_another(self):
        self.assertEqual(simulate.numbers(day(7)), simulate.numbers(day(7)))
        self.assertNotEqual(simulate.numbers(day(7)), simulate.numbers(day(8)))

    def test_larger_caches_more_skew_and_longer_trust_never_ask_for_more(self):
        asked = [day(1, edge_bytes=limit).replica.requests() for limit in (1e6, 1e8, 1e12)]
        self.assertEqual(asked, sorted(asked, reverse=True))
        self.assertGreater(asked[0], asked[2])
        reads = [day(1, skew=skew).store_requests for skew in (0, 1, 2)]
        self.assertEqual(reads, sorted(reads, reverse=True))
        trusted = [day(1, edge_fresh=seconds).replica.requests() for seconds in (0, 60, 3_600)]
        self.assertEqual(trusted, sorted(trusted, reverse=True))
        self.assertGreater(trusted[0], 2 * trusted[2])
        # With space for everything, each item of a document comes from the store at most once.
        most = (300 + 1) * (12 + 20 * 8.5 + 3)
        self.assertLess(day(1, replica_bytes=1e15).store_requests, most)

    def test_one_place_of_the_cdn_stands_for_all(self):
        whole = day(1, readers=12_000, edges=4)
        part = day(1, readers=12_000, edges=4, part=4)
        self.assertAlmostEqual(part.visits * 4, whole.visits, delta=100)
        for tier in ("browser", "cdn"):
            one, other = getattr(part, tier), getattr(whole, tier)
            self.assertAlmostEqual(one.requests() / other.requests(), 1, delta=0.1)
            self.assertAlmostEqual(one.requests("hit") / one.requests(), other.requests("hit") / other.requests(), delta=0.03)
        # What four locations share is requested from the store once.
        self.assertGreater(part.store_requests, whole.store_requests)

    def test_costs_follow_prices(self):
        made = day(1)
        prices = {name: value for name, (value, _) in simulate.PRICES.items()}
        table = simulate.costs(made, prices)
        doubled = simulate.costs(made, {name: 2 * value for name, value in prices.items()})
        for name, value in table.items():
            self.assertAlmostEqual(doubled[name], 2 * value)
        self.assertAlmostEqual(table["CDN, requests"], made.cdn.requests() / 1e6 * prices["cdn-million"])
        self.assertIn("| **all** |", simulate.report(made, prices, {"replica-rps": 1, "store-rps": 1}))
        fullest = simulate.loads(made, {"replica-rps": 1e9, "store-rps": 1e-9})[0]
        self.assertEqual(fullest[0], "store")


if __name__ == "__main__":
    unittest.main()
