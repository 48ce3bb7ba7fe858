"""IIIF Content State 1.0: states from other programs, and states offered to them. https://iiif.io/api/content-state/1.0/"""

from __future__ import annotations

import base64
import json
import re
import urllib.parse

import pytest

from hostile import hostile_strings
from test_sharing import open_share

pytestmark = pytest.mark.calm

# On page 2 of three-pages, 1600 × 2000 pixels.
BOX = (400, 700, 600, 450)


def encode(text: str) -> str:
    """Encodes a state as described in section 6.3.2."""
    quoted = urllib.parse.quote(text, safe="!'()*")
    return base64.urlsafe_b64encode(quoted.encode()).decode().rstrip("=")


def root(reader, document: str = "three-pages") -> str:
    return f"{reader.address}/iiif/presentation/3/{document}"


def canvas(reader, fragment: str = "", number: int = 2, document: str = "three-pages") -> dict:
    base = root(reader, document)
    part_of = [{"id": f"{base}/manifest.json", "type": "Manifest"}]
    return {"id": f"{base}/canvas/{number}{fragment}", "type": "Canvas", "partOf": part_of}


def specific(reader, selector: dict | list) -> dict:
    return {"type": "SpecificResource", "source": canvas(reader), "selector": selector}


def annotation(target, motivation="contentState", **more) -> dict:
    context = "http://iiif.io/api/presentation/3/context.json"
    return {"@context": context, "type": "Annotation", "motivation": motivation, "target": target, **more}


def open_state(reader, content: str, document: str = "three-pages"):
    """Opens a page of the viewer by a link with a content state."""
    value = content if content.startswith("http") else encode(content)
    return reader.open(f"?iiif-content={value}", document)


def shows(reader, box) -> bool:
    """Whether the view shows a box as large as it fits on the surface."""
    x, y, width, height = box
    surface, view = reader.surface(), reader.view
    scale = min(surface["width"] / width, surface["height"] / height, 2)
    middle = (surface["width"] / 2 - view.x) / view.scale, (surface["height"] / 2 - view.y) / view.scale
    return view.scale == pytest.approx(scale, rel=0.01) and middle == pytest.approx(
        (x + width / 2, y + height / 2), abs=3
    )


def notice_text(reader) -> str:
    reader.page.wait_for_selector("#notice.remark")
    return reader.page.get_by_role("alert").inner_text()


@pytest.mark.parametrize("form", ["annotation", "annotation-bare", "target", "annotation-uri", "uncoded-fragment"])
def test_each_form_of_a_content_state_sets_the_view(new_reader, form):
    """Section 2.2."""
    reader = new_reader(1180, 820)
    target = canvas(reader, "#xywh=" + ",".join(map(str, BOX)))
    state = f"{reader.address}/bookmarks/1.json"
    response = annotation(target, ["contentState"], id=state)
    reader.page.route(state, lambda route: route.fulfill(json=response, content_type="application/ld+json"))
    if form == "annotation":
        open_state(reader, json.dumps(response))
    elif form == "annotation-bare":
        open_state(reader, json.dumps({"type": "Annotation", "motivation": "contentState", "target": target}))
    elif form == "target":
        open_state(reader, json.dumps(target))
    elif form == "annotation-uri":
        open_state(reader, state)
    else:
        # Not as specified, but people build such addresses.
        open_state(reader, target["id"])
    assert reader.fragment["page"] == "2"
    assert shows(reader, BOX)
    assert "iiif-content" not in reader.page.url
    assert not reader.page.locator("#notice.remark").count()


X, Y, W, H = BOX
AREAS = {
    "fragment": {"type": "FragmentSelector", "value": f"xywh={X},{Y},{W},{H}"},
    "pixel": {"type": "FragmentSelector", "value": f"xywh=pixel:{X},{Y},{W},{H}&t=1,2"},
    "percent": {"type": "FragmentSelector", "value": f"xywh=percent:{X / 16},{Y / 20},{W / 16},{H / 20}"},
    "polygon": {
        "type": "SvgSelector",
        "value": f'<svg xmlns="http://www.w3.org/2000/svg"><polygon points="{X},{Y} {X + W},{Y} {X + W},{Y + H}"/></svg>',
    },
    "path": {
        "type": "SvgSelector",
        "value": f'<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate({X} {Y})"><path transform="scale(3)" '
        f'onclick="alert(1)" style="fill: url(http://other.example/)" d="M0 0H{W / 3}V{H / 3}Z"/></g><script>alert(1)</script></svg>',
    },
    "image-api": {"type": "iiif:ImageApiSelector", "region": f"{X},{Y},{W},{H}"},
    "several": [{"type": "RangeSelector"}, {"type": "FragmentSelector", "value": f"xywh={X},{Y},{W},{H}"}],
}


# Returns the place that each of some states leads to, as an arriving page determines it, without going there.
LOCATE = """async (states) => {
    const { locate } = await import(window.viewerFolder + 'iiif/content-target.js');
    const api = await import(window.viewerFolder + 'base/api.js');
    return Promise.all(states.map(async (state) => {
        const { document, place } = await locate(state, [], api);
        return { ...place, document };
    }));
}"""


def test_each_kind_of_selector_selects_the_same_part_of_the_page(new_reader):
    reader = open_state(new_reader(1180, 820), "{}")
    states = [json.dumps(annotation(specific(reader, area))) for area in AREAS.values()]
    for name, place in zip(AREAS, reader.page.evaluate(LOCATE, states)):
        x, y, width, height = BOX
        assert (place["document"], place["page"]) == ("three-pages", 2), name
        assert place["box"] == pytest.approx({"x": x, "y": y, "width": width, "height": height}), name
    # One of them opened in the page.
    open_state(reader, states[list(AREAS).index("path")])
    assert reader.fragment["page"] == "2"
    assert shows(reader, BOX)


def test_a_point_selector_shows_the_point_with_its_surroundings(new_reader):
    reader = new_reader(1180, 820)
    open_state(reader, json.dumps(specific(reader, {"type": "PointSelector", "x": 800, "y": 1000})))
    side = 2000 / 6
    assert shows(reader, (800 - side / 2, 1000 - side / 2, side, side))


# The addresses of our IIIF resources and the places that they lead to. The page of a clause is found only when it is shown.
ADDRESSES = {
    "/manifest.json": {},
    "/canvas/3": {"page": 3},
    "/canvas/2": {"page": 2},
    "/annotations/2.json": {"page": 2},
    "/range/clause/2.3": {"clause": "2.3"},
    "/clause/3.1": {"clause": "3.1"},
    "/clause/seal#part-2": {"page": 2, "clause": "seal"},
    "/category/even": {"category": "even"},
    "/range/clauses": {},
}


def test_every_address_of_an_iiif_resource_is_accepted_as_a_target(new_reader):
    reader = new_reader(1180, 820).open(document="three-pages")
    usual = {"document": "three-pages", "page": 1, "clause": None, "category": "all", "query": "", "box": None}
    wrapped = [json.dumps({"id": root(reader) + path, "type": "Range"}) for path in ADDRESSES]
    bare = [root(reader) + path for path in ADDRESSES]
    for path, *places in zip(ADDRESSES, *(reader.page.evaluate(LOCATE, states) for states in (wrapped, bare))):
        for place in places:
            assert {name: place[name] for name in usual} == {**usual, **ADDRESSES[path]}, path
    # Some of them opened in the page, in either form.
    for path, expected in [
        ("/canvas/3", {"page": "3"}),
        ("/range/clause/2.3", {"page": "2", "clause": "2.3"}),
        ("/clause/seal#part-2", {"page": "2", "clause": "seal"}),
        ("/category/even", {"category": "even"}),
    ]:
        state = json.dumps({"id": root(reader) + path, "type": "Range"})
        for content in [state] if "#" in path else [state, root(reader) + path]:
            open_state(reader, content)
            assert {name: value for name, value in reader.fragment.items() if name != "xywh"} == expected
            assert reader.page.locator("#notice.remark").count() == 0


def resources(value, kinds: set[str]) -> list[dict]:
    """The resources of certain types within a value."""
    if isinstance(value, list):
        return [found for item in value for found in resources(item, kinds)]
    if not isinstance(value, dict):
        return []
    own = [value] if value.get("type") in kinds and "id" in value else []
    return own + [found for item in value.values() for found in resources(item, kinds)]


def test_every_resource_of_the_manifest_and_its_annotations_leads_to_its_place(new_reader):
    reader = new_reader(1180, 820).open("", "three-pages")
    manifest = reader.get("/iiif/presentation/3/three-pages/manifest.json")
    pages = {page["id"] for page in resources(manifest["items"], {"AnnotationPage"}) if "items" not in page}
    notes = [note for page in sorted(pages) for note in reader.get(page[len(reader.address) :])["items"]]
    assert len(manifest["items"]) == 3 and len(notes) >= 20
    found = resources(manifest, {"Manifest", "Canvas", "Range"})
    assert {"Manifest", "Canvas", "Range"} <= {resource["type"] for resource in found}
    places = reader.page.evaluate(
        """async (resources) => {
            const { locate } = await import(window.viewerFolder + 'iiif/content-target.js');
            const api = await import(window.viewerFolder + 'base/api.js');
            return Promise.all(resources.map(async (resource) => {
                const { document, place } = await locate(JSON.stringify(resource), [], api);
                return [document, place.clause, place.page];
            }));
        }""",
        [{"id": resource["id"], "type": resource["type"]} for resource in found] + notes,
    )
    assert {document for document, _, _ in places} == {"three-pages"}
    for note, (_, clause, page) in zip(notes, places[len(found) :]):
        assert note["id"].split("/clause/")[1].split("#")[0] == clause
        if "#part-" in note["id"]:
            assert note["id"].endswith(f"#part-{page}")
    # Share uses the identifiers of the manifest.
    reader.open("#clause=2.2", "three-pages")
    state = json.loads(shared_state(reader))
    assert state["target"]["id"].split("#")[0] in {canvas["id"] for canvas in manifest["items"]}
    assert state["body"]["id"] in {note["id"] for note in notes}


def test_an_annotation_that_is_no_content_state_is_itself_the_target(new_reader):
    """Section 2.2.4. An annotation from elsewhere is shown where its target is."""
    reader = new_reader(1180, 820)
    ours = annotation(canvas(reader), "commenting", id=f"{root(reader)}/clause/2.5")
    assert open_state(reader, json.dumps(ours)).fragment["clause"] == "2.5"
    theirs = annotation(canvas(reader, f"#xywh={X},{Y},{W},{H}"), "commenting", id="https://example.org/notes/1")
    open_state(reader, json.dumps(theirs))
    assert shows(reader, BOX)


def test_a_foreign_canvas_leads_to_our_manifest_that_it_is_part_of(new_reader):
    reader = new_reader(1180, 820)
    target = {**canvas(reader), "id": "https://example.org/canvas/9#xywh=1,2,3,4"}
    open_state(reader, json.dumps(target))
    assert reader.page.locator("#notice.remark").count() == 0
    assert reader.page.title().startswith("A writ")
    assert reader.fragment == {}


def test_the_first_available_of_several_targets_is_shown(new_reader):
    """Section 5.3: two targets cannot be shown at once."""
    reader = new_reader(1180, 820)
    elsewhere = {"id": "https://example.org/manifest.json", "type": "Manifest"}
    open_state(reader, json.dumps(annotation([elsewhere, canvas(reader, number=3)])))
    assert reader.fragment == {"page": "3"}
    assert "several" in notice_text(reader)


def test_a_state_of_another_document_opens_that_document(new_reader):
    reader = new_reader(1180, 820)
    target = json.dumps(canvas(reader, f"#xywh={X},{Y},{W},{H}"))
    reader.page.goto(f"{reader.document_url()}?iiif-content={encode(target)}")
    reader.page.wait_for_url(f"{reader.document_url('three-pages')}#page=2**")
    reader.page.goto(f"{reader.document_url()}?embed&iiif-content={encode(target)}")
    reader.page.wait_for_url(f"{reader.document_url('three-pages')}?embed#page=2**")


def test_the_library_page_redirects_a_state_to_its_document(new_reader):
    reader = new_reader(1180, 820)
    page = reader.page
    for value, url in [
        (encode(json.dumps(canvas(reader, f"#xywh={X},{Y},{W},{H}"))), f"{reader.document_url('three-pages')}#page=2**"),
        (f"{root(reader, 'magna-carta')}/manifest.json", reader.document_url()),
        (encode(json.dumps({"id": f"{root(reader, 'magna-carta')}/clause/39", "type": "Annotation"})), "**#clause=39"),
    ]:
        page.goto(f"{reader.address}/?iiif-content={value}")
        page.wait_for_url(url)
    page.goto(f"{reader.address}/?iiif-content={reader.address}/iiif/presentation/3/collection.json")
    page.wait_for_selector("body.ready")
    page.wait_for_url(f"{reader.address}/")
    assert not page.locator("#notice.remark").count()


BROKEN = {
    "not base64": ("AAAAA", "not a valid IIIF content state"),
    "nothing": ("", "not a valid IIIF content state"),
    "script": (encode('{"id": "javascript:alert(1)", "type": "Canvas"}'), "not a valid IIIF content state"),
    "foreign": ("https://example.org/manifest.json", "points to example.org"),
    "foreign canvas": (encode('{"id": "https://example.org/c/1#xywh=1,2,3,4", "type": "Canvas"}'), "points to example.org"),
    "unknown": ("ADDRESS/iiif/presentation/3/no-such/manifest.json", "not in this library"),
    "unknown clause": ("ADDRESS/iiif/presentation/3/magna-carta/clause/no-such", "no clause"),
    "no page": ("ADDRESS/iiif/presentation/3/magna-carta/canvas/9", "not in this library"),
    "not there": ("ADDRESS/no/such/state.json", "not in this library"),
    # The script that reads states is loaded only then.
    "no script": ("ADDRESS/iiif/presentation/3/magna-carta/manifest.json", "server is not responding"),
}


# One case for each message, and those that need a server; other refusals are in Tests/ViewerTests/content-target.test.mjs.
@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.parametrize("where", ["document", "library"])
def test_a_state_that_cannot_be_shown_shows_a_message_and_changes_nothing(new_reader, case, where):
    reader = new_reader(820, 1180)
    # The browser logs missing resources.
    reader.allows_console_errors = case in ("unknown", "unknown clause", "not there", "no script")
    if case == "no script":
        reader.page.route(re.compile(r"/content-target\.js"), lambda route: route.abort())
    elsewhere = []
    reader.page.on("request", lambda request: elsewhere.append(request.url))
    value, words = BROKEN[case][0].replace("ADDRESS", reader.address), BROKEN[case][1]
    if where == "document":
        reader.open(f"?iiif-content={value}")
        assert len(reader.shown) == 64
    else:
        reader.page.goto(f"{reader.address}/?iiif-content={value}")
        reader.page.wait_for_selector("body.ready")
        if case == "unknown clause":
            reader.page.wait_for_url("**/documents/magna-carta**")
        else:
            assert reader.page.locator("#documents li").count() == 3
    assert words in notice_text(reader)
    assert "iiif-content" not in reader.page.url
    # Nothing was requested from anywhere else.
    assert all(url.startswith((reader.address, "data:", "blob:", "about:")) for url in elsewhere)


def test_hostile_strings_are_refused_with_a_known_fault(new_reader):
    reader = new_reader(820, 1180).open()
    reader.allows_console_errors = True
    outcomes = reader.page.evaluate(
        """async ([strings, about]) => {
            const { locate } = await import(window.viewerFolder + 'iiif/content-target.js');
            const api = await import(window.viewerFolder + 'base/api.js');
            const wrapped = strings.flatMap((text) => [text, JSON.stringify({ id: text, type: 'Canvas' }),
                JSON.stringify({ type: 'SpecificResource', source: about.manifest.replace('manifest.json', 'canvas/1'),
                    selector: { type: 'SvgSelector', value: text } })]);
            const outcomes = new Set();
            for (const text of wrapped) {
                outcomes.add(await locate(text, [about], api).then(() => 'place', (error) => error.fault ?? String(error)));
            }
            return [...outcomes];
        }""",
        [hostile_strings(), reader.get("/api/documents/magna-carta")],
    )
    assert set(outcomes) <= {"place", "malformed", "foreign", "missing"}
    assert len(reader.shown) == 64


DROP = """
([text, type, file]) => {
    const dataTransfer = new DataTransfer();
    if (file) dataTransfer.items.add(new File([text.repeat(file)], 'state.json', { type: 'application/json' }));
    else dataTransfer.setData(type, text);
    const on = document.getElementById('surface') ?? document.body;
    const give = (kind) => on.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    const taken = !give('dragover');
    window.wasMarked = document.body.classList.contains('receiving');
    give('drop');
    return taken;
}
"""
PASTE = """
([text, selector]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    (document.querySelector(selector) ?? document.body)
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
"""


def test_a_state_can_be_dropped_or_pasted_and_going_back_reopens_the_clause(new_reader):
    """Sections 3.3 to 3.5."""
    reader = new_reader(1180, 820).open("#clause=1.2&lang=de", "three-pages")
    reader.until_drops_accepted()
    state = json.dumps(canvas(reader, f"#xywh={X},{Y},{W},{H}"))
    names = urllib.parse.urlencode({"manifest": f"{root(reader)}/manifest.json", "canvas": f"{root(reader)}/canvas/2"})
    link = f"{reader.document_url('three-pages')}?iiif-content={encode(state)}"
    for way, script, given in [
        ("text", DROP, [state, "text/plain", 0]),
        ("uri-list", DROP, [f"https://example.org/viewer?{names}", "text/uri-list", 0]),
        ("file", DROP, [state, "", 1]),
        ("viewer-link", DROP, [link, "text/plain", 0]),
        ("paste", PASTE, [state, "body"]),
        ("paste-link", PASTE, [f"{reader.document_url('three-pages')}#page=2", "body"]),
    ]:
        assert reader.page.evaluate(script, given) or script == PASTE, way
        reader.until("location.hash.includes('page=2')")
        reader.until_idle()
        if way in ("text", "file", "viewer-link", "paste"):
            assert shows(reader, BOX), way
        assert reader.fragment["lang"] == "de", way
        assert not reader.is_open("#panel"), way
        reader.page.go_back()
        reader.page.wait_for_selector("#panel.open")
        reader.until_idle()
        assert reader.fragment["clause"] == "1.2", way


def test_unrelated_drops_and_pastes_do_not_change_the_view(new_reader):
    reader = new_reader(1180, 820).open("#clause=39")
    reader.until_drops_accepted()
    before = reader.fragment
    for text, selector in [("some words", "body"), ("{ not JSON", "body"), ("https://example.org/", "#search")]:
        reader.page.evaluate(PASTE, [text, selector])
    # The script that examines pasted text has been loaded.
    reader.page.evaluate("import(window.viewerFolder + 'iiif/content-state.js').then(() => true)")
    reader.until_idle()
    assert not reader.page.locator("#notice.remark").count()
    assert reader.page.evaluate(DROP, ["some words", "text/plain", 0])
    assert reader.page.evaluate("window.wasMarked")
    assert "not a valid IIIF content state" in notice_text(reader)
    reader.page.evaluate(DROP, ["{\"a\": 1}" + " " * 92, "", 20_000])
    reader.until("document.querySelector('#notice').innerText.includes('too large')")
    reader.page.evaluate(DROP, ["x" * 100, "", 50_000])
    reader.page.evaluate(PASTE, ["https://example.org/manifest", "body"])
    reader.until("document.querySelector('#notice').innerText.includes('points to')")
    reader.until_idle()
    assert reader.fragment == before and reader.shown == ["39"]
    assert not reader.page.locator("body.receiving").count()


def test_the_library_page_accepts_dropped_states(new_reader):
    reader = new_reader(1180, 820)
    reader.page.goto(reader.address)
    reader.page.wait_for_selector("body.ready")
    reader.until_drops_accepted()
    assert reader.page.evaluate(DROP, ["https://example.org/manifest", "text/plain", 0])
    assert "points to example.org" in notice_text(reader)
    reader.page.evaluate(DROP, [json.dumps(canvas(reader)), "text/plain", 0])
    reader.page.wait_for_url(f"{reader.document_url('three-pages')}#page=2")


def shared_state(reader) -> str:
    """The content state in the link, decoded."""
    open_share(reader)
    link = reader.page.locator("#share-state").input_value()
    value = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["iiif-content"][0]
    if value.startswith("http"):
        return value
    padded = value + "=" * (-len(value) % 4)
    return urllib.parse.unquote(base64.urlsafe_b64decode(padded).decode())


def test_share_writes_the_current_view_as_a_content_state(new_reader):
    reader = new_reader(1180, 820).open("", "three-pages")
    manifest = f"{root(reader)}/manifest.json"
    assert reader.get("/iiif/presentation/3/three-pages/manifest.json")["id"] == manifest
    if not reader.is_site:
        assert reader.get("/api/documents/three-pages")["manifest"] == manifest
    # The whole document: the shortest form.
    assert shared_state(reader) == manifest
    assert reader.page.locator("#share-manifest").input_value() == manifest
    reader.open("#page=3", "three-pages")
    assert json.loads(shared_state(reader)) == canvas(reader, number=3)
    # A part of a page.
    reader.open("#page=2&xywh=400,700,600,450", "three-pages")
    state = json.loads(shared_state(reader))
    assert state["type"] == "Canvas" and state["partOf"] == canvas(reader)["partOf"]
    address, area = state["id"].split("#xywh=")
    assert address == f"{root(reader)}/canvas/2"
    x, y, width, height = map(int, area.split(","))
    assert x >= 0 and y >= 0 and x + width <= 1600 and y + height <= 2000
    assert x <= X and y <= Y and x + width >= X + W and y + height >= Y + H
    # A clause: its region and its identifier.
    reader.open("#clause=2.2", "three-pages")
    state = json.loads(shared_state(reader))
    assert state["motivation"] == ["contentState"] and state["type"] == "Annotation"
    assert state["target"] == canvas(reader, "#xywh=150,433,1300,227")
    assert state["body"] == {"id": f"{root(reader)}/clause/2.2", "type": "Annotation"}


@pytest.mark.parametrize("fragment", ["#clause=2.2", "#clause=seal&page=2", "#page=2&xywh=400,700,600,450", "#page=3", ""])
def test_a_shared_content_state_restores_the_view_it_was_written_for(new_reader, fragment):
    reader = new_reader(1180, 820).open(fragment, "three-pages")
    before, place = reader.view, reader.fragment
    open_share(reader)
    link = reader.page.locator("#share-state").input_value()
    assert link.startswith(reader.document_url("three-pages"))
    reader.open(link[len(reader.document_url("three-pages")) :], "three-pages")
    after = reader.view
    assert {**reader.fragment, "xywh": None} == {**place, "xywh": None}
    if "xywh" in fragment:
        assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=3)
        assert after.scale == pytest.approx(before.scale, rel=0.01)


def test_the_dragged_iiif_link_carries_the_state_and_the_manifest_and_canvas(new_reader):
    reader = new_reader(1180, 820).open("#clause=2.2", "three-pages")
    state = shared_state(reader)
    link = reader.page.locator("#share .iiif")
    assert link.get_attribute("draggable") == "true"
    given = link.evaluate(
        """(link) => {
            const dataTransfer = new DataTransfer();
            link.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
            return [dataTransfer.getData('text/plain'), dataTransfer.getData('text/uri-list')];
        }"""
    )
    assert given[0] == state
    names = urllib.parse.parse_qs(urllib.parse.urlsplit(given[1]).query)
    assert names == {"manifest": [f"{root(reader)}/manifest.json"], "canvas": [f"{root(reader)}/canvas/2"]}
