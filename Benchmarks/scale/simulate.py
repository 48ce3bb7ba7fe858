"""Simulates ten million readers a day of a hundred thousand documents: the load on browsers, a CDN, replicas and the store.

    python3 simulate.py answers.json [--readers 10000000] [--documents 100000] [--seed 1] [--json]

Every reader opens a document, looks around, reads and perhaps searches. The requests and bytes of each step are those that
`measure_answers.py` recorded (`answers.json`); the behaviour of readers, the sizes of caches and the costs are assumptions, each
of them a parameter below. The same seed gives the same day.

The tiers, one behind the other:

    browser   caches responses within the visit, and the viewer's files from an earlier visit
    cdn       --edges locations, each with its own cache; revalidates as a response's Cache-Control requires
    replica   `explore serve --from`: pages, texts and searches from its database; tiles from its disk cache, else the store
    store     whole tiles by range, and the directory of an archive when a replica first needs it
"""

import argparse
import json
import random
from itertools import accumulate
from pathlib import Path

from tiers import FRESH_SECONDS, VERDICTS, Cache, Tier

DAY_CURVE = [2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 5, 6, 7, 7, 6, 5, 3]
"""Assumed: the distribution of a day's readers over its hours."""

ASSUMED = {
    "readers": (10_000_000, "readers a day"),
    "documents": (100_000, "documents, each like the one that was measured"),
    "skew": (1.0, "exponent of Zipf's law over documents: 1 is what libraries see, 0 is none"),
    "launch-share": (0.2, "share of readers who come for the one document of the day"),
    "launch-hour-share": (0.15, "share of these who come in the hour of its launch"),
    "returning": (0.3, "share of readers whose browser has the viewer's files of a visit before"),
    "zooms": (8, "steps of zooming or moving in a visit, on average"),
    "places": (200, "views of a document, a million at most, that its zooming steps lead to, the popular ones more often (Zipf)"),
    "searches": (0.3, "searches in a visit, on average; no two of them are taken for equal"),
    "edges": (20, "places of the CDN, used by equal shares of readers"),
    "part": (1, "count one in so many places of the CDN with its readers, and take all others for equal"),
    "edge-fresh": (0, "seconds for which the CDN is told not to ask again for answers that say no-cache"),
    "edge-bytes": (200e9, "bytes that each place of the CDN keeps of us"),
    "replicas": (6, "replicas; a document always asks the same (consistent hashing)"),
    "replica-bytes": (100e9, "bytes of the tiles' cache of each replica (--cache-disk)"),
    "directory-bytes": (120e3, "bytes of an archive's directory, read when a replica meets it first"),
    "bytes-per-document": (60e6, "bytes of a document's pyramid in the store"),
}
"""Each with its value and what it means."""

PRICES = {
    "cdn-gb": (0.02, "a GB that the CDN sends to readers"),
    "cdn-million": (0.6, "a million requests to the CDN"),
    "replica-hour": (0.2, "an hour of a replica"),
    "store-million": (0.4, "a million reads of the store"),
    "store-gb": (0.0, "a GB from the store to the replicas, in one place"),
    "store-gb-month": (0.023, "a GB kept for a month"),
}
"""An example, in any currency: insert your provider's prices."""

CAPACITIES = {
    "replica-rps": (2_000, "requests a second that a replica of two cores is trusted with"),
    "store-rps": (3_000, "reads a second that the store is trusted with"),
}


class Item:
    """The requests of a step of a visit: responses of one kind and cache policy."""

    def __init__(self, number, step, words, counts, edge_fresh):
        self.number, self.step = number, step
        self.kind, self.policy = words.split(" ")
        self.requests, self.size = counts["requests"], counts["bytes"]
        self.fresh = FRESH_SECONDS.get(self.policy, 0.0)
        self.is_kept = self.policy != "never" and step != "search"
        self.edge_fresh = max(self.fresh, edge_fresh) if self.is_kept else 0.0


class Day:
    """A day of readers, and their load on each tier."""

    def __init__(self, answers, values, seed):
        self.values, self.chance = values, random.Random(seed)
        self.items = []
        for step in ("open", "zoom", "read", "search"):
            for words, counts in sorted(answers["steps"].get(step, {}).items()):
                if counts["requests"] > 0:
                    self.items.append(Item(len(self.items), step, words, counts, values["edge-fresh"]))
        self.steps = {
            step: [item for item in self.items if item.step == step] for step in ("open", "zoom", "read", "search")}
        head, self.part = answers["notModifiedBytes"], int(values["part"])
        self.browser, self.cdn, self.replica = (
            Tier(name, self.items, head, self.part) for name in ("browser", "cdn", "replica"))
        self.edges = [Cache(values["edge-bytes"]) for _ in range(int(values["edges"]) // self.part)]
        self.replicas = [Cache(values["replica-bytes"]) for _ in range(int(values["replicas"]))]
        self.opened = set()
        self.openings = [0] * 24
        self.popularity = self.weights(int(values["documents"]), values["skew"])
        self.places = self.weights(int(values["places"]), 1.0)
        self.visits = 0

    @staticmethod
    def weights(count, skew):
        return list(accumulate(1 / (rank ** skew) for rank in range(1, count + 1)))

    def times(self):
        """Yields the arrival times of readers, in seconds of the day, in order, and whether each comes for the document of the
        day.
        """
        values = self.values
        readers = int(values["readers"]) // self.part
        launched = int(readers * values["launch-share"])
        shares = [count * (readers - launched) / sum(DAY_CURVE) for count in DAY_CURVE]
        first = values["launch-hour-share"] * launched
        rest = (launched - first) / 13
        for hour, share in enumerate(shares):
            # It is launched at ten and attracts readers until midnight.
            special = first if hour == 10 else rest if hour > 9 else 0
            count = round(share + special)
            for number in range(count):
                # Its readers are spread over the hour like all others.
                is_special = int((number + 1) * special / count) > int(number * special / count)
                yield (hour + number / count) * 3600, is_special

    def picks(self, weights):
        """Yields positions in a list, by weight, endlessly."""
        places = range(len(weights))
        while True:
            yield from self.chance.choices(places, cum_weights=weights, k=10_000)

    def run(self):
        documents, places = self.picks(self.popularity), self.picks(self.places)
        random_number, edge_count = self.chance.random, len(self.edges)
        zooms, searches = self.values["zooms"], self.values["searches"]
        zoom_share, search_share = zooms / (zooms + 1), searches / (searches + 1)
        for now, is_special in self.times():
            self.visits += 1
            # The document of the day was never requested before.
            document = -1 if is_special else next(documents)
            visit = (document, self.edges[int(random_number() * edge_count)], now, int(now // 3600), set())
            knows_files = random_number() < self.values["returning"]
            self.step("open", 0, visit, knows_files)
            while random_number() < zoom_share:
                self.step("zoom", next(places), visit, knows_files)
            self.step("read", 0, visit, knows_files)
            while random_number() < search_share:
                self.step("search", 0, visit, knows_files)
        return self

    def step(self, name, place, visit, knows_files):
        document, edge, now, hour, had = visit
        for item in self.steps[name]:
            number, is_file = item.number, item.kind == "files"
            # Files are the same for all documents; every search is different.
            key = number if is_file else (document * 1_000_000 + place + 2) * 100 + number
            has_it = item.is_kept and (key in had or is_file and knows_files)
            had.add(key)
            verdict = "miss" if not has_it else "stale" if item.fresh == 0 else "hit"
            self.browser.counts[number, verdict, True][hour] += 1
            if verdict == "hit":
                continue
            verdict = edge.look(key, item.size, item.edge_fresh, now) if item.is_kept else "miss"
            self.cdn.counts[number, verdict, not has_it][hour] += 1
            if verdict == "hit":
                continue
            whole = verdict == "miss"
            verdict = "hit"
            # A replica can revalidate a tile without having it, and generates everything except tiles itself.
            if whole and item.kind == "tiles":
                place_of_it = document % len(self.replicas)
                verdict = self.replicas[place_of_it].look(key, item.size, float("inf"), now)
                if verdict == "miss" and document not in self.opened:
                    self.opened.add(document)
                    self.openings[hour] += 1
            self.replica.counts[number, verdict, whole][hour] += 1

    # The store

    @property
    def store_requests(self):
        """Counts a read for each tile, and three for an archive that a replica opens first. For some of the locations this is an
        overestimate: what one of them has requested, the replica has for the others.
        """
        return self.replica.requests("miss") + 3 * len(self.opened)

    @property
    def store_bytes(self):
        return self.replica.bytes_in + len(self.opened) * self.values["directory-bytes"]

    @property
    def store_peak(self):
        misses = self.replica.hours_of({"miss"})
        return max(count + 3 * openings for count, openings in zip(misses, self.openings)) / 3600


def costs(day, prices):
    """Returns the cost of a day, by item."""
    values = day.values
    kept_gb = values["documents"] * values["bytes-per-document"] / 1e9
    return {
        "CDN, bytes": day.cdn.bytes_out / 1e9 * prices["cdn-gb"],
        "CDN, requests": day.cdn.requests() / 1e6 * prices["cdn-million"],
        "replicas": values["replicas"] * 24 * prices["replica-hour"],
        "store, reads": day.store_requests / 1e6 * prices["store-million"],
        "store, bytes": day.store_bytes / 1e9 * prices["store-gb"],
        "store, kept": kept_gb * prices["store-gb-month"] / 30,
    }


def loads(day, capacities):
    """Returns the utilisation of each tier in its busiest hour, highest first."""
    shares = {
        "replicas": day.replica.peak() / (day.values["replicas"] * capacities["replica-rps"]),
        "store": day.store_peak / capacities["store-rps"],
    }
    return sorted(shares.items(), key=lambda share: -share[1])


def report(day, prices, capacities):
    lines = ["| tier | requests | hits | asked again below | fetched from below | bytes out | requests/s, fullest hour |",
             "|---|---|---|---|---|---|---|"]
    for tier in (day.browser, day.cdn, day.replica):
        total = max(tier.requests(), 1)
        hits, stale, misses = (100 * tier.requests(verdict) / total for verdict in ("hit", "stale", "miss"))
        lines.append(
            f"| {tier.name} | {total / 1e6:,.1f} M | {hits:.1f} % | {stale:.1f} % | {misses:.1f} % | "
            f"{tier.bytes_out / 1e12:,.3f} TB | {tier.peak():,.0f} |")
    lines.append(
        f"| store | {day.store_requests / 1e6:,.1f} M | | | | {day.store_bytes / 1e12:,.3f} TB | {day.store_peak:,.0f} |")
    asked = {}
    for key, hours in day.replica.counts.items():
        item = day.items[key[0]]
        asked[item.kind] = asked.get(item.kind, 0) + sum(hours) * item.requests
    total = max(sum(asked.values()), 1)
    shares = ", ".join(f"{kind} {100 * count / total:.1f} %" for kind, count in sorted(asked.items()))
    lines += ["", f"{day.visits * day.part:,} visits. What replicas are asked for: {shares}.", "", "| a day of | costs |", "|---|---|"]
    table = costs(day, prices)
    lines += [f"| {name} | {value:,.2f} |" for name, value in table.items()]
    lines += [f"| **all** | **{sum(table.values()):,.2f}** |", ""]
    lines += [f"Fullest hour: {name} at {100 * share:.0f} % of what they are trusted with."
              for name, share in loads(day, capacities)]
    return "\n".join(lines)


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", type=Path, help="what measure_answers.py wrote")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    for name, (value, words_of_it) in {**ASSUMED, **PRICES, **CAPACITIES}.items():
        parser.add_argument(f"--{name}", type=float, default=value, help=f"{words_of_it} ({value:g})", metavar="N")
    return parser.parse_args(words)


def picked(parsed, names):
    return {name: getattr(parsed, name.replace("-", "_")) for name in names}


def main():
    parsed = arguments()
    prices, capacities = picked(parsed, PRICES), picked(parsed, CAPACITIES)
    day = Day(json.loads(parsed.answers.read_text()), picked(parsed, ASSUMED), parsed.seed).run()
    if parsed.json:
        print(json.dumps(numbers(day) | {"costs": costs(day, prices), "loads": dict(loads(day, capacities))}))
    else:
        print(report(day, prices, capacities))


def numbers(day):
    """Returns everything that was counted."""
    return {"visits": day.visits, "store": [day.store_requests, day.store_bytes, day.store_peak]} | {
        tier.name: {
            "requests": tier.requests(), **{verdict: tier.requests(verdict) for verdict in VERDICTS},
            "bytesOut": tier.bytes_out, "bytesIn": tier.bytes_in, "hours": tier.hours}
        for tier in (day.browser, day.cdn, day.replica)}


if __name__ == "__main__":
    main()
