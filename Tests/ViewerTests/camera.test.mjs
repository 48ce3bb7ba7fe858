/** The camera when its worker fails. */
import assert from "node:assert/strict";
import test from "node:test";
import { dispatched } from "./page.mjs";

const { PageCamera } = await import("../../Sources/Viewer/camera/camera.js");

/** The workers that were started. The first `failing` cannot load their script. */
let workers = [];
let failing = 0;
globalThis.Worker = class extends EventTarget {
    isEnded = false;
    isBroken = failing > workers.length;

    constructor() {
        super();
        workers.push(this);
        if (this.isBroken) queueMicrotask(() => this.dispatchEvent(new Event("error")));
    }

    postMessage({ id }) {
        if (this.isBroken) return;
        const found = { id, quad: null, score: 0, blur: null, thumbnail: new Float32Array(64), milliseconds: 1 };
        queueMicrotask(() => this.dispatchEvent(Object.assign(new Event("message"), { data: found })));
    }

    terminate() {
        this.isEnded = true;
    }
};

const [width, height] = [64, 48];
globalThis.createImageBitmap = async () => ({ width, height, close() {} });
globalThis.screen = {};
globalThis.matchMedia = () => ({ matches: false });
globalThis.getComputedStyle = () => ({ objectFit: "cover" });
navigator.mediaDevices = {
    async getUserMedia() {
        const track = Object.assign(new EventTarget(), { readyState: "live", stop() {} });
        return { getVideoTracks: () => [track] };
    },
};
const create = document.createElement;
document.createElement = (name) => {
    const getImageData = (left, top, across, down) => ({ data: new Uint8ClampedArray(4 * across * down) });
    const context = { drawImage() {}, getImageData };
    return Object.assign(create(name), { getContext: () => context, toBlob: (done) => done(new Blob(["picture"])) });
};

/** Returns a camera whose video has a frame whenever one is wanted. */
function camera() {
    workers = [];
    const video = Object.assign(create("video"), {
        videoWidth: width, videoHeight: height, readyState: 4, HAVE_CURRENT_DATA: 2, play: async () => {},
        getBoundingClientRect: () => ({ x: 0, y: 0, left: 0, top: 0, width, height }),
    });
    let time = 0;
    video.requestVideoFrameCallback = (run) => setImmediate(() => run((time += 1000)));
    return new PageCamera(video, { worker: "https://library.example/viewer/camera/worker.js" });
}

test("a camera whose worker cannot be loaded stops, and works when it is started again", async () => {
    failing = 1;
    const pages = camera();
    const stopped = dispatched(pages, "stopped");
    await pages.start();
    assert.equal((await stopped).detail.reason, "failed");
    assert.ok(workers[0].isEnded);
    const status = dispatched(pages, "status");
    await pages.start();
    await status;
    assert.equal(workers.length, 2);
    pages.close();
});

test("a picture taken while the worker fails ends the camera, and the next one can be taken", async () => {
    failing = 1;
    const pages = camera();
    const stopped = dispatched(pages, "stopped");
    await pages.start();
    // The failure is reported before the picture is examined.
    await pages.take();
    assert.equal((await stopped).detail.reason, "failed");
    await pages.start();
    const taken = dispatched(pages, "taken");
    await pages.take();
    assert.equal((await taken).detail.width, width);
    pages.close();
});

test("a camera that was only stopped keeps its worker", async () => {
    failing = 0;
    const pages = camera();
    await pages.start();
    pages.stop();
    await pages.start();
    assert.deepEqual(workers.map(({ isEnded }) => isEnded), [false]);
    pages.close();
    assert.ok(workers[0].isEnded);
});
