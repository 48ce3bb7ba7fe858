"""What well-behaved visitors request, and how the responses are verified."""

import json
import struct
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import Callable
from urllib.parse import quote


@dataclass
class Question:
    """A request and the expected response."""

    kind: str
    path: str
    method: str = "GET"
    fields: tuple = ()
    statuses: tuple = (200,)
    # Returns a complaint about a response, or None.
    check: Callable = None
    # Whether the response must equal the first one to the same request.
    is_same: bool = True


def jpeg_size(data):
    """Returns width and height of a JPEG file, from its start of frame."""
    place = 2
    while place + 9 < len(data) and data[place] == 0xFF:
        marker, length = data[place + 1], struct.unpack(">H", data[place + 2:place + 4])[0]
        if marker in (0xC0, 0xC1, 0xC2):
            height, width = struct.unpack(">HH", data[place + 5:place + 9])
            return width, height
        place += 2 + length
    return None


class Questions:
    """Draws random requests to a library whose only document is the sample."""

    DOCUMENT, IMAGE = "magna-carta", "magna-carta-1"
    # The frequency of each kind, in the order of what a reader's browser, a IIIF viewer and a program request.
    WEIGHTS = {
        "zxy": 20, "dzi": 14, "enlarged": 3, "webp": 2, "iiif_tile": 4, "region": 4, "any_region": 3, "information": 2,
        "cut_out": 2, "at": 8, "clauses": 5, "clause": 3, "search": 5, "documents": 2, "manifest": 3, "annotations": 2,
        "iiif_search": 2, "viewer": 4, "packed": 2, "head": 4, "conditional": 5, "missing": 3, "wrong": 3, "health": 1,
    }

    def __init__(self, archive, source, chance):
        self.chance = chance
        self.tiles, self.tile_sizes = {}, {}
        with zipfile.ZipFile(archive) as file:
            for entry in file.infolist():
                *_, level, name = entry.filename.split("/")
                if name.endswith(".jpg"):
                    column, row = name[:-4].split("_")
                    place = int(level), int(column), int(row)
                    self.tiles[place], self.tile_sizes[place] = entry.CRC, entry.file_size
        self.top = max(level for level, _, _ in self.tiles)
        self.base = next(level for level in range(self.top + 1) if (level + 1, 1, 0) in self.tiles
                         or (level + 1, 0, 1) in self.tiles)
        self.tile_places = sorted(self.tiles)
        header = json.loads((source / "document.json").read_text())
        self.languages = header["languages"]
        self.clause_ids = [clause["id"] for clause in json.loads((source / "clauses.json").read_text())]
        self.category_ids = [category["id"] for category in json.loads((source / "categories.json").read_text())]
        self.width, self.height = 6000, 8000
        # The first response to each request.
        self.firsts, self.tags = {}, {}
        self.names, self.weights = zip(*self.WEIGHTS.items())

    def draw(self):
        """Returns a request of any kind."""
        return getattr(self, self.chance.choices(self.names, self.weights)[0])()

    def draw_quick(self):
        """Returns a request that needs no rendering."""
        return getattr(self, self.chance.choice(("zxy", "dzi", "zxy", "dzi", "at", "clause", "head", "wrong")))()

    def complaint(self, question, response):
        """Returns the fault of a response, or None."""
        if response.status not in question.statuses:
            return f"status {response.status}, expected {' or '.join(map(str, question.statuses))}"
        declared = response.fields.get("content-length")
        if question.method != "HEAD" and response.status not in (204, 304) and declared is not None \
                and int(declared) != len(response.body):
            return f"{len(response.body)} bytes, but Content-Length is {declared}"
        if response.status == 304 or question.method == "HEAD":
            return question.check(response) if question.check else None
        if question.check and (complaint := question.check(response)):
            return complaint
        if not question.is_same:
            return None
        key = (question.path, question.fields)
        found = (response.status, zlib.crc32(response.body), response.fields.get("content-type"))
        first = self.firsts.setdefault(key, found)
        if found != first:
            return f"{found} is not what the first answer was: {first}"
        if response.status == 200 and not question.fields and "etag" in response.fields:
            self.tags[question.path] = (response.fields["etag"], len(response.body))
        return None

    # Tiles

    def _stored(self, kind, path, place):
        def check(response):
            expected = self.tiles[place]
            found = zlib.crc32(response.body)
            return None if found == expected else f"the tile's CRC-32 is {found:08x}, that in the archive {expected:08x}"
        return Question(kind, path, check=check, is_same=False)

    def zxy(self):
        place = level, column, row = self.chance.choice(self.tile_places)
        if level < self.base:
            return self.dzi()
        return self._stored("tile", f"/tiles/{self.IMAGE}/{level - self.base}/{column}/{row}.jpg", place)

    def dzi(self):
        return self.stored_tile(self.chance.choice(self.tile_places))

    def stored_tile(self, place):
        """Returns the request for a tile of the archive."""
        level, column, row = place
        return self._stored("tile", f"/dzi/{self.IMAGE}_files/{level}/{column}_{row}.jpg", place)

    def iiif_tile(self):
        place = level, column, row = self.chance.choice([p for p in self.tile_places[-1000:] if p[0] >= self.top - 2])
        factor = 1 << (self.top - level)
        x, y = 256 * factor * column, 256 * factor * row
        width, height = min(256 * factor, self.width - x), min(256 * factor, self.height - y)
        size = f"{-(-width // factor)},{-(-height // factor)}"
        return self._stored(
            "tile", f"/iiif/3/{self.IMAGE}/{x},{y},{width},{height}/{size}/0/default.jpg", place)

    def enlarged(self):
        column, row = self.chance.randrange(12), self.chance.randrange(12)
        return Question("enlarged tile", f"/dzi/{self.IMAGE}_files/{self.top + 1}/{column}_{row}.jpg")

    def webp(self):
        column, row = self.chance.randrange(8), self.chance.randrange(8)
        return Question("tile as WebP", f"/tiles/{self.IMAGE}/5/{column}/{row}.webp")

    # Pictures

    def region(self):
        number = self.chance.randrange(60)
        x, y, side = 70 * number, 90 * number, 300 + 17 * number
        ending = self.chance.choice(("0/default.jpg", "90/gray.jpg", "!0/default.webp"))
        return Question("region", f"/iiif/3/{self.IMAGE}/{x},{y},{side},{side}/{150 + number},/{ending}")

    def any_region(self):
        width, height = self.chance.randrange(50, 900), self.chance.randrange(50, 900)
        x, y = self.chance.randrange(self.width - width), self.chance.randrange(self.height - height)
        size = self.chance.randrange(20, 500), self.chance.randrange(20, 500)
        size = min(size[0], 2 * width), min(size[1], 2 * height)
        path = f"/iiif/3/{self.IMAGE}/{x},{y},{width},{height}/^{size[0]},{size[1]}/0/default.jpg"
        return Question("any region", path, is_same=False, check=lambda response: (
            None if jpeg_size(response.body) == size else f"the picture is {jpeg_size(response.body)}, expected {size}"))

    def cut_out(self):
        clause = self.chance.choice(self.clause_ids[:20])
        return Question("cut-out", f"/api/documents/{self.DOCUMENT}/clauses/{clause}/image.jpg?width=320")

    # Texts

    def _lang(self):
        return self.chance.choice(self.languages)

    def at(self):
        x, y = 100 + 240 * self.chance.randrange(24), 100 + 320 * self.chance.randrange(24)
        return Question("at", f"/api/documents/{self.DOCUMENT}/at?x={x}&y={y}&lang={self._lang()}")

    def clauses(self):
        queries = [f"category={category}&lang={self._lang()}" for category in self.category_ids[:12]]
        queries += ["kind=detail", "include=regions", "bbox=1000,1000,900,700", f"q=king&lang={self._lang()}", "lang=de"]
        return Question("clauses", f"/api/documents/{self.DOCUMENT}/clauses?{self.chance.choice(queries)}")

    def clause(self):
        path = f"/api/documents/{self.DOCUMENT}/clauses/{self.chance.choice(self.clause_ids)}?lang={self._lang()}"
        return Question("clause", path)

    def search(self):
        words = self.chance.choice(("king", "justice", "forest", "\"no free man\"", "wid", "roi", "église", "zzz", "%", "*"))
        return Question("search", f"/api/search?q={quote(words)}&lang={self._lang()}")

    def documents(self):
        return Question("documents", self.chance.choice((
            "/api/documents", f"/api/documents/{self.DOCUMENT}", f"/api/documents/{self.DOCUMENT}/categories",
            f"/tiles/{self.IMAGE}.json", f"/dzi/{self.IMAGE}.dzi")))

    # IIIF

    def information(self):
        version = self.chance.choice("23")
        return Question("info.json", f"/iiif/{version}/{self.IMAGE}/info.json")

    def manifest(self):
        return Question("manifest", self.chance.choice((
            f"/iiif/presentation/3/{self.DOCUMENT}/manifest.json", "/iiif/presentation/3/collection.json")))

    def annotations(self):
        return Question("annotations", f"/iiif/presentation/3/{self.DOCUMENT}/annotations/1.json")

    def iiif_search(self):
        return Question("IIIF search", f"/iiif/search/2/{self.DOCUMENT}" + self.chance.choice((
            "?q=king", "?q=justice", "/autocomplete?q=ki", "/autocomplete?q=ju")))

    # Pages

    def viewer(self):
        return Question("page", self.chance.choice((
            "/", f"/documents/{self.DOCUMENT}", f"/documents/{self.DOCUMENT}?clause=39&lang=fr", "/docs", "/openapi.json",
            "/viewer/styles/document.css", "/viewer/app/explorer.js")))

    def health(self):
        return Question("health", self.chance.choice(("/health/live", "/health/ready")), is_same=False)

    # The same in other encodings

    def packed(self):
        question = self.chance.choice((self.manifest, self.annotations, self.documents, self.clauses))()
        question.kind, question.fields = "packed", (("Accept-Encoding", "gzip"),)
        return question

    def head(self):
        place = level, column, row = self.chance.choice(self.tile_places)
        path = f"/dzi/{self.IMAGE}_files/{level}/{column}_{row}.jpg"
        return Question("HEAD", path, method="HEAD", is_same=False, check=lambda response: (
            None if int(response.fields.get("content-length", -1)) == self.tile_sizes[place]
            else f"Content-Length is {response.fields.get('content-length')}, expected {self.tile_sizes[place]}"))

    def conditional(self):
        if not self.tags:
            return self.dzi()
        path = self.chance.choice(list(self.tags))
        tag, _ = self.tags[path]
        return Question("conditional", path, fields=(("If-None-Match", tag),), statuses=(304,), is_same=False)

    # Missing resources and invalid requests

    def missing(self):
        number = self.chance.randrange(50)
        return Question("missing", self.chance.choice((
            f"/dzi/{self.IMAGE}_files/{self.top + 2}/0_{number}.jpg", f"/tiles/{self.IMAGE}/2/99/{number}.jpg",
            f"/tiles/none-{number}/0/0/0.jpg", f"/api/documents/none-{number}", f"/nothing/{number}",
            f"/api/documents/{self.DOCUMENT}/clauses/none-{number}", f"/iiif/3/none-{number}/info.json")),
            statuses=(404,), is_same=False)

    def wrong(self):
        return Question("wrong", self.chance.choice((
            f"/api/documents/{self.DOCUMENT}/at?x=6000&y=0", f"/api/documents/{self.DOCUMENT}/at?x=a&y=0",
            f"/iiif/3/{self.IMAGE}/0,0,0,0/max/0/default.jpg", f"/iiif/3/{self.IMAGE}/full/99999,/0/default.jpg",
            f"/iiif/3/{self.IMAGE}/full/max/361/default.jpg", f"/iiif/3/{self.IMAGE}/full/^900000,/0/default.jpg",
            f"/api/documents/{self.DOCUMENT}/clauses/39/image.jpg?width=0")), statuses=(400,), is_same=False)
