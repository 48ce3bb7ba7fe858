import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

const { isIncidentalOrder } = await import("../../Sources/Viewer/editing/shell/field-names.js");
const { shownOperations } = await import("../../Sources/Viewer/editing/shell/import-dialog.js");

const order = (before, after, id = "a") => ({ path: `clauses/${id}/order`, before, after });
const title = (id) => ({ path: `clauses/${id}/texts/en/title`, before: null, after: id });

test("a place is shown when something moves, and not when it is added, removed or either is undone", () => {
    assert.ok(isIncidentalOrder(order(null, 2.5)));
    assert.ok(isIncidentalOrder(order(2.5, null)));
    assert.ok(isIncidentalOrder({ path: "categories/law/order", after: 0 }));
    assert.ok(!isIncidentalOrder(order(2.5, 0)));
    assert.ok(!isIncidentalOrder(title("a")));
});

test("a preview shows ten operations that mean something, and each place only if it is not as expected", () => {
    const operations = Array.from({ length: 12 }, (_, index) => [order(null, index, `c${index}`), title(`c${index}`)]).flat();
    const ready = operations.map(() => "ready");
    const paths = (outcomes) => shownOperations(operations, outcomes).map(({ operation }) => operation.path);
    const titles = operations.map(({ path }) => path).filter((path) => path.endsWith("/title"));
    assert.deepEqual(paths(ready), titles.slice(0, 10));
    // The warning stays with its operation.
    const shown = shownOperations(operations, ready.with(2, "differs").with(3, "has"));
    assert.deepEqual(shown.slice(0, 4).map(({ operation, outcome }) => [operation.path, outcome]), [
        ["clauses/c0/texts/en/title", "ready"],
        ["clauses/c1/order", "differs"],
        ["clauses/c1/texts/en/title", "has"],
        ["clauses/c2/texts/en/title", "ready"],
    ]);
    assert.equal(shown.length, 10);
});
