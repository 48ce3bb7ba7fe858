"""Signing in to restricted documents: tokens, signing out, revoked tokens, and what the browser keeps."""

from __future__ import annotations

import http.server
import json
import pathlib
import threading
from dataclasses import dataclass

import pytest

import three_pages
from serving import add, run, serving
from test_accessibility import CUT_OFF, violations

KEPT = """
async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    }
    return found;
}
"""

pytestmark = [pytest.mark.server("tokens and restricted documents"), pytest.mark.cold, pytest.mark.calm]


@dataclass
class Restricted:
    """A server with the restricted document three-pages."""

    address: str
    library: pathlib.Path

    def token(self, *arguments: str) -> dict:
        made = run("token", "create", *arguments, "--json", "--library", self.library)
        return json.loads(made.stdout)

    def revoke(self, token: dict) -> None:
        run("token", "revoke", token["id"], "--library", self.library)


@pytest.fixture(scope="module")
def restricted(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("restricted")
    source, library = folder / "three-pages", folder / "library"
    three_pages.write(source)
    description = json.loads((source / "document.json").read_text())
    (source / "document.json").write_text(json.dumps({**description, "access": "restricted"}))
    add(library, source)
    with serving(library) as address:
        yield Restricted(address, library)


def visitor(new_reader, restricted, *size: int, **options):
    reader = new_reader(*size, **options)
    reader.address = restricted.address
    # The browser logs each refused request to the console.
    reader.allows_console_errors = True
    return reader


def enter(reader, token: str) -> None:
    reader.page.get_by_label("Token", exact=True).fill(token)
    reader.page.get_by_role("button", name="Sign in").click()


def test_signing_in_opens_the_document_and_nothing_of_it_is_cached_after_signing_out(new_reader, restricted):
    token = restricted.token("--document", "three-pages", "--label", "Ada")
    reader = visitor(new_reader, restricted, 390, 844, service_workers="allow")
    page = reader.page
    page.goto(f"{restricted.address}/documents/three-pages#clause=1.2")
    page.wait_for_selector("#notice.failure")
    assert "Document not found" in page.locator("#notice").inner_text()
    page.get_by_role("link", name="Enter a token").click()
    page.wait_for_selector("body.ready")
    enter(reader, token["token"])
    page.wait_for_url("**/documents/three-pages#clause=1.2*")
    page.wait_for_selector("body.ready")
    page.wait_for_selector("#panel.open")
    assert "A writ on three pages" in page.title()
    reader.until_tiles_loaded()
    assert reader.levels, "no tile was loaded with the cookie"
    assert page.evaluate("document.cookie") == ""
    # The service worker takes control and caches nothing of the document.
    reader.until("navigator.serviceWorker.controller !== null")
    page.reload()
    page.wait_for_selector("body.ready")
    reader.until_tiles_loaded()
    page.goto(f"{restricted.address}/access")
    page.wait_for_selector("body.ready")
    assert "Ada" in page.locator("#signed-in-as").inner_text()
    reader.until_resolved(f"(await ({KEPT})()).some((path) => path.startsWith('/viewer/'))")
    kept = page.evaluate(KEPT)
    assert [path for path in kept if "three-pages" in path] == []
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/access#signed-out")
    assert page.locator("#signed-out").is_visible()
    assert page.context.cookies() == []
    page.goto(f"{restricted.address}/documents/three-pages")
    page.wait_for_selector("#notice.failure")
    # Nothing is available without a network either.
    page.context.set_offline(True)
    responses = page.evaluate(
        """async () => {
            const ask = (path) => fetch(path).then((answer) => answer.status, () => 'none');
            return [await ask('/api/documents/three-pages'), await ask('/dzi/three-pages-1_files/8/0_0.jpg')];
        }"""
    )
    assert responses == ["none", "none"]
    page.context.set_offline(False)


def test_a_link_with_a_token_signs_in_and_the_token_disappears_from_the_address(new_reader, restricted):
    token = restricted.token("--all", "--label", "the reading room")
    reader = visitor(new_reader, restricted)
    requests = []
    reader.page.on("request", lambda request: requests.append((request.url, request.headers.get("referer", ""))))
    link = f"{restricted.address}/access#token={token['token']}&to=/documents/three-pages"
    reader.page.goto(link)
    reader.page.wait_for_url("**/documents/three-pages")
    reader.page.wait_for_selector("body.ready")
    assert reader.page.title() == "A writ on three pages"
    addresses = [url.split("#")[0] + referer for url, referer in requests]
    assert any(address.startswith(reader.page.url) for address in addresses)
    assert all(token["token"] not in address for address in addresses)
    reader.page.go_back()
    assert token["token"] not in reader.page.url
    reader.page.goto(restricted.address)
    reader.page.wait_for_selector("body.ready")
    reader.until("document.querySelector('#access a')")
    assert "the reading room" in reader.page.locator("#access").inner_text()
    assert reader.page.locator("#documents li").count() == 1


def test_a_revoked_or_unknown_token_shows_a_message(new_reader, restricted):
    token = restricted.token("--document", "three-pages", "--label", "Ada")
    reader = visitor(new_reader, restricted, locale="fr-FR")
    page = reader.page
    page.goto(f"{restricted.address}/access#token={token['token']}&to=/documents/three-pages")
    page.wait_for_url("**/documents/three-pages")
    page.wait_for_selector("body.ready")
    restricted.revoke(token)
    reader.until_resolved("(await fetch('/api/documents/three-pages', { cache: 'no-store' })).status === 404")
    page.reload()
    page.wait_for_selector("#notice.failure")
    reader.until("document.querySelector('#notice').textContent.includes('a été retiré')")
    page.get_by_role("link", name="Saisir un jeton").click()
    page.wait_for_selector("body.ready")
    assert page.locator("#revoked").is_visible()
    page.locator("#token").fill("explore_x")
    page.locator("#sign-in button").click()
    page.wait_for_url("**#unknown")
    page.wait_for_selector("body.ready")
    assert page.locator(".message:visible").count() == 1
    assert "71" in page.locator("#unknown").inner_text()
    assert page.evaluate("document.activeElement.id") == "unknown"


def test_revoking_a_token_removes_document_titles_from_local_storage(new_reader, restricted):
    token = restricted.token("--document", "three-pages", "--label", "Ada")
    reader = visitor(new_reader, restricted)
    page = reader.page
    page.goto(f"{restricted.address}/access#token={token['token']}&to=/documents/three-pages%23clause=1.2")
    page.wait_for_url("**/documents/three-pages#clause=1.2*")
    reader.until("localStorage.getItem('explore').includes('writ on three pages')")
    page.goto(restricted.address)
    page.wait_for_selector("body.ready")
    assert page.locator("#history a").count() == 1
    page.locator("#history a").click()
    page.wait_for_selector("#panel.open")
    restricted.revoke(token)
    reader.until_resolved("(await fetch('/api/documents/three-pages', { cache: 'no-store' })).status === 404")
    page.goto(restricted.address)
    page.wait_for_selector("body.ready")
    reader.until("document.querySelector('#access a')")
    assert page.locator("#history").count() == 0
    stored = page.evaluate("localStorage.getItem('explore')")
    assert "three" not in stored


def test_the_sign_in_form_works_without_javascript(new_reader, restricted):
    token = restricted.token("--document", "three-pages", "--label", "Ada")
    reader = visitor(new_reader, restricted, java_script_enabled=False)
    reader.page.goto(f"{restricted.address}/access")
    enter(reader, "explore_x")
    reader.page.wait_for_url("**#unknown")
    assert reader.page.locator("#unknown").is_visible() and not reader.page.locator("#expired").is_visible()
    enter(reader, token["token"])
    reader.page.wait_for_url("**/documents/three-pages?plain")
    assert "This is what line 1.1 says." in reader.page.content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=str)
def test_axe_finds_no_violations_on_the_sign_in_page(new_reader, restricted, size, scheme):
    token = restricted.token("--all", "--label", "the reading room of a library")
    reader = visitor(new_reader, restricted, *size, color_scheme=scheme)
    found = {}
    for fragment in ["", "#unknown", "#signed-out"]:
        reader.page.goto("about:blank")
        reader.page.goto(f"{restricted.address}/access{fragment}")
        reader.page.wait_for_selector("body.ready")
        found[fragment] = (violations(reader), reader.page.evaluate(CUT_OFF))
    reader.page.goto("about:blank")
    reader.page.goto(f"{restricted.address}/access#token={token['token']}")
    reader.page.wait_for_url(f"{restricted.address}/")
    reader.page.goto(f"{restricted.address}/access")
    reader.page.wait_for_selector("body.ready")
    found["token"] = (violations(reader), [])
    assert found == {fragment: ([], []) for fragment in found}


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_only_editing_tokens_show_the_edit_link_and_others_get_a_sign_in_form(new_reader, restricted, size):
    reading = restricted.token("--document", "three-pages", "--label", "Ada")
    editing = restricted.token("--document", "three-pages", "--label", "Grace", "--scope", "edit")
    reader = visitor(new_reader, restricted, *size)
    page = reader.page
    requests = []
    page.on("request", lambda request: requests.append(request.url))

    def open_options(token: dict) -> None:
        page.goto(f"{restricted.address}/access#token={token['token']}&to=/documents/three-pages")
        page.wait_for_url("**/documents/three-pages")
        page.goto(f"{restricted.address}/documents/three-pages#clause=1.2")
        page.wait_for_selector("#panel.open")
        page.locator("#panel-close").click()
        page.locator("#options-button").click()
        page.wait_for_selector("#options[open]")

    open_options(reading)
    assert page.get_by_role("link", name="Edit").count() == 0
    page.goto(f"{restricted.address}/documents/three-pages/edit")
    page.wait_for_selector("body.ready")
    assert page.locator("#editing").is_visible()
    assert page.locator("#editing").inner_text() == "To edit this document, enter a token that allows editing."
    assert violations(reader) == []
    enter(reader, editing["token"])
    page.wait_for_url("**/documents/three-pages/edit")
    assert page.locator("#editing").count() == 0
    requests.clear()
    open_options(editing)
    # The page already contains the session, so it does not request it.
    assert [url for url in requests if "/api/session" in url] == []
    link = page.get_by_role("link", name="Edit")
    assert link.get_attribute("href").startswith("/documents/three-pages/edit")
    box = link.bounding_box()
    assert box["height"] >= 44
    assert violations(reader) == []
    link.click()
    page.wait_for_url("**/documents/three-pages/edit*")


VIEWER = """
<!doctype html><title>A viewer of another site</title><button>Sign in</button><img alt="" id="image"><script>
const base = new URLSearchParams(location.search).get("image");
const json = async (address, options) => (await fetch(address, options)).json();
async function token(service) {
    const frame = document.createElement("iframe");
    const posted = new Promise((done) => addEventListener("message", done));
    frame.src = `${service.id}?messageId=7&origin=${location.origin}`;
    document.body.append(frame);
    const { data, origin } = await posted;
    frame.remove();
    if (origin !== new URL(base).origin || data.messageId !== "7") throw new Error(origin);
    return data;
}
async function probe(probe, token) {
    const headers = token.accessToken ? { Authorization: `Bearer ${token.accessToken}` } : {};
    return (await json(probe.id, { headers })).status;
}
function shown() {
    const image = document.getElementById("image");
    return new Promise((done) => {
        image.onload = () => done(image.naturalWidth);
        image.onerror = () => done(0);
        image.src = `${base}/full/200,/0/default.jpg`;
    });
}
window.before = (async () => {
    const [service] = (await json(`${base}/info.json`)).service;
    const [access] = service.service;
    const [tokens] = access.service;
    const first = await token(tokens);
    document.querySelector("button").onclick = () => {
        const opened = open(`${access.id}?origin=${location.origin}`);
        window.after = new Promise((done) => {
            const timer = setInterval(() => { if (opened.closed) { clearInterval(timer); done(); } }, 20);
        }).then(async () => {
            const second = await token(tokens);
            return [second.type, await probe(service, second), await shown()];
        });
    };
    return [first.type, await probe(service, first), await shown()];
})();
</script>
"""


@pytest.fixture
def viewer():
    """Yields the address of another site, which contains a viewer."""

    class Viewer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(VIEWER.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Viewer) as host:
        thread = threading.Thread(target=host.serve_forever)
        thread.start()
        # Browsers treat this name and the numeric address as two sites.
        yield f"http://localhost:{host.server_port}"
        host.shutdown()
        thread.join()


def test_a_viewer_on_another_site_signs_in_to_an_announced_document(new_reader, serve, viewer, tmp_path):
    source, library = tmp_path / "three-pages", tmp_path / "library"
    three_pages.write(source)
    description = json.loads((source / "document.json").read_text())
    (source / "document.json").write_text(json.dumps({**description, "access": "announced"}))
    add(library, source)
    address = serve(library)
    token = Restricted(address, library).token("--document", "three-pages", "--label", "Ada")
    reader = visitor(new_reader, Restricted(address, library), 1180, 820)
    page = reader.page
    page.goto(f"{viewer}/?image={address}/iiif/3/three-pages-1")
    assert page.evaluate("before") == ["AuthAccessTokenError2", 401, 0]
    with page.context.expect_page() as opened:
        page.get_by_role("button").click()
    window = opened.value
    window.wait_for_selector("body.ready")
    with window.expect_event("close"):
        window.get_by_label("Token", exact=True).fill(token["token"])
        window.get_by_role("button", name="Sign in").click()
    assert page.evaluate("after") == ["AuthAccessToken2", 200, 200]
    # The other site cannot read the API with the reader's cookie.
    assert page.evaluate(f"fetch('{address}/api/documents/three-pages', {{credentials: 'include'}}).then(() => 1, () => 0)") == 0
