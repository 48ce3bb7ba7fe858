"""Caches between readers and the store, as `simulate.py` puts them one behind the other."""

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


class Tier:
    """What one kind of machine was asked for and answered, altogether and by the second of the day."""

    def __init__(self, name):
        self.name = name
        self.requests = self.hits = self.stale = self.misses = 0
        self.bytes_out = self.bytes_in = 0
        self.hours = [0] * 24

    def count(self, verdict, requests, size, head_size, asks_for_whole, now):
        """Counts an item of so many requests. `asks_for_whole` says whether below they have nothing of it yet."""
        self.requests += requests
        self.hours[int(now // 3600) % 24] += requests
        # Who has it already is told so, with a head alone.
        self.bytes_out += size if asks_for_whole else head_size * requests
        if verdict == "hit":
            self.hits += requests
        elif verdict == "stale":
            self.stale += requests
            self.bytes_in += head_size * requests
        else:
            self.misses += requests
            self.bytes_in += size

    @property
    def hit_rate(self):
        return self.hits / self.requests if self.requests else 0.0

    def peak(self):
        """Requests a second in the fullest hour."""
        return max(self.hours) / 3600
