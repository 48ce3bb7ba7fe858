// @ts-check
/** What becomes of a picture when it has arrived: the whole of a scan, of which the session knows the size and how far it is sliced. */

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").PageImage} PageImage */
/** @typedef {import("../session/scan-server.js").Scan} Scan */

/**
 * A picture for the document that is edited, to be added to `Uploads`.
 * @param {EditingSession} session
 * @param {File} file
 * @param {(image: PageImage, scan: Scan) => void | Promise<void>} use  once it has arrived, unless it was cancelled before
 * @returns {import("./uploads.js").Picture}
 */
export function upload(session, file, use) {
    return {
        file,
        send: async (onProgress, signal) => {
            const scan = await session.scans.upload(file, onProgress, signal);
            if (signal.aborted) return;
            const image = { scan: scan.id, rotation: 0, crop: null };
            session.images.learn(image, scan);
            await use(image, scan);
        },
    };
}
