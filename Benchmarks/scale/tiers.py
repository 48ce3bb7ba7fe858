"""Caches between readers and the store, in the order in which `simulate.py` chains them."""

FRESH_SECONDS = {"immutable": float("inf"), "minutes": 300.0, "revalidate": 0.0}
"""How long an answer is good without a question, by what its Cache-Control says."""


class Cache:
    """A cache of so many bytes, of which what was used last longest ago goes first; it knows when each answer was last
    found to be good."""

    def __init__(self, byte_limit):
        self.byte_limit, self.byte_count = byte_limit, 0
        self.held = {}

    def look(self, key, size, fresh_seconds, now):
        """"hit", "stale" (there, and upstream is asked whether it is still good) or "miss" (upstream sends it)."""
        held = self.held
        known = held.pop(key, None)
        if known is not None:
            if now - known[1] < fresh_seconds:
                held[key] = known
                return "hit"
            held[key] = (size, now)
            return "stale"
        if size > self.byte_limit:
            return "miss"
        self.byte_count += size
        held[key] = (size, now)
        while self.byte_count > self.byte_limit:
            oldest = next(iter(held))
            self.byte_count -= held.pop(oldest)[0]
        return "miss"


VERDICTS = ("hit", "stale", "miss")


class Tier:
    """What one kind of machine was asked for and answered, by the hour: so many times each item, and what became of it."""

    def __init__(self, name, items, head, scale=1):
        """`scale` is how many of what happens stand for one that was counted."""
        self.name, self.items, self.head, self.scale = name, items, head, scale
        # How often, by item, verdict, whether all of it was sent, and hour.
        self.counts = {
            (item, verdict, whole): [0] * 24
            for item in range(len(items)) for verdict in VERDICTS for whole in (False, True)}

    def sum(self, value, verdict=None):
        """The sum of a value of (item, verdict, whole) over all that was asked for, or over one verdict's."""
        return self.scale * sum(
            sum(hours) * value(self.items[key[0]], key[1], key[2])
            for key, hours in self.counts.items() if verdict in (None, key[1]))

    def requests(self, verdict=None):
        return self.sum(lambda item, *_: item.requests, verdict)

    @property
    def bytes_out(self):
        """Who has an item already is told so, with heads alone."""
        return self.sum(lambda item, _, whole: item.size if whole else self.head * item.requests)

    @property
    def bytes_in(self):
        """What the tier below sent, for these items."""
        return self.sum(lambda item, verdict, _: {
            "hit": 0, "stale": self.head * item.requests, "miss": item.size}[verdict])

    @property
    def hours(self):
        """Requests in each hour of the day."""
        return self.hours_of(VERDICTS)

    def hours_of(self, verdicts):
        return [
            self.scale * sum(
                hours[hour] * self.items[key[0]].requests for key, hours in self.counts.items() if key[1] in verdicts)
            for hour in range(24)]

    def peak(self):
        """Requests a second in the fullest hour."""
        return max(self.hours) / 3600
