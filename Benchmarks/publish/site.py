#!/usr/bin/env python3
"""Measures the sample as a static site in Chromium: hit tests, searches, and the bytes of the first view against the server's.

    site.py [--explore .build/release/explore] [--rounds 5]

nginx serves the site, compressed with the types that distributions enable, but at level 9. In the open page the site's own
queries run one after another: 2,000 random points on the page, counting the mean of each round, and words, counting the slowest,
after an uncounted search has loaded the index. The bytes of a first view are those on the wire including headers, as Chromium
counts them, at 1440 by 900 CSS pixels, until no more requests are made.

Lines are printed as Benchmarks/README.md describes; for times, the limit replaces the peer. The exit status is the number of
targets that fell short.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "Tests/BrowserTests")]
import measuring  # noqa: E402

AT_LIMIT, SEARCH_LIMIT = 1.0, 50.0
WORDS = ["king", "the", "wid", '"free man"', "law of the land", "eglise", "liber homo", "a", "no-such-word"]
AT = """async (count) => {
    const { at } = await import(window.viewerFolder + 'site/responses.js');
    const points = Array.from({ length: count }, () => [Math.random() * 6000, Math.random() * 8000]);
    let found = 0;
    const begin = performance.now();
    for (const [x, y] of points) found += (await at('magna-carta', x, y, { page: 1, lang: 'en' })).clauses.length;
    return [(performance.now() - begin) / count, found];
}"""
SEARCH = """async (words) => {
    const { search } = await import(window.viewerFolder + 'site/responses.js');
    const begin = performance.now();
    const { total } = await search(words, { lang: 'en', limit: 30 });
    return [performance.now() - begin, total];
}"""


def first_view(browser, address):
    """Returns the bytes on the wire of a first visit to the sample."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_selector("body.ready")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2_000)
    context.close()
    return sum(sizes)


def measure(browser, server, site, rounds):
    from support import VIEWER_FOLDER

    place = "documents/magna-carta"
    bytes_of = {"site": [], "server": []}
    for number in range(rounds):
        addresses = {"site": f"{site}/{place}/index.html", "server": f"{server}/{place}"}
        for name in sorted(addresses, reverse=number % 2 == 1):
            bytes_of[name].append(first_view(browser, addresses[name]))
    page = browser.new_page()
    page.add_init_script(VIEWER_FOLDER)
    page.goto(f"{site}/{place}/index.html")
    page.wait_for_selector("body.ready")
    page.evaluate(AT, 100)
    points = [page.evaluate(AT, 2_000) for _ in range(rounds)]
    if not all(found > 500 for _, found in points):
        sys.exit(f"bench: of 2,000 points {[found for _, found in points]} are in a clause, expected more than 500")
    page.evaluate(SEARCH, "charter")
    searches = {words: [page.evaluate(SEARCH, words) for _ in range(rounds)] for words in WORDS}
    for words, times in searches.items():
        print(f"search {words}: {times[0][1]} found, {' '.join(f'{taken:.1f}' for taken, _ in times)} ms", flush=True)
    slowest = [max(times[number][0] for times in searches.values()) for number in range(rounds)]
    measuring.report([
        ("site, clause at a point, ms", [(taken, AT_LIMIT) for taken, _ in points], 1.0, lambda ratio: ratio < 1),
        ("site, slowest search, ms", [(taken, SEARCH_LIMIT) for taken in slowest], 1.0, lambda ratio: ratio < 1),
        ("site, first view, kB", [(mine / 1e3, theirs / 1e3) for mine, theirs in zip(bytes_of["site"], bytes_of["server"])],
         1.0, lambda ratio: ratio <= 1),
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.environ["EXPLORE_BINARY"] = str(options.explore.resolve())
    from chromium import launched
    from hosting import hosting
    from serving import add, serving

    with tempfile.TemporaryDirectory(prefix="site-bench-") as folder:
        library = Path(folder) / "library"
        add(library, ROOT / "data/magna-carta")
        with serving(library) as server, hosting(library, host="nginx") as site, launched() as browser:
            measure(browser, server, site, options.rounds)


if __name__ == "__main__":
    main()
