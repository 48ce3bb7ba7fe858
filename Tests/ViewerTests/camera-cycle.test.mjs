import assert from "node:assert/strict";
import test from "node:test";
import { anglesOf, Cycle, RULES } from "../../Sources/Viewer/camera/cycle.js";
import { guideOf, KINDS } from "../../Sources/Viewer/camera/kinds.js";

const PICTURE = { width: 320, height: 240 };
const PAGE = [[80, 20], [235, 20], [235, 220], [80, 220]];
/** The thumbnail of an unchanging picture. */
const STILL = new Float32Array(100).fill(50);

/** Returns a picture that differs from `STILL` in this fraction, by this amount. */
const withChange = (part, by = 100) => STILL.map((value, index) => (index < part * 100 ? value + by : value));

const moved = (quad, x, y = 0) => quad.map(([left, top]) => [left + x, top + y]);
const scaled = (quad, factor) => quad.map(([x, y]) => [160 + (x - 160) * factor, 120 + (y - 120) * factor]);

function cycle(kind = "upright") {
    const made = new Cycle((picture) => guideOf(kind, picture));
    made.hasOutline = KINDS[kind].hasOutline;
    let time = 1000;
    /** Processes a detection this many milliseconds after the previous one. */
    const look = (finding = {}, after = 200) => made.step({ ...PICTURE, time: (time += after), quad: PAGE, score: 1, thumbnail: STILL, blur: 0, ...finding });
    const statuses = (...findings) => findings.map((finding) => look(finding).status);
    return { made, look, statuses };
}

test("a still page is found, ready and taken after half a second", () => {
    const { look } = cycle();
    const steps = [look(), look({}, 200), look({}, 200), look({}, 200)];
    assert.deepEqual(steps.map(({ status, isReleased }) => [status, isReleased]), [["found", false], ["ready", false], ["ready", false], ["taken", true]]);
    assert.deepEqual(steps[3].quad, PAGE);
});

test("a page is taken only after three detections and half a second", () => {
    const slow = cycle();
    assert.deepEqual([0, 1, 2].map(() => slow.look({}, 900).isReleased), [false, false, true]);
    const fast = cycle();
    const released = Array.from({ length: 30 }, () => fast.look({}, 20).isReleased).indexOf(true);
    assert.equal(released, 25);
});

test("without a page the status is nothing, and with faint edges weak", () => {
    const { look, statuses } = cycle();
    assert.deepEqual(look({ quad: null, score: 0 }), { status: "nothing", isReleased: false, quad: null });
    assert.deepEqual(look({ score: RULES.surest - 0.01 }), { status: "weak", isReleased: false, quad: null });
    assert.deepEqual(statuses({ score: RULES.weakest - 0.01 }, { score: RULES.surest }), ["nothing", "found"]);
});

test("a page whose long side fills less than three quarters of the guides is too far", () => {
    const { height } = guideOf("upright", PICTURE);
    const { statuses } = cycle();
    assert.deepEqual(statuses({ quad: scaled(PAGE, (0.74 * height) / 200) }, { quad: scaled(PAGE, (0.76 * height) / 200) }), ["far", "found"]);
});

test("corners that differ by more than twelve degrees from a right angle are too steep", () => {
    const leaning = (degrees) => [[80 + 200 * Math.tan((degrees * Math.PI) / 180), 20], [235, 20], [235, 220], [80, 220]];
    assert.deepEqual(anglesOf(PAGE).map(Math.round), [90, 90, 90, 90]);
    const { statuses } = cycle();
    assert.deepEqual(statuses({ quad: leaning(13) }, { quad: leaning(11) }), ["steep", "found"]);
});

test("a corner at or beyond the border gives the status outside, before any other", () => {
    const { statuses } = cycle();
    assert.deepEqual(statuses({ quad: moved(PAGE, -79) }, { quad: moved(PAGE, -90) }, { quad: moved(PAGE, -70) }), ["outside", "outside", "found"]);
    assert.deepEqual(statuses({ quad: moved(scaled(PAGE, 0.3), -200) }), ["outside"]);
});

test("a page that keeps moving is never taken", () => {
    const { look } = cycle();
    look();
    const steps = Array.from({ length: 12 }, (_, index) => look({ quad: moved(PAGE, (index % 2 === 0 ? 9 : 0)) }));
    assert.ok(steps.every(({ status, isReleased }) => status === "moving" && !isReleased));
    assert.equal(look({ quad: PAGE }).status, "ready");
});

test("a slow drift counts as movement once it is far enough from its start", () => {
    const { look } = cycle();
    const steps = Array.from({ length: 16 }, (_, index) => look({ quad: moved(PAGE, 4 * index) }, 150));
    assert.ok(steps.every(({ isReleased }) => !isReleased) && steps.some(({ status }) => status === "moving"));
});

test("no page is taken while more than a twentieth of the picture changes", () => {
    const { look } = cycle();
    const steps = Array.from({ length: 10 }, (_, index) => look({ thumbnail: withChange(index % 2 === 0 ? 0.06 : 0) }));
    assert.ok(steps.slice(1).every(({ status }) => status === "moving"));
    const calm = cycle();
    const less = Array.from({ length: 4 }, (_, index) => calm.look({ thumbnail: withChange(index % 2 === 0 ? 0.04 : 0) }));
    assert.ok(less[3].isReleased);
});

test("a blurred picture is not taken, and one of unknown blur is", () => {
    const blurred = cycle();
    assert.deepEqual(blurred.statuses(...Array(6).fill({ blur: RULES.blur + 0.1 })), Array(6).fill("moving"));
    const unknown = cycle();
    assert.equal(unknown.statuses(...Array(4).fill({ blur: null }))[3], "taken");
});

test("no page is taken twice: the next picture waits for a change of more than a twentieth", () => {
    const { look, statuses } = cycle();
    while (!look().isReleased);
    assert.deepEqual(statuses({}, {}, {}, { thumbnail: withChange(0.04) }, {}, {}), Array(6).fill("taken"));
    // A hand turns the page; the next page may look much the same.
    assert.deepEqual(statuses({ thumbnail: withChange(0.3) }, {}, {}, {}, {}, {}), ["moving", "moving", "found", "ready", "ready", "taken"]);
});

test("a uniform change of light does not count as another page", () => {
    const { look, statuses } = cycle();
    while (!look().isReleased);
    assert.deepEqual(statuses({ thumbnail: STILL.map((value) => value + 40) }, {}), ["taken", "taken"]);
});

test("a page whose picture was not kept is taken again at once, one taken by hand is not", () => {
    const { made, look, statuses } = cycle();
    while (!look().isReleased);
    made.arm();
    assert.deepEqual(statuses({}, {}, {}, {}), ["found", "ready", "ready", "taken"]);
    const other = cycle();
    other.look();
    other.made.taken();
    assert.deepEqual(other.statuses({}, {}, {}, {}), Array(4).fill("taken"));
});

test("in manual mode no page is taken, and the status stays ready", () => {
    const { made, look } = cycle();
    made.isAutomatic = false;
    const steps = Array.from({ length: 10 }, () => look());
    assert.ok(steps.every(({ isReleased }) => !isReleased) && steps[9].status === "ready");
});

test("a detail needs no outline and is not taken, but movement and blur are noticed", () => {
    const { statuses, look } = cycle("detail");
    const none = { quad: null, score: 0 };
    assert.deepEqual(statuses(none, none, { ...none, thumbnail: withChange(0.1) }, { ...none, thumbnail: withChange(0.1) }, { blur: 9 }), ["ready", "ready", "moving", "ready", "moving"]);
    assert.equal(look(none).isReleased, false);
});

test("the guides of each kind fit into any picture, and a strip is upright in an upright one", () => {
    for (const kind of Object.keys(KINDS)) {
        for (const picture of [PICTURE, { width: 240, height: 320 }, { width: 300, height: 300 }]) {
            const { x, y, width, height } = guideOf(kind, picture);
            assert.ok(x > 0 && y > 0 && x + width < picture.width && y + height < picture.height, kind);
            assert.ok(Math.abs(x + width / 2 - picture.width / 2) < 1e-9 && Math.abs(y + height / 2 - picture.height / 2) < 1e-9);
        }
    }
    const strip = guideOf("strip", { width: 240, height: 320 });
    assert.ok(strip.height > 2.9 * strip.width);
});
