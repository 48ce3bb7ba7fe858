/**
 * Writes a film for Chromium's fake camera: write_film.mjs FILE SCRIPT
 *
 * The script is JSON: `{ width, height, rate, scenes: [{ frames, from, to, contrast, … }] }`. `from` and `to` are the corners of
 * the page, as fractions of the picture, in the first and the last frame of a scene, or null without a page; the other values are
 * those of a scene in Tests/ViewerTests/camera-frames.mjs. The film is YUV4MPEG2 without colour.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { frame, scene } from "../ViewerTests/camera-frames.mjs";

const [file, script] = process.argv.slice(2);
const { width, height, rate, scenes } = JSON.parse(script);
const output = openSync(file, "w");
writeSync(output, `YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420jpeg\n`);
const colour = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
let count = 0;
for (const { frames, from = null, to = from, seed = 5, ...properties } of scenes) {
    const isMoving = JSON.stringify(from) !== JSON.stringify(to);
    let scenery = null;
    for (let index = 0; index < frames; index += 1) {
        const share = frames > 1 ? index / (frames - 1) : 0;
        const quad = from && from.map(([x, y], corner) => [(x + share * (to[corner][0] - x)) * width, (y + share * (to[corner][1] - y)) * height]);
        if (scenery === null || isMoving) scenery = scene({ seed, width, height, quad, ...properties });
        const { values } = frame(scenery, { seed: (count += 1), ...properties });
        writeSync(output, "FRAME\n");
        writeSync(output, Buffer.from(Uint8Array.from(values)));
        writeSync(output, colour);
    }
}
closeSync(output);
