// @ts-check
/** Takes the picture: a photograph if the device supports it, otherwise a video frame at full size. */
import { scaledQuad, within } from "./fit.js";

/** @typedef {import("./detection/quads.js").Quad} Quad */

/** The lowest score at which an outline detected in a taken picture is trusted. */
const LEAST_SCORE = 0.6;
/** How long to wait for a photograph. Some devices never deliver one. */
const PATIENCE_MILLISECONDS = 5000;
const QUALITY = 0.95;

/**
 * @param {MediaStreamTrack} track
 * @param {HTMLVideoElement} video  the video that shows the track
 * @returns {Promise<Blob>} a JPEG, or the device's own format
 * @throws {Error} if neither method yields a picture
 */
export async function pictureOf(track, video) {
    // `ImageCapture` is missing from the types that the viewer is checked with.
    const Capture = /** @type {any} */ (globalThis).ImageCapture;
    if (Capture && track.readyState === "live") {
        let timer = 0;
        const late = new Promise((_, reject) => (timer = window.setTimeout(() => reject(new Error("no photograph came")), PATIENCE_MILLISECONDS)));
        try {
            const blob = await Promise.race([new Capture(track).takePhoto(), late]);
            if (blob instanceof Blob && blob.size > 0) return blob;
        } catch {
            // Fall back to a frame, which shows the same.
        } finally {
            clearTimeout(timer);
        }
    }
    return frameOf(video);
}

/** @param {HTMLVideoElement} video @returns {Promise<Blob>} */
async function frameOf(video) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (!blob) throw new Error(`no picture of ${video.videoWidth} × ${video.videoHeight} pixels could be made`);
    return blob;
}

/**
 * Returns the size of a photograph and the corners of its page. The photograph can differ from the video frame and be larger,
 * so the page is detected in it again.
 * @param {Blob} blob
 * @param {{ quad: Quad, width: number, height: number } | null} seen  the outline in the video, and the video's size
 * @param {import("./pixels.js").PixelReader} reader
 * @param {import("./detector.js").Detector | null} detector  null if there is no outline to detect
 */
export async function measured(blob, seen, reader, detector) {
    const picture = await createImageBitmap(blob);
    const { width, height } = picture;
    const { pixels, factor } = reader.whole(picture, { width, height }, "still");
    picture.close();
    if (!detector) return { width, height, corners: null };
    const { quad, score } = await detector.look(pixels, null);
    if (quad && score >= LEAST_SCORE) return { width, height, corners: within(scaledQuad(quad, factor), width, height) };
    const isSame = seen !== null && Math.abs(seen.width * height - seen.height * width) < 0.01 * seen.width * height;
    return { width, height, corners: isSame ? within(scaledQuad(seen.quad, width / seen.width), width, height) : null };
}
