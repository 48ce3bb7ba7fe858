"""Ten million readers a day of a hundred thousand documents, replayed: what browsers, a CDN, replicas and the store have to do.

    python3 simulate.py answers.json [--readers 10000000] [--documents 100000] [--seed 1] [--json]

Every reader opens a document, looks around, reads and perhaps searches. What each step asks for, in requests and bytes, is
what `measure_answers.py` saw the server send (`answers.json`); how readers behave, how large caches are and what things
cost are assumptions, each of them a parameter below. The same seed gives the same day.

The tiers, one behind the other:

    browser   remembers what it had within the visit, and the viewer's files of a visit before
    cdn       --edges places, each with a cache of its own; asks again when an answer's Cache-Control says so
    replica   `explore serve --from`: pages, words and searches from its database; tiles from its disk cache, else the store
    store     whole tiles by range, and the directory of an archive when a replica meets it first
"""

import argparse
import json
import random
from itertools import accumulate
from pathlib import Path

from tiers import FRESH_SECONDS, Cache, Tier

DAY_CURVE = [2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 5, 6, 7, 7, 6, 5, 3]
"""Assumed: how many of a day's readers come in each hour, as shares of their sum."""

ASSUMED = {
    "readers": (10_000_000, "readers a day"),
    "documents": (100_000, "documents, each like the one that was measured"),
    "skew": (1.0, "exponent of Zipf's law over documents: 1 is what libraries see, 0 is none"),
    "launch-share": (0.2, "share of readers who come for the one document of the day"),
    "launch-hour-share": (0.15, "share of these who come in the hour of its launch"),
    "returning": (0.3, "share of readers whose browser has the viewer's files of a visit before"),
    "zooms": (8, "steps of zooming or moving in a visit, on average"),
    "places": (200, "views of a document that its zooming steps lead to, the popular ones more often (Zipf)"),
    "searches": (0.3, "searches in a visit, on average; no two of them are taken for equal"),
    "edges": (20, "places of the CDN, used by equal shares of readers"),
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
"""An example, in whatever currency: put in your provider's own."""

CAPACITIES = {
    "replica-rps": (2_000, "requests a second that a replica of two cores is trusted with"),
    "store-rps": (3_000, "reads a second that the store is trusted with"),
}


class Items:
    """What a step of a visit asks for: one item for each kind of answer and cache policy."""

    def __init__(self, answers):
        self.steps = {
            name: [
                (*kind.split(" "), counts["requests"], counts["bytes"])
                for kind, counts in sorted(kinds.items()) if counts["requests"] > 0]
            for name, kinds in answers["steps"].items()}
        self.head = answers["notModifiedBytes"]


class Day:
    """A day of readers, and what they ask of each tier."""

    def __init__(self, answers, values, seed):
        self.items, self.values, self.chance = Items(answers), values, random.Random(seed)
        self.tiers = {name: Tier(name) for name in ("browser", "cdn", "replica", "store")}
        self.edges = [Cache(values["edge-bytes"]) for _ in range(int(values["edges"]))]
        self.replicas = [Cache(values["replica-bytes"]) for _ in range(int(values["replicas"]))]
        self.opened = [set() for _ in self.replicas]
        self.popularity = self.weights(int(values["documents"]), values["skew"])
        self.places = self.weights(int(values["places"]), 1.0)
        self.visits = 0

    @staticmethod
    def weights(count, skew):
        return list(accumulate(1 / (rank ** skew) for rank in range(1, count + 1)))

    def times(self):
        """When each reader comes, in seconds of the day, in order."""
        values = self.values
        launched = int(values["readers"] * values["launch-share"])
        shares = [count * (values["readers"] - launched) / sum(DAY_CURVE) for count in DAY_CURVE]
        first = values["launch-hour-share"] * launched
        rest = (launched - first) / 13
        for hour, share in enumerate(shares):
            # It is launched at ten, and talked of until midnight.
            special = first if hour == 10 else rest if hour > 9 else 0
            count = round(share + special)
            for number in range(count):
                # Those who come for it are spread over the hour like all others.
                is_special = int((number + 1) * special / count) > int(number * special / count)
                yield (hour + number / count) * 3600, is_special

    def run(self):
        chance, values = self.chance, self.values
        documents, places = range(int(values["documents"])), range(int(values["places"]))
        edge_count = len(self.edges)
        zoom_share = values["zooms"] / (values["zooms"] + 1)
        picks = iter(())
        for now, special in self.times():
            pick = next(picks, None)
            if pick is None:
                picks = iter(chance.choices(documents, cum_weights=self.popularity, k=10_000))
                pick = next(picks)
            # The one document of the day is one that nobody asked for before.
            document = -1 if special else pick
            self.visit(document, chance.randrange(edge_count), now, zoom_share, places)
        return self

    def visit(self, document, edge, now, zoom_share, places):
        chance, values = self.chance, self.values
        self.visits += 1
        knows_files = chance.random() < values["returning"]
        had = set()
        self.step("open", document, 0, edge, now, had, knows_files)
        while chance.random() < zoom_share:
            place = chance.choices(places, cum_weights=self.places)[0]
            self.step("zoom", document, place, edge, now, had, knows_files)
        self.step("read", document, 0, edge, now, had, knows_files)
        searches = values["searches"]
        while searches > 0 and chance.random() < searches / (1 + searches):
            self.step("search", document, None, edge, now, had, knows_files)

    def step(self, name, document, place, edge, now, had, knows_files):
        for number, (kind, policy, requests, size) in enumerate(self.items.steps.get(name, ())):
            # Files are the same for all documents; a search is like no other.
            key = (name, number) if kind == "files" else (name, number, document, place)
            fresh = FRESH_SECONDS.get(policy, -1.0)
            is_kept = place is not None and policy != "never"
            if not is_kept:
                verdict, has_body = "miss", False
            elif key in had:
                verdict, has_body = ("hit" if fresh > 0 else "stale"), True
            elif kind == "files" and knows_files:
                verdict, has_body = ("hit" if fresh == float("inf") else "stale"), True
            else:
                verdict, has_body = "miss", False
            had.add(key)
            self.tiers["browser"].count(verdict, requests, size, self.items.head, True, now)
            if verdict != "hit":
                self.ask_cdn(key, kind, requests, size, fresh, is_kept, not has_body, document, edge, now)

    def ask_cdn(self, key, kind, requests, size, fresh, is_kept, whole, document, edge, now):
        verdict = self.edges[edge].look(key, size, fresh, now) if is_kept else "miss"
        self.tiers["cdn"].count(verdict, requests, size, self.items.head, whole, now)
        if verdict != "hit":
            self.ask_replica(key, kind, requests, size, verdict == "miss", document, now)

    def ask_replica(self, key, kind, requests, size, whole, document, now):
        if kind != "tiles":
            return self.tiers["replica"].count("hit", requests, size, self.items.head, whole, now)
        number = document % len(self.replicas)
        # Whether a tile is still good it knows without the tile.
        verdict = self.replicas[number].look(key, size, float("inf"), now) if whole else "hit"
        tier, store = self.tiers["replica"], self.tiers["store"]
        tier.count(verdict, requests, size, self.items.head, whole, now)
        if verdict == "hit":
            return None
        store.count("hit", requests, size, self.items.head, True, now)
        if document not in self.opened[number]:
            self.opened[number].add(document)
            store.count("hit", 3, self.values["directory-bytes"], 0, True, now)
            tier.bytes_in += self.values["directory-bytes"]
        return None


def costs(day, prices):
    """What a day costs, by what it is for."""
    tiers, values = day.tiers, day.values
    store_gb = values["documents"] * values["bytes-per-document"] / 1e9
    return {
        "CDN, bytes": tiers["cdn"].bytes_out / 1e9 * prices["cdn-gb"],
        "CDN, requests": tiers["cdn"].requests / 1e6 * prices["cdn-million"],
        "replicas": values["replicas"] * 24 * prices["replica-hour"],
        "store, reads": tiers["store"].requests / 1e6 * prices["store-million"],
        "store, bytes": tiers["store"].bytes_out / 1e9 * prices["store-gb"],
        "store, kept": store_gb * prices["store-gb-month"] / 30,
    }


def loads(day, capacities):
    """How much of each tier's capacity the fullest hour takes, the fullest first."""
    shares = {
        "replicas": day.tiers["replica"].peak() / (day.values["replicas"] * capacities["replica-rps"]),
        "store": day.tiers["store"].peak() / capacities["store-rps"],
    }
    return sorted(shares.items(), key=lambda share: -share[1])


def report(day, prices, capacities):
    lines = ["| tier | requests | hits | asked again | sent on | bytes out | bytes in | requests/s in the fullest hour |",
             "|---|---|---|---|---|---|---|---|"]
    for tier in day.tiers.values():
        total = max(tier.requests, 1)
        lines.append(
            f"| {tier.name} | {tier.requests / 1e6:,.1f} M | {100 * tier.hits / total:.1f} % | "
            f"{100 * tier.stale / total:.1f} % | {100 * tier.misses / total:.1f} % | {tier.bytes_out / 1e12:,.3f} TB | "
            f"{tier.bytes_in / 1e12:,.3f} TB | {tier.peak():,.0f} |")
    lines += ["", "| a day of | costs |", "|---|---|"]
    table = costs(day, prices)
    lines += [f"| {name} | {value:,.2f} |" for name, value in table.items()]
    lines += [f"| **all** | **{sum(table.values()):,.2f}** |", ""]
    lines += [f"fullest hour: {name} at {100 * share:.0f} % of what they are trusted with"
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
        tiers = {name: {**vars(tier), "hitRate": tier.hit_rate} for name, tier in day.tiers.items()}
        print(json.dumps({
            "visits": day.visits, "tiers": tiers, "costs": costs(day, prices), "loads": dict(loads(day, capacities))}))
    else:
        print(report(day, prices, capacities))


if __name__ == "__main__":
    main()
