// @ts-check
/** Polls the progress of slicing while images of pages are not finished. */
import * as api from "../../base/api.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

const SHORTEST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 5000;
const BACK_OFF = 1.4;
/** The maximum number of images polled at once. */
const AT_ONCE = 6;

/** @param {EditingSession} session */
export function watchSlicing(session) {
    let wait = SHORTEST_MILLISECONDS;
    let timer = 0;
    const unfinished = () =>
        session.pages.flatMap((page) => [page, ...page.captures.slice(1)])
            .filter(({ imageId, state }) => imageId !== null && state === "slicing");
    const poll = async () => {
        await Promise.all(unfinished().slice(0, AT_ONCE).map(async ({ imageId }) => {
            // A failed request is repeated later.
            const tiles = await api.tiles(String(imageId)).catch(() => null);
            if (tiles === null) return;
            const { cut } = tiles;
            if (cut?.error !== undefined) session.images.report(String(imageId), { state: "failed", progress: 0, error: cut.error });
            else session.images.report(String(imageId), cut ? { state: "slicing", progress: cut.fraction ?? 0 } : { state: "ready", progress: 1 });
        }));
        timer = 0;
        wait = Math.min(LONGEST_MILLISECONDS, wait * BACK_OFF);
        begin();
    };
    const begin = () => {
        if (timer === 0 && unfinished().length > 0) timer = window.setTimeout(poll, wait);
    };
    const again = () => {
        wait = SHORTEST_MILLISECONDS;
        begin();
    };
    session.addEventListener("change", again);
    session.addEventListener("images", again);
    begin();
}
