// @ts-check
/** Registers an uploaded picture with the session, as an image of the whole scan with a known size and slicing progress. */

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").PageImage} PageImage */
/** @typedef {import("../session/scan-server.js").Scan} Scan */

/**
 * Returns a picture for the edited document, to be added to `Uploads`.
 * @param {EditingSession} session
 * @param {File} file
 * @param {(image: PageImage, scan: Scan) => void | Promise<void>} use  called once the picture has arrived, unless it was
 *   cancelled
 * @returns {import("./uploads.js").Picture}
 */
export function upload(session, file, use) {
    return {
        file,
        send: async (onProgress, signal) => {
            const scan = await session.scans.upload(file, onProgress, signal);
            if (signal.aborted) return;
            const image = { scan: scan.id, rotation: 0, crop: null };
            session.images.setFacts(image, scan);
            await use(image, scan);
        },
    };
}
