"""Runs the camera page in Chromium with generated films as its camera, for `bench.py`.

Each film repeats a page that is put down on a table and then does not move. `PageCamera` runs as on the page /capture;
independently, the page measures for each frame how much of the picture has changed, so that its notion of rest and movement does
not depend on the camera's own arithmetic.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "BrowserTests")]

from chromium import launched, with_camera  # noqa: E402
from serving import serving  # noqa: E402

SIZE = (1280, 960)
RATE = 10
KINDS = {
    "plain": {}, "clutter": {"clutter": 8}, "glare": {"clutter": 3, "glare": True}, "shake": {"clutter": 3, "shake": 5},
    "book": {"clutter": 3, "isBook": True},
}
LARGE = (4000, 3000)
"""Of the pictures whose way to the view is timed."""
TAKES = 2
PATIENCE_SECONDS = 40

TIMINGS = """
window.timings = [];
window.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => typeof data.milliseconds === 'number' && window.timings.push(data.milliseconds));
    }
};
"""

# Takes pictures, and returns for each how long everything had been still and how much changed in its frame.
TAKING = """
async ({ takes, patience }) => {
    // The page's policy allows the worker of its own version alone.
    const { src } = document.querySelector("script[type='module'][src*='/viewer/']");
    const { PageCamera } = await import(new URL('../camera/camera.js', src));
    const video = document.body.appendChild(document.createElement('video'));
    const camera = new PageCamera(video);
    camera.kind = 'across';
    const [across, down] = [64, 48];
    const pen = Object.assign(document.createElement('canvas'), { width: across, height: down }).getContext('2d', { willReadFrequently: true });
    let [before, changed, still] = [null, 1, performance.now()];
    const look = () => {
        pen.drawImage(video, 0, 0, across, down);
        const { data } = pen.getImageData(0, 0, across, down);
        const now = Float32Array.from({ length: across * down }, (_, index) => data[4 * index]);
        changed = before === null ? 1 : now.reduce((count, value, index) => count + (Math.abs(value - before[index]) > 12), 0) / now.length;
        if (changed > 0.01) still = performance.now();
        before = now;
        video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    const taken = [];
    let moment = null;
    camera.addEventListener('taking', () => (moment = { delay: performance.now() - still, changed }));
    await new Promise((resolve) => {
        setTimeout(resolve, patience);
        camera.addEventListener('stopped', resolve);
        camera.addEventListener('taken', ({ detail: { corners, width, height } }) => {
            taken.push({ ...moment, corners, width, height });
            if (taken.length === takes) resolve();
            else camera.next();
        });
        camera.start();
    });
    camera.close();
    return { taken, timings: window.timings };
}
"""


@dataclass
class Watched:
    """The results of the films; distances as fractions of the diagonal, times in milliseconds."""

    films: int = 0
    pictures: int = 0
    wrong: int = 0
    while_moving: int = 0
    distances: list[float] = field(default_factory=list)
    bent: list[float] = field(default_factory=list)
    """Of open books, whose edges are no straight lines between their corners."""
    delays: list[float] = field(default_factory=list)
    timings: list[float] = field(default_factory=list)


def place(seed: int) -> list[list[float]]:
    """Returns the corners of a page as fractions of the picture, seen slightly from the side and large enough to be taken."""
    numbers = random.Random(seed)
    left, top = 0.11 + 0.03 * numbers.random(), 0.12 + 0.05 * numbers.random()
    corners = [(left, top), (1 - left, top), (1 - left, 1 - top), (left, 1 - top)]
    return [[x + 0.03 * (numbers.random() - 0.5), y + 0.03 * (numbers.random() - 0.5)] for x, y in corners]


def film(path: Path, size: tuple[int, int], scenes: list[dict]) -> Path:
    script = json.dumps({"width": size[0], "height": size[1], "rate": RATE, "scenes": scenes})
    subprocess.run(["node", ROOT / "Tests/BrowserTests/write_film.mjs", path, script], check=True)
    return path


def watch(address: str, browser, path: Path, quad: list[list[float]], is_book: bool, watched: Watched) -> None:
    """Lets the camera take the page of a film twice."""
    camera = with_camera(browser, path)
    try:
        page = camera.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        page.add_init_script(TIMINGS)
        page.goto(f"{address}/capture")
        page.wait_for_selector("body.ready")
        found = page.evaluate(TAKING, {"takes": TAKES, "patience": 1000 * PATIENCE_SECONDS})
    finally:
        camera.close()
    watched.films += 1
    watched.timings += found["timings"]
    for taken in found["taken"]:
        watched.pictures += 1
        watched.delays.append(taken["delay"])
        watched.while_moving += taken["changed"] > 0.05
        if taken["corners"] is None:
            watched.wrong += 1
            continue
        diagonal = (taken["width"] ** 2 + taken["height"] ** 2) ** 0.5
        apart = [
            ((x - u * taken["width"]) ** 2 + (y - v * taken["height"]) ** 2) ** 0.5 / diagonal
            for (x, y), (u, v) in zip(taken["corners"], quad, strict=True)
        ]
        # Ten times the permitted distance: another page, or none.
        watched.wrong += max(apart) > 0.03
        (watched.bent if is_book else watched.distances).extend(apart)


def films(contrasts: list[int], rounds: int, explore: Path) -> Watched:
    watched = Watched()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        library = Path(folder) / "library"
        subprocess.run([explore, "add", ROOT / "data/magna-carta", "--library", library], check=True, capture_output=True)
        with serving(library, "--edit") as address:
            for contrast in contrasts:
                for number, (kind, properties) in enumerate(KINDS.items()):
                    for turn in range(rounds):
                        seed = 100 * turn + 10 * number + contrast
                        quad, look = place(seed), {"contrast": contrast, "seed": seed, **properties}
                        aside = [[x + 1, y] for x, y in quad]
                        path = film(Path(folder) / "film.y4m", SIZE, [
                            {"frames": 4, **look}, {"frames": 8, "from": aside, "to": quad, **look}, {"frames": 26, "from": quad, **look},
                        ])  # fmt: skip
                        watch(address, browser, path, quad, "isBook" in properties, watched)
    return watched


def upload(explore: Path) -> float:
    """
    Photographs a page with a camera of 12 megapixels and uploads the picture.

    Returns the seconds from *Done* to the first tile of the rectified page in the editor.
    """
    quad = place(1)
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        library = Path(folder) / "library"
        subprocess.run([explore, "add", ROOT / "data/magna-carta", "--library", library], check=True, capture_output=True)
        path = film(Path(folder) / "film.y4m", LARGE, [{"frames": 3, "from": quad, "contrast": 90, "clutter": 3}])
        camera = with_camera(browser, path)
        with serving(library, "--edit") as address:
            try:
                page = camera.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
                page.set_default_timeout(120_000)
                page.goto(f"{address}/capture")
                page.click(".kind[data-kind='across']")
                page.locator("#capture-help .close-help").click()
                page.wait_for_selector(".review .preview")
                began = time.monotonic()
                with page.expect_response(lambda answer: "/dzi/" in answer.url and "_files/" in answer.url and answer.ok) as tile:
                    page.click(".review .done")
                tile.value.finished()
                seconds = time.monotonic() - began
                image = tile.value.url.split("/dzi/")[1].split("_files/")[0]
                copy = page.evaluate("fetch(`/api${location.pathname.replace(/edit$/, 'working-copy')}?include=content`).then((answer) => answer.json())")
                [shown] = copy["content"]["pages"]
                if shown["imageId"] != image or not shown["image"].get("corners"):
                    sys.exit(f"bench: the first tile is of {image}, expected one of the rectified page, {shown['imageId']}")
                return seconds
            finally:
                camera.close()
