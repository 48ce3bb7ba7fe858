"""What a link shows before it is opened, where it leads, and what reference managers find."""

import http.server
import json
import threading
import urllib.parse

import pytest

from accessibility import violations
from test_sharing import open_options

pytestmark = pytest.mark.calm


def test_a_clause_in_the_query_opens_and_becomes_the_fragment(new_reader):
    reader = new_reader(820, 1180).open("?clause=39&lang=fr")
    assert reader.shown == ["39"]
    assert reader.page.locator("#panel-title").get_attribute("lang") == "fr"
    assert reader.page.url == f"{reader.document_url()}#clause=39&lang=fr"
    reader.page.keyboard.press("Escape")
    reader.until("!document.querySelector('#panel.open')")
    reader.until_idle()
    assert reader.page.url == f"{reader.document_url()}#lang=fr"


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
def test_the_query_becomes_the_fragment_which_takes_precedence(new_reader, given, url):
    reader = new_reader(820, 1180)
    reader.allows_console_errors = "no-such" in given
    reader.open(given)
    assert reader.page.url.rstrip("#") == f"{reader.document_url()}{url}"


@pytest.mark.server("a clause in the query makes another page there")
def test_a_shared_link_names_the_clause_before_any_script_runs(new_reader):
    reader = new_reader(1180, 820).open("#clause=39&lang=fr&category=justice")
    open_options(reader)
    reader.page.locator("#options .row button", has_text="Partager").click()
    reader.page.wait_for_selector("#share[open]")
    reader.until_idle()
    link = reader.page.locator("#share-link").input_value()
    assert link == f"{reader.document_url()}?clause=39&lang=fr"
    assert f"{reader.document_url()}?version=1&clause=39&lang=fr" in reader.page.locator("#share-citation").input_value()
    response = reader.page.request.get(link)
    assert "39. Juger avant de punir" in response.text()
    picture = reader.page.locator("#share .cut-out")
    reader.until("document.querySelector('#share .cut-out').naturalWidth > 0")
    assert "Juger avant de punir" in picture.get_attribute("alt")
    assert violations(reader) == []


@pytest.mark.server("a clause in the query makes another page there")
def test_metadata_for_machines_is_in_the_page_and_is_not_executed(new_reader):
    """The policy forbids inline scripts that run, not data; a complaint on the console would fail the test."""
    reader = new_reader(820, 1180)
    response = reader.page.request.get(f"{reader.document_url()}?clause=39")
    assert "unsafe-inline" not in response.headers["content-security-policy"]
    reader.open("?clause=39")
    work = json.loads(reader.page.locator("script[type='application/ld+json']").text_content())
    assert work["@context"] == "https://schema.org" and work["name"].startswith("39. ")
    record = urllib.parse.parse_qs(reader.page.locator("span.Z3988").get_attribute("title"))
    assert record["rft.title"] == [work["name"]] and record["rft.identifier"] == [work["@id"]]
    assert reader.page.locator("link[rel='cite-as']").get_attribute("href") == work["@id"]
    assert reader.page.locator("span.Z3988").inner_text() == ""


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
def test_the_oembed_html_opens_the_clause_in_a_frame(new_reader, blog, size):
    reader = new_reader(*size)
    url = urllib.parse.quote(f"{reader.document_url()}?clause=39&lang=fr", safe="")
    response = reader.get(f"/oembed?url={url}&maxwidth={size[0] - 40}")
    reader.page.goto(blog(response["html"]))
    frame = reader.page.frame_locator("iframe")
    frame.locator("body.ready").wait_for()
    assert frame.locator("#panel-title").inner_text() == "Juger avant de punir"
    box = reader.page.locator("iframe").bounding_box()
    assert (box["width"], box["height"]) == (response["width"], response["height"])
    assert box["width"] <= size[0] - 40


def test_a_link_to_a_clause_works_without_a_network(new_reader):
    reader = new_reader(820, 1180, service_workers="allow").open()
    reader.allows_console_errors = True
    reader.until_cached()
    reader.page.context.set_offline(True)
    reader.page.goto(f"{reader.document_url()}?clause=39")
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    assert reader.shown == ["39"]
    reader.page.context.set_offline(False)
