/**
 * Prints as JSON what the camera's detection finds in generated pictures, and what its cycle takes in generated films:
 *
 *     measure.mjs PICTURES FILMS [PROTOTYPE]
 *
 * PICTURES per kind and contrast, FILMS per kind; PROTOTYPE is a module whose `detect(values, width, height)` returns a `quad` in
 * pixels whose centres are whole numbers.
 */
import { frame, jaccard, numbers, scene, somewhere } from "../../Tests/ViewerTests/camera-frames.mjs";
import { Cycle } from "../../Sources/Viewer/camera/cycle.js";
import { changed, thumbnail } from "../../Sources/Viewer/camera/detection/change.js";
import { detect } from "../../Sources/Viewer/camera/detection/detect.js";
import { guideOf } from "../../Sources/Viewer/camera/kinds.js";

const [WIDTH, HEIGHT] = [320, 240];
const CONTRASTS = [90, 60, 35, 20];
const KINDS = {
    plain: {}, clutter: { clutter: 8 }, glare: { clutter: 3, glare: true }, shake: { clutter: 3, shake: 5 }, blur: { clutter: 3, blur: 3 },
    book: { clutter: 3, isBook: true },
};
/** Films have ten frames a second. A release is wrong if the overlap of its outline with the page is less than this. */
const [FRAME_MILLISECONDS, LEAST] = [100, 0.9];
/** The fraction of the picture that changes between frames while it moves. */
const MOVING = 0.05;

const [pictures, films, prototype] = process.argv.slice(2);
const other = prototype ? (await import(new URL(prototype, `file://${process.cwd()}/`).href)).detect : null;

function stills() {
    const results = [];
    for (const [kind, properties] of Object.entries(KINDS)) {
        for (const contrast of CONTRASTS) {
            for (let seed = 1; seed <= Number(pictures); seed += 1) {
                const quad = somewhere(seed, WIDTH, HEIGHT);
                const picture = frame(scene({ seed, width: WIDTH, height: HEIGHT, quad, contrast, ...properties }), { seed, ...properties });
                const began = process.cpuUsage();
                const ours = detect(picture).quad;
                const { user, system } = process.cpuUsage(began);
                const milliseconds = (user + system) / 1000;
                const theirs = other?.(picture.values, WIDTH, HEIGHT).quad?.map(([x, y]) => [x + 0.5, y + 0.5]) ?? null;
                results.push({ kind, contrast, milliseconds, ours: ours ? jaccard(ours, quad) : 0, theirs: theirs ? jaccard(theirs, quad) : 0 });
            }
        }
    }
    return results;
}

/** Returns a position of the page that is near enough for a picture. */
function near(seed) {
    for (let at = seed; ; at += 1000) {
        const quad = somewhere(at, WIDTH, HEIGHT);
        if (Math.min(quad[1][0] - quad[0][0], quad[2][0] - quad[3][0]) > 0.72 * WIDTH) return quad;
    }
}

/** A page is put down, lies still, is removed, and another one is put down. Each frame has the page's position and seed. */
function placing(seed) {
    const [first, second] = [near(seed), near(seed + 500)];
    const moved = (quad, part) => quad.map(([x, y]) => [x + part * 1.1 * WIDTH, y + part * 30]);
    const steps = (quad, page, isComing) => Array.from({ length: 8 }, (_, index) => ({ quad: moved(quad, isComing ? 1 - index / 7 : index / 7), page }));
    const rest = (quad, page) => Array.from({ length: 22 }, () => ({ quad, page }));
    const random = numbers(seed + 90);
    // The page trembles for some frames while a hand lets go.
    const trembling = (quad, page) => Array.from({ length: 4 }, () => ({ quad: moved(quad, (random() - 0.5) * 0.04), page }));
    return [
        ...Array.from({ length: 4 }, () => ({ quad: null, page: 0 })),
        ...steps(first, 1, true), ...trembling(first, 1), ...rest(first, 1), ...steps(first, 1, false),
        ...steps(second, 2, true), ...trembling(second, 2), ...rest(second, 2),
    ];
}

/** A page in an unsteady hand. */
function shaking(seed) {
    const quad = near(seed);
    const random = numbers(seed + 91);
    return Array.from({ length: 40 }, () => ({ quad: quad.map(([x, y]) => [x + 26 * (random() - 0.5), y + 26 * (random() - 0.5)]), page: 1 }));
}

/** A table with objects but no page. */
const nothing = () => Array.from({ length: 20 }, () => ({ quad: null, page: 0 }));

/** Runs the cycle on a film: returns its releases, and how long each page had been still before its release. */
function watched(seed, film, properties) {
    const cycle = new Cycle((picture) => guideOf("across", picture));
    const result = { releases: 0, wrong: 0, whileMoving: 0, delays: [], missed: 0 };
    let [before, still, scenery, key] = [null, null, null, ""];
    const taken = new Set();
    for (const [index, { quad, page }] of film.entries()) {
        const now = JSON.stringify(quad);
        if (now !== key || scenery === null) {
            scenery = scene({ seed: quad ? seed * 3 + page : seed * 3, width: WIDTH, height: HEIGHT, quad, contrast: 70, ...properties });
            still = quad === null ? null : index;
            key = now;
        }
        const picture = frame(scenery, { seed: seed * 1000 + index, ...properties });
        const small = thumbnail(picture);
        const isMoving = before !== null && changed(before, small) > MOVING;
        before = small;
        const { isReleased, quad: found } = cycle.step({ ...detect(picture), time: index * FRAME_MILLISECONDS, width: WIDTH, height: HEIGHT, thumbnail: small, blur: null });
        if (!isReleased) continue;
        result.releases += 1;
        if (isMoving) result.whileMoving += 1;
        if (quad === null || found === null || jaccard(found, quad) < LEAST || taken.has(page)) result.wrong += 1;
        taken.add(page);
        if (still !== null) result.delays.push((index - still) * FRAME_MILLISECONDS);
    }
    result.missed = new Set(film.map(({ page }) => page).filter((page) => page > 0)).size - taken.size;
    return result;
}

function moving() {
    const results = { placing: [], shaking: [], nothing: [] };
    for (let seed = 1; seed <= Number(films); seed += 1) {
        const properties = Object.values({ plain: {}, clutter: { clutter: 6 }, glare: { clutter: 3, glare: true }, pale: { clutter: 3, contrast: 35 } })[seed % 4];
        results.placing.push(watched(seed, placing(seed), properties));
        results.shaking.push(watched(seed, shaking(seed), properties));
        results.nothing.push(watched(seed, nothing(), { ...properties, clutter: 4 + (seed % 9) }));
    }
    return results;
}

process.stdout.write(JSON.stringify({ stills: stills(), films: moving() }));
