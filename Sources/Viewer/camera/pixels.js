// @ts-check
/** Pixels of a video or a picture, in the sizes that the search for a page takes. */

/** @typedef {import("./detector.js").Pixels} Pixels */
/** @typedef {import("../base/types.js").Size} Size */

/** Pixels of the longer side: of frames, of pictures that were taken, and of a frame whose middle is looked at for its blur. */
const [FRAME, STILL, FINE] = [320, 640, 1280];
/** The middle of the fine frame. */
const PART = { width: 192, height: 144 };

export class PixelReader {
    #frame = document.createElement("canvas");
    #part = document.createElement("canvas");

    /**
     * @param {CanvasImageSource} source
     * @param {Size} size  of the source
     * @param {"frame" | "still"} purpose
     * @returns {{ pixels: Pixels, factor: number }} with how many pixels of the source one of them is
     */
    whole(source, { width, height }, purpose) {
        const factor = Math.max(1, Math.max(width, height) / (purpose === "frame" ? FRAME : STILL));
        const [across, down] = [Math.max(1, Math.round(width / factor)), Math.max(1, Math.round(height / factor))];
        return { pixels: read(this.#frame, source, [0, 0, width, height], across, down), factor };
    }

    /** @param {CanvasImageSource} source @param {Size} size  of the source @returns {Pixels} its middle, as if it were 1280 pixels long */
    part(source, { width, height }) {
        const factor = Math.max(width, height) / FINE;
        const [across, down] = [Math.min(width, PART.width * factor), Math.min(height, PART.height * factor)];
        return read(this.#part, source, [(width - across) / 2, (height - down) / 2, across, down], PART.width, PART.height);
    }
}

/** @param {HTMLCanvasElement} canvas @param {CanvasImageSource} source @param {[number, number, number, number]} box @param {number} width @param {number} height @returns {Pixels} */
function read(canvas, source, box, width, height) {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("expected a browser with canvases of two dimensions");
    context.imageSmoothingQuality = "medium";
    context.drawImage(source, ...box, 0, 0, width, height);
    return { bytes: context.getImageData(0, 0, width, height).data.buffer, width, height };
}

/** @param {HTMLVideoElement} video @returns {Promise<number>} when the next frame is there: milliseconds */
export function nextFrame(video) {
    return new Promise((resolve) => {
        if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback((now) => resolve(now));
        else requestAnimationFrame(resolve);
    });
}
