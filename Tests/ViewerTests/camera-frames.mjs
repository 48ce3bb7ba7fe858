/**
 * Synthetic camera pictures of a page on a table, drawn from pseudo-random numbers that are the same in each run: for the tests
 * of the detection, its benchmark, and the films that browsers use as a camera.
 */

/** @returns a function that returns numbers from 0 to 1 (mulberry32) */
export function numbers(seed) {
    let state = Math.imul(seed, 0x9e3779b9) | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

/** Returns the four corners of a page, clockwise from the top left, seen slightly from the side. */
export function somewhere(seed, width, height) {
    const random = numbers(seed + 7000);
    const [x, y] = [width * (0.1 + 0.12 * random()), height * (0.07 + 0.1 * random())];
    const jitter = () => (random() - 0.5) * 0.1 * Math.min(width, height);
    return [[x + jitter(), y + jitter() / 2], [width - x + jitter(), y + jitter() / 2], [width - x + jitter(), height - y + jitter() / 2], [x + jitter(), height - y + jitter() / 2]];
}

/**
 * Returns a picture without the camera's noise.
 * - `contrast`: by how many grey levels the page is brighter than the background
 * - `clutter`: the number of objects under the page and beside it
 * - `glare`: the reflection of a lamp; `shade`: by how many levels the light falls off across the page
 * - `isBook`: a spread with a fold in the middle whose upper and lower edges sag
 * - `quad`: null for a table without a page
 */
export function scene({ seed, width, height, quad, contrast = 90, clutter = 0, glare = false, shade = 30, isBook = false }) {
    const random = numbers(seed);
    const values = new Float32Array(width * height);
    const unit = Math.max(width, height) / 320;
    const ground = 60 + 60 * random();
    const [phase, grain] = [6 * random(), 0.04 + 0.03 * random()];
    for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
            // Wood or cloth: long waves and a finer grain.
            values[y * width + x] = ground + 9 * Math.sin((x / unit) * grain + phase) + 6 * Math.sin(((x + 2 * y) / unit) * 0.2 + phase);
        }
    }
    for (let thing = 0; thing < clutter; thing += 1) drawThing(values, width, height, unit, random);
    if (quad) drawPage(values, width, height, { quad, unit, random, level: ground + contrast, shade: (random() - 0.5) * 2 * shade, isBook });
    if (glare) {
        const [x0, y0, radius] = [width * (0.3 + 0.4 * random()), height * (0.3 + 0.4 * random()), (18 + 14 * random()) * unit];
        for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) values[y * width + x] += 150 * Math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * radius * radius));
    }
    return { width, height, values };
}

/** Draws a pen, card or paper: a bar that is brighter or darker than its background. */
function drawThing(values, width, height, unit, random) {
    const [x0, y0, angle] = [width * random(), height * random(), Math.PI * random()];
    const [length, thick, change] = [(30 + 110 * random()) * unit, (2 + 12 * random() ** 2) * unit, (random() - 0.5) * 90];
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
            const [along, beside] = [(x - x0) * cosine + (y - y0) * sine, (y - y0) * cosine - (x - x0) * sine];
            if (along > 0 && along < length && Math.abs(beside) < thick) values[y * width + x] += change;
        }
    }
}

function drawPage(values, width, height, { quad, unit, random, level, shade, isBook }) {
    const sag = isBook ? 3 * unit : 0;
    const [lineHeight, margin, words] = [8.5 * unit, 14 * unit, 40 + 25 * random()];
    const seed = Math.floor(random() * 1e6);
    const [left, right] = [0.5 * (quad[0][0] + quad[3][0]), 0.5 * (quad[1][0] + quad[2][0])];
    for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
            const across = Math.min(1, Math.max(0, (x - left) / (right - left)));
            // Each half of a spread sags separately.
            const lower = sag * Math.sin(2 * Math.PI * Math.abs(across - 0.5));
            const [toTop, toRight, toBottom, toLeft] = depths(quad, x + 0.5, y + 0.5 - lower);
            const depth = Math.min(toTop, toRight, toBottom, toLeft);
            if (depth < -0.5) continue;
            let value = level + shade * (across - 0.5);
            const row = Math.floor(toTop / lineHeight);
            const isInk = (toTop / lineHeight) % 1 < 0.42 && numbers(seed + row * 512 + Math.floor(toLeft / (1.4 * unit)))() < 0.6;
            if (isInk && depth > margin) value -= words;
            if (isBook) value -= 70 * Math.exp(-(((x - (left + right) / 2) / (3 * unit)) ** 2));
            const i = y * width + x;
            const cover = Math.min(1, depth + 0.5);
            values[i] += cover * (value - values[i]);
        }
    }
}

/** Returns the distance of a point from each side, positive inside. */
function depths(quad, x, y) {
    return quad.map(([ax, ay], index) => {
        const [bx, by] = quad[(index + 1) % 4];
        return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
    });
}

/**
 * Returns a frame of a scene in integer grey levels: blurred by movement (`shake`, pixels along a direction) or by defocus
 * (`blur`, the radius in pixels), with a camera's noise.
 */
export function frame(scenery, { seed, shake = 0, blur = 0, noise = 5 }) {
    const { width, height } = scenery;
    let values = scenery.values;
    const random = numbers(seed + 31);
    if (shake > 0) {
        const angle = 2 * Math.PI * random();
        values = mean(values, width, height, Array.from({ length: 9 }, (_, step) => [Math.cos(angle) * shake * (step / 8 - 0.5), Math.sin(angle) * shake * (step / 8 - 0.5)]));
    }
    if (blur > 0) values = mean(values, width, height, Array.from({ length: 24 }, (_, step) => [Math.cos(step) * blur * Math.sqrt(step / 24), Math.sin(step) * blur * Math.sqrt(step / 24)]));
    const result = new Float32Array(values.length);
    for (let i = 0; i < result.length; i += 1) {
        const grain = (random() + random() + random() - 1.5) * 2 * noise;
        result[i] = Math.min(255, Math.max(0, Math.round(values[i] + grain)));
    }
    return { width, height, values: result };
}

function mean(values, width, height, shifts) {
    const result = new Float32Array(values.length);
    for (const [dx, dy] of shifts.map((shift) => shift.map(Math.round))) {
        for (let y = 0; y < height; y += 1) {
            const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
            for (let x = 0; x < width; x += 1) result[y * width + x] += values[row + Math.min(width - 1, Math.max(0, x + dx))] / shifts.length;
        }
    }
    return result;
}

/** Returns the Jaccard index of two convex quadrilaterals: the area of their intersection over that of their union. */
export function jaccard(one, other) {
    let shared = one;
    for (const [index, [ax, ay]] of other.entries()) {
        const [bx, by] = other[(index + 1) % 4];
        const depth = ([x, y]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        shared = shared.flatMap((to, place) => {
            const from = shared.at(place - 1);
            const [before, after] = [depth(from), depth(to)];
            const share = before / (before - after);
            const cut = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
            return [...(before >= 0 !== after >= 0 ? [cut] : []), ...(after >= 0 ? [to] : [])];
        });
        if (shared.length < 3) return 0;
    }
    const both = areaOf(shared);
    return both / (areaOf(one) + areaOf(other) - both);
}

function areaOf(ring) {
    return Math.abs(ring.reduce((sum, [x, y], index) => sum + x * ring[(index + 1) % ring.length][1] - ring[(index + 1) % ring.length][0] * y, 0)) / 2;
}
