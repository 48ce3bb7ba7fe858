import assert from "node:assert/strict";
import test from "node:test";
import { hexOf, lab, linear } from "../../Sources/Viewer/editing/publishing/colour-space.js";
import { contrastsOf, likenessesOf, suggestedPalette } from "../../Sources/Viewer/editing/publishing/palette.js";
import { channels } from "../../Sources/Viewer/sheet/colours.js";
import { randomNumbers } from "./values.mjs";

/** Returns a picture of blocks of colours, each over a fraction of its rows. */
function picture(colours, size = 40) {
    const data = new Uint8ClampedArray(4 * size * size);
    const total = colours.reduce((sum, [, share]) => sum + share, 0);
    for (let at = 0; at < size * size; at += 1) {
        // Distributed over the whole picture, so that the margin excludes the same fraction of each.
        let place = ((at * 97) % (size * size)) / (size * size) * total;
        const [colour] = colours.find(([, share]) => (place -= share) < 0) ?? colours[0];
        data.set([...channels(colour), 255], 4 * at);
    }
    return { data, width: size, height: size };
}

const problemsOf = (palette) => [...contrastsOf(palette).filter(({ ratio, least }) => ratio < least), ...likenessesOf(palette)];

test("colours convert to lightness, hue and chroma and back", () => {
    const [lightness, a, b] = lab(linear(channels("#8a3b2e")));
    const hue = (Math.atan2(b, a) * 180) / Math.PI;
    assert.equal(hexOf(lightness, Math.hypot(a, b), hue), "#8a3b2e");
    assert.ok(Math.abs(lab([1, 1, 1])[0] - 100) < 0.01 && Math.abs(lab([0, 0, 0])[0]) < 0.01);
    // Screens cannot show such a green; its lightness is preserved.
    assert.ok(Math.abs(lab(linear(channels(hexOf(60, 150, 150))))[0] - 60) < 1);
});

test("a parchment's paper, ink and rubric are found, and the suggestion passes every check", () => {
    const palette = suggestedPalette(picture([["#e6d3a8", 80], ["#3a2a1c", 15], ["#b02a20", 5]]));
    const [paper, ink] = [palette.paper, palette.ink].map((colour) => lab(linear(channels(colour))));
    assert.ok(Math.abs(paper[0] - 85) < 4 && paper[2] > 15, palette.paper);
    assert.ok(ink[0] < 25, palette.ink);
    assert.ok(lab(linear(channels(palette.accent)))[1] > 25, palette.accent);
    assert.equal(palette.overlays.length, 4);
    assert.deepEqual(problemsOf(palette), []);
});

test("whatever the scan shows, the suggestion passes every check", () => {
    const random = randomNumbers(11);
    const colour = () => hexOf(random(0, 100), random(0, 90), random(0, 360));
    const pictures = [picture([["#000000", 1]]), picture([["#ffffff", 1]]), picture([["#808080", 1]]), { data: new Uint8ClampedArray(0), width: 0, height: 0 }];
    for (let round = 0; round < 150; round += 1) pictures.push(picture([[colour(), 60], [colour(), 25], [colour(), 10], [colour(), 5]], 20));
    for (const one of pictures) {
        const palette = suggestedPalette(one);
        assert.deepEqual(problemsOf(palette), [], JSON.stringify(palette));
        assert.ok(palette.overlays.length >= 2 && [palette.paper, palette.ink, palette.accent, palette.background].every((value) => channels(value)));
    }
});

test("colours that look alike are reported with the kinds of vision", () => {
    const base = { paper: "#f6eedb", ink: "#2c1d11", accent: "#a5781e", background: "#1b120a" };
    assert.deepEqual(problemsOf({ ...base, overlays: ["#1b4278", "#d0a23a", "#9a4230", "#5f8a58"] }), []);
    assert.deepEqual(likenessesOf({ ...base, overlays: ["#1b4278", "#1b4280"] }), [{ one: 0, other: 1, visions: [] }]);
    // A former palette, which `explore check` complains about.
    const [alike] = likenessesOf({ ...base, overlays: ["#2f5f9e", "#3f7a5a"] });
    assert.ok(alike.visions.includes("greyscale"));
    const [low] = contrastsOf({ ...base, ink: "#b0a080", overlays: [] }).filter(({ ratio, least }) => ratio < least);
    assert.deepEqual([low.part, low.with, low.least], ["ink", "paper", 7]);
});
