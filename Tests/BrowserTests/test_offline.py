"""Without a network, and without JavaScript."""

import json

import pytest


def test_a_document_once_opened_works_without_a_network(reader):
    someone = reader(820, 1180, service_workers="allow").open("#clause=39")
    someone.is_forgiving = True
    someone.until_kept()
    someone.page.locator("#panel-next").click()
    someone.until_tiles_came()
    someone.page.context.set_offline(True)
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    assert someone.page.locator("#panel-number").inner_text().lower() == "clause 40"
    assert someone.shown == ["40"]
    someone.page.wait_for_function(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 3, 1, 1).data[3] === 255;
        }"""
    )
    someone.page.context.set_offline(False)


def test_forgetting_leaves_nothing_kept(reader):
    someone = reader(1180, 820, service_workers="allow").open()
    someone.until("navigator.serviceWorker.controller !== null")
    someone.until_resolved("(await caches.keys()).length > 0")
    someone.page.locator("#options-button").click()
    someone.page.locator("#options .forget button").click()
    someone.until("document.querySelector('#options .forget [role=status]')?.textContent")
    assert someone.page.evaluate("async (page) => await (await caches.open('explore-1')).match(page)", someone.where()) is None


@pytest.mark.server("the plain page is a file of another name; test_site.py reads it")
def test_without_javascript_the_clauses_are_plain_html_in_reading_order(reader):
    someone = reader(390, 844, java_script_enabled=False)
    someone.page.goto(f"{someone.where()}")
    someone.page.wait_for_url("**/documents/magna-carta?plain")
    assert someone.page.title() == "Magna Carta, 1215"
    clauses = someone.get("/api/documents/magna-carta/clauses?category=all,hidden-details&lang=en")["clauses"]
    articles = someone.page.locator("article")
    assert [article.get_attribute("id") for article in articles.all()] == [clause["id"] for clause in clauses]
    thirty_nine = someone.page.locator("[id='39']")
    clause = next(clause for clause in clauses if clause["id"] == "39")
    text = thirty_nine.inner_text()
    assert clause["title"] in text and clause["translation"][:60] in text
    assert thirty_nine.locator("p").last.get_attribute("lang") == "la"
    someone.page.locator("a[hreflang='fr']").click()
    assert someone.page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.server("who may frame a page is said in a header")
def test_only_what_is_asked_for_as_a_part_may_be_framed_by_others(reader):
    someone = reader()
    policies = [
        someone.page.request.get(f"{someone.where()}{query}").headers["content-security-policy"]
        for query in ["", "?embed", "?plain", "?embedded"]
    ]
    assert [json.dumps(policy).count("frame-ancestors *") for policy in policies] == [0, 1, 0, 0]
