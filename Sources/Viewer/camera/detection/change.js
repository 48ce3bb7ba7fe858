// @ts-check
/** Measures how much of a picture has changed. Pure. */

/** @typedef {import("./grey.js").Grey} Grey */

/** The cells of a thumbnail, across and down. */
const [COLUMNS, ROWS] = [64, 48];
/** The least significant difference in grey levels. Anything smaller is noise or flickering light. */
const LEAST = 10;

/**
 * Returns the mean of each cell of a grid over a picture.
 * @param {Grey} grey
 * @returns {Float32Array}
 */
export function thumbnail({ width, height, values }) {
    const cells = new Float32Array(COLUMNS * ROWS);
    for (let row = 0; row < ROWS; row += 1) {
        const [top, bottom] = [Math.floor((row * height) / ROWS), Math.max(Math.floor(((row + 1) * height) / ROWS), Math.floor((row * height) / ROWS) + 1)];
        for (let column = 0; column < COLUMNS; column += 1) {
            const [left, right] = [Math.floor((column * width) / COLUMNS), Math.max(Math.floor(((column + 1) * width) / COLUMNS), Math.floor((column * width) / COLUMNS) + 1)];
            let sum = 0;
            for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += values[y * width + x];
            cells[row * COLUMNS + column] = sum / ((bottom - top) * (right - left));
        }
    }
    return cells;
}

/**
 * Returns the fraction of the picture, 0 to 1, that differs between two thumbnails, disregarding uniform changes of light.
 * @param {Float32Array} before
 * @param {Float32Array} after
 */
export function changed(before, after) {
    const differences = after.map((value, index) => value - before[index]);
    const common = [...differences].sort((a, b) => a - b)[Math.floor(differences.length / 2)];
    let count = 0;
    for (const difference of differences) if (Math.abs(difference - common) > LEAST) count += 1;
    return count / differences.length;
}
