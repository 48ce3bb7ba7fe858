"""What a link shows before it is opened, where it leads, and what reference managers find."""

import http.server
import json
import threading
import urllib.parse

import pytest

from accessibility import violations
from test_sharing import open_options

pytestmark = pytest.mark.calm


def test_a_clause_in_the_query_opens_and_becomes_the_fragment(reader):
    someone = reader(820, 1180).open("?clause=39&lang=fr")
    assert someone.shown == ["39"]
    assert someone.page.locator("#panel-title").get_attribute("lang") == "fr"
    assert someone.page.url == f"{someone.where()}#clause=39&lang=fr"
    someone.page.keyboard.press("Escape")
    someone.until("!document.querySelector('#panel.open')")
    someone.rest()
    assert someone.page.url == f"{someone.where()}#lang=fr"


@pytest.mark.parametrize(
    "given, url",
    [
        ("?clause=39#clause=40", "#clause=40"),
        ("?embed&clause=39", "?embed#clause=39"),
        ("?category=church&utm_source=x", "?utm_source=x#category=church"),
        ("?clause=no-such", ""),
        ("?clause=", ""),
    ],
)
def test_the_query_becomes_the_fragment_which_takes_precedence(reader, given, url):
    someone = reader(820, 1180)
    someone.is_forgiving = "no-such" in given
    someone.open(given)
    assert someone.page.url.rstrip("#") == f"{someone.where()}{url}"


@pytest.mark.server("a clause in the query makes another page there")
def test_a_shared_link_names_the_clause_before_any_script_runs(reader):
    someone = reader(1180, 820).open("#clause=39&lang=fr&category=justice")
    open_options(someone)
    someone.page.locator("#options .row button", has_text="Partager").click()
    someone.page.wait_for_selector("#share[open]")
    someone.rest()
    link = someone.page.locator("#share-link").input_value()
    assert link == f"{someone.where()}?clause=39&lang=fr"
    assert f"{someone.where()}?version=1&clause=39&lang=fr" in someone.page.locator("#share-citation").input_value()
    answer = someone.page.request.get(link)
    assert "39. Juger avant de punir" in answer.text()
    picture = someone.page.locator("#share .cut-out")
    someone.until("document.querySelector('#share .cut-out').naturalWidth > 0")
    assert "Juger avant de punir" in picture.get_attribute("alt")
    assert violations(someone) == []


@pytest.mark.server("a clause in the query makes another page there")
def test_metadata_for_machines_is_in_the_page_and_is_not_executed(reader):
    """The policy forbids inline scripts that run, not data; a complaint on the console would fail the test."""
    someone = reader(820, 1180)
    answer = someone.page.request.get(f"{someone.where()}?clause=39")
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    someone.open("?clause=39")
    work = json.loads(someone.page.locator("script[type='application/ld+json']").text_content())
    assert work["@context"] == "https://schema.org" and work["name"].startswith("39. ")
    record = urllib.parse.parse_qs(someone.page.locator("span.Z3988").get_attribute("title"))
    assert record["rft.title"] == [work["name"]] and record["rft.identifier"] == [work["@id"]]
    assert someone.page.locator("link[rel='cite-as']").get_attribute("href") == work["@id"]
    assert someone.page.locator("span.Z3988").bounding_box() is None or someone.page.locator("span.Z3988").inner_text() == ""


@pytest.fixture
def blog():
    """Yields a function that publishes a post on another site and returns its address."""
    posts = []

    class Blog(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(posts[-1].encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield lambda post: posts.append(f"<!doctype html><title>A post</title>{post}") or f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.server("oEmbed is asked with a query")
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_the_oembed_html_opens_the_clause_in_a_frame(reader, blog, size):
    someone = reader(*size)
    url = urllib.parse.quote(f"{someone.where()}?clause=39&lang=fr", safe="")
    answer = someone.get(f"/oembed?url={url}&maxwidth={size[0] - 40}")
    someone.page.goto(blog(answer["html"]))
    frame = someone.page.frame_locator("iframe")
    frame.locator("body.ready").wait_for()
    assert frame.locator("#panel-title").inner_text() == "Juger avant de punir"
    box = someone.page.locator("iframe").bounding_box()
    assert (box["width"], box["height"]) == (answer["width"], answer["height"])
    assert box["width"] <= size[0] - 40


def test_a_link_to_a_clause_works_without_a_network(reader):
    someone = reader(820, 1180, service_workers="allow").open()
    someone.is_forgiving = True
    someone.until_kept()
    someone.page.context.set_offline(True)
    someone.page.goto(f"{someone.where()}?clause=39")
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    assert someone.shown == ["39"]
    someone.page.context.set_offline(False)
