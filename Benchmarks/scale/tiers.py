"""Caches between readers and the store, in the order in which `simulate.py` chains them."""

FRESH_SECONDS = {"immutable": float("inf"), "minutes": 300.0, "revalidate": 0.0}
"""How long a response is fresh, according to its Cache-Control."""


class Cache:
    """An LRU cache with a limit in bytes that stores when each response was last validated."""

    def __init__(self, byte_limit):
        self.byte_limit, self.byte_count = byte_limit, 0
        self.held = {}

    def look(self, key, size, fresh_seconds, now):
        """Returns "hit", "stale" (revalidated with the next tier) or "miss" (fetched from the next tier)."""
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
    """The requests and results of one tier, by hour: the number for each item and outcome."""

    def __init__(self, name, items, head, scale=1):
        """`scale` is the number of events that each counted one stands for."""
        self.name, self.items, self.head, self.scale = name, items, head, scale
        # Counts by item, verdict and whether all of it was sent; then by hour.
        self.counts = {
            (item, verdict, whole): [0] * 24
            for item in range(len(items)) for verdict in VERDICTS for whole in (False, True)}

    def sum(self, value, verdict=None):
        """Returns the sum of a value of (item, verdict, whole) over all requests, or over those with one verdict."""
        return self.scale * sum(
            sum(hours) * value(self.items[key[0]], key[1], key[2])
            for key, hours in self.counts.items() if verdict in (None, key[1]))

    def requests(self, verdict=None):
        return self.sum(lambda item, *_: item.requests, verdict)

    @property
    def bytes_out(self):
        """Returns the bytes of responses without a body, for items that the tier below already has."""
        return self.sum(lambda item, _, whole: item.size if whole else self.head * item.requests)

    @property
    def bytes_in(self):
        """Returns the bytes of bodies sent by the tier below, for these items."""
        return self.sum(lambda item, verdict, _: {
            "hit": 0, "stale": self.head * item.requests, "miss": item.size}[verdict])

    @property
    def hours(self):
        """Returns the requests in each hour of the day."""
        return self.hours_of(VERDICTS)

    def hours_of(self, verdicts):
        return [
            self.scale * sum(
                hours[hour] * self.items[key[0]].requests for key, hours in self.counts.items() if key[1] in verdicts)
            for hour in range(24)]

    def peak(self):
        """Returns the requests per second in the busiest hour."""
        return max(self.hours) / 3600
