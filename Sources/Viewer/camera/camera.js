// @ts-check
/**
 * A camera that recognises pages, for applications that draw their own overlay. It looks for the page in the picture, reports
 * what is wrong, and takes the picture when everything is right. It draws nothing. docs/camera.md documents it for integrators.
 *
 * Events, each with a `detail`:
 * - `resumed`: the camera shows its picture: `{ stream, width, height, hasTorch }`
 * - `stopped`: the camera has stopped: `{ reason }`, a `StopReason`
 * - `orientation`: the screen's orientation, current or fixed: `{ orientation: "portrait" | "landscape" }`
 * - `torch`: `{ isOn }`
 * - `cycle-start`, `cycle-end`: the search for a page begins; it ends because a picture was taken or the camera stopped
 * - `status`: the status has changed: `{ status }`, a `Status` of cycle.js
 * - `corners`: after each detection: `{ corners, status }`, four points in the overlay's coordinates or null
 * - `taking`: a picture is about to be taken: `{ isAutomatic }`
 * - `taken`: `{ blob, width, height, corners, isAutomatic }`, the corners in pixels of the picture or null
 */
import { Cycle } from "./cycle.js";
import { Detector } from "./detector.js";
import { placedBox, placedQuad, placement, scaledQuad } from "./fit.js";
import { guideOf, KINDS } from "./kinds.js";
import { nextFrame, PixelReader } from "./pixels.js";
import { measured, pictureOf } from "./stills.js";
import { reasonOf } from "./stopping.js";

/** @typedef {import("./cycle.js").Status} Status */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("./stopping.js").StopReason} StopReason */

/** The largest size that cameras offer. The browser chooses the nearest that the camera supports. */
const WANTED = { width: { ideal: 4096 }, height: { ideal: 3072 }, aspectRatio: { ideal: 4 / 3 }, facingMode: { ideal: "environment" } };
/** The interval between detections. A shorter one would only warm the device. */
const PACE_MILLISECONDS = 100;

export class PageCamera extends EventTarget {
    #video;
    #overlay;
    #address;
    #orientation;
    #cycle = new Cycle((picture) => guideOf(this.#kind, picture));
    #reader = new PixelReader();
    /** @type {Detector | null} */
    #detector = null;
    /** @type {MediaStreamTrack | null} */
    #track = null;
    /** @type {Kind} */
    #kind = "upright";
    /** @type {Status | null} */
    #status = null;
    #isLooking = false;
    #isTaking = false;
    /**
     * Incremented by each start and each stop, so that asynchronous work of an earlier run can detect that it is obsolete.
     * `#search` does the same for each search within a run.
     */
    #run = 0;
    #search = 0;
    #isHidden = false;

    /**
     * @param {HTMLVideoElement} video
     * @param {object} [options]
     * @param {Element} [options.overlay]  the element in whose coordinates corners are reported, from its top left corner; by
     *   default the video
     * @param {URL | string} [options.worker]  the address of worker.js; by default the one beside this module
     * @param {"device" | "portrait" | "landscape"} [options.orientation]  by default "device", which follows the device
     */
    constructor(video, options = {}) {
        super();
        const { overlay = video, worker = new URL("./worker.js", import.meta.url), orientation = "device" } = options;
        this.#video = video;
        this.#overlay = overlay;
        this.#address = worker;
        this.#orientation = orientation;
        Object.assign(video, { muted: true, playsInline: true, autoplay: true });
        document.addEventListener("visibilitychange", this.#onVisibility);
        screen.orientation?.addEventListener("change", this.#onTurn);
    }

    get kind() {
        return this.#kind;
    }

    set kind(kind) {
        if (kind === this.#kind) return;
        this.#kind = kind;
        this.#cycle.hasOutline = KINDS[kind].hasOutline;
        this.#cycle.arm();
    }

    /** Whether pictures are taken automatically. */
    get isAutomatic() {
        return this.#cycle.isAutomatic;
    }

    set isAutomatic(isAutomatic) {
        this.#cycle.isAutomatic = isAutomatic;
    }

    get isRunning() {
        return this.#track !== null;
    }

    get hasTorch() {
        return /** @type {any} */ (this.#track?.getCapabilities?.())?.torch === true;
    }

    /** @returns {"portrait" | "landscape"} */
    get orientation() {
        if (this.#orientation !== "device") return this.#orientation;
        return matchMedia("(orientation: portrait)").matches ? "portrait" : "landscape";
    }

    /**
     * @returns {import("../base/types.js").Box | null} where the page should be, in the overlay's coordinates; null without a
     *   picture
     */
    get guide() {
        const { videoWidth: width, videoHeight: height } = this.#video;
        return width > 0 && height > 0 ? placedBox(this.#placement, guideOf(this.#kind, { width, height })) : null;
    }

    /**
     * Requests the camera and looks for a page. Events report progress and errors. Does nothing if the camera is already running.
     */
    async start() {
        if (this.#track) return;
        const run = (this.#run += 1);
        this.#isHidden = false;
        this.#onTurn();
        try {
            if (!navigator.mediaDevices) throw new DOMException("no camera without HTTPS", "NotFoundError");
            const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
            const [track] = stream.getVideoTracks();
            if (run !== this.#run) return track.stop();
            this.#track = track;
            track.addEventListener("ended", () => this.#track === track && this.#end("ended"));
            this.#video.srcObject = stream;
            await this.#video.play();
            if (run !== this.#run) return;
            this.#detector ??= new Detector(this.#address);
            this.#send("resumed", { stream, width: this.#video.videoWidth, height: this.#video.videoHeight, hasTorch: this.hasTorch });
            this.next();
        } catch (error) {
            if (run === this.#run) this.#end(reasonOf(error));
        }
    }

    /** Releases the camera. */
    stop() {
        this.#end("stopped");
    }

    /** Releases everything. The camera cannot be started again. */
    close() {
        this.stop();
        this.#endDetector();
        document.removeEventListener("visibilitychange", this.#onVisibility);
        screen.orientation?.removeEventListener("change", this.#onTurn);
    }

    /** Looks for the next page, which must differ from the one taken last. */
    next() {
        if (!this.#track || this.#isLooking) return;
        this.#isLooking = true;
        this.#status = null;
        this.#send("cycle-start", {});
        this.#look((this.#search += 1));
    }

    /** Looks for the same page again because its picture was not good enough. */
    retake() {
        this.#cycle.arm();
        this.next();
    }

    /** Takes a picture now, whether or not a page is in it. */
    take() {
        return this.#take(false, null);
    }

    /** @param {boolean} isOn */
    async setTorch(isOn) {
        if (!this.#track || !this.hasTorch) return;
        await this.#track.applyConstraints(/** @type {any} */ ({ advanced: [{ torch: isOn }] }));
        this.#send("torch", { isOn });
    }

    /** @param {number} search */
    async #look(search) {
        let last = -Infinity;
        const isOver = () => !this.#isLooking || search !== this.#search || this.#isTaking;
        for (;;) {
            const time = await nextFrame(this.#video);
            if (isOver()) return;
            if (time - last < PACE_MILLISECONDS || !this.#detector || this.#video.readyState < this.#video.HAVE_CURRENT_DATA) continue;
            last = time;
            try {
                await this.#detect(time, this.#detector, isOver);
            } catch {
                if (!isOver()) this.#end("failed");
            }
            if (isOver()) return;
        }
    }

    /** @param {number} time @param {Detector} detector @param {() => boolean} isOver */
    async #detect(time, detector, isOver) {
        const size = { width: this.#video.videoWidth, height: this.#video.videoHeight };
        const { pixels, factor } = this.#reader.whole(this.#video, size, "frame");
        const { width, height } = pixels;
        const found = await detector.look(pixels, this.#reader.part(this.#video, size));
        if (isOver()) return;
        const { status, isReleased, quad } = this.#cycle.step({ ...found, time, width, height });
        const seen = quad && scaledQuad(quad, factor);
        this.#report(isReleased ? "ready" : status, seen);
        if (isReleased) await this.#take(true, seen);
    }

    /** @param {Status} status @param {Quad | null} quad  pixels of the video */
    #report(status, quad) {
        if (status !== this.#status) {
            this.#status = status;
            this.#send("status", { status });
        }
        this.#send("corners", { corners: quad && placedQuad(this.#placement, quad), status });
    }

    /** @param {boolean} isAutomatic @param {Quad | null} seen  pixels of the video */
    async #take(isAutomatic, seen) {
        const track = this.#track;
        if (!track || this.#isTaking || !this.#isLooking) return;
        const run = this.#run;
        this.#isTaking = true;
        try {
            this.#send("taking", { isAutomatic });
            if (!isAutomatic) this.#cycle.taken();
            const video = { width: this.#video.videoWidth, height: this.#video.videoHeight };
            const blob = await pictureOf(track, this.#video);
            const detector = KINDS[this.#kind].hasOutline ? this.#detector : null;
            const still = await measured(blob, seen && { quad: seen, ...video }, this.#reader, detector);
            if (run !== this.#run) return;
            this.#endCycle();
            this.#report("taken", null);
            this.#send("taken", { blob, ...still, isAutomatic });
        } catch {
            if (run === this.#run) this.#end("failed");
        } finally {
            this.#isTaking = false;
        }
    }

    #endCycle() {
        if (!this.#isLooking) return;
        this.#isLooking = false;
        this.#send("cycle-end", {});
    }

    /** @param {StopReason} reason */
    #end(reason) {
        this.#run += 1;
        this.#endCycle();
        this.#track?.stop();
        this.#track = null;
        this.#video.srcObject = null;
        // The next start needs another worker if this one has failed.
        if (reason === "failed") this.#endDetector();
        this.#send("stopped", { reason });
    }

    #endDetector() {
        this.#detector?.end();
        this.#detector = null;
    }

    /** Stops the camera while the page is hidden, and restarts it afterwards. */
    #onVisibility = () => {
        if (document.hidden && this.#track) {
            this.#end("hidden");
            this.#isHidden = true;
        } else if (!document.hidden && this.#isHidden) this.start();
    };

    #onTurn = () => this.#send("orientation", { orientation: this.orientation });

    get #placement() {
        const { videoWidth: width, videoHeight: height } = this.#video;
        return placement({ width, height }, this.#video.getBoundingClientRect(), getComputedStyle(this.#video).objectFit, this.#overlay.getBoundingClientRect());
    }

    /** @param {string} name @param {object} detail */
    #send(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }
}
