"""Tests that reuse a browser context do not affect each other."""

OPTIONS = {"locale": "en-GB", "service_workers": "block"}

STORE = """async () => {
    localStorage.setItem('name', 'value');
    document.cookie = 'name=value; max-age=3600';
    await (await caches.open('name')).put('/kept', new Response('value'));
    await new Promise((resolve, reject) => {
        const request = indexedDB.open('name');
        request.onsuccess = () => { request.result.close(); resolve(); };
        request.onerror = reject;
    });
    addEventListener('pagehide', () => localStorage.setItem('left', 'value'));
}"""
STORED = """async () => [
    localStorage.length, document.cookie, await caches.keys(), (await indexedDB.databases()).length,
]"""


def test_a_reused_context_keeps_nothing_of_the_previous_test(contexts, address):
    before = contexts.take([], OPTIONS, is_cold=False)
    page = before.new_page()
    page.goto(f"{address}/health/ready")
    page.evaluate(STORE)
    assert page.evaluate(STORED) == [1, "name=value", ["name"], 1]
    before.set_offline(True)
    contexts.give_back(before)
    after = contexts.take([], OPTIONS, is_cold=False)
    assert after is before
    assert not after.pages
    page = after.new_page()
    page.goto(f"{address}/health/ready")
    assert page.evaluate(STORED) == [0, "", [], 0]
    contexts.give_back(after)


def test_only_ordinary_contexts_with_equal_options_are_reused(contexts):
    for options, is_cold in [
        (OPTIONS, True),
        ({**OPTIONS, "service_workers": "allow"}, False),
        ({**OPTIONS, "permissions": ["clipboard-read"]}, False),
    ]:
        before = contexts.take([], options, is_cold)
        before.new_page()
        contexts.give_back(before)
        assert contexts.take([], options, is_cold) is not before
    french = contexts.take([], {**OPTIONS, "locale": "fr-FR"}, is_cold=False)
    french.new_page()
    contexts.give_back(french)
    assert contexts.take([], OPTIONS, is_cold=False) is not french
    assert contexts.take(["1;"], {**OPTIONS, "locale": "fr-FR"}, is_cold=False) is not french
