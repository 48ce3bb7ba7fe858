// @ts-check
/** The recording of a text in one language, with the times of its words: to play, upload, replace and remove. */
import { announce, fileInput } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { phrase } from "../../strings/editor.js";
import { attempt, wordButton } from "../shell/forms.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {{ sha256: string, byteCount: number, format: string, seconds: number | null }} Recording */
/** @typedef {{ path: string, after: import("../session/values.js").Value }} Operation */

/** The types offered in the file dialog. The server decides by the bytes. */
const SOUNDS = "audio/*,.mp3,.opus,.ogg,.m4a,.wav,.vtt";
/** The server's limits, in bytes. */
const LARGEST = { sound: 50 << 20, cues: 1 << 20 };

/**
 * @param {EditingSession} session
 * @param {string} language
 * @param {string} name  the name of the file, without extension
 * @param {(file: Recording | null) => Operation[]} beside  returns further operations for a new recording, or for its removal
 * @param {AbortSignal} signal  aborted when the part is removed
 */
export function recordingPart(session, language, name, beside, signal) {
    const path = `recordings/${language}/${name}`;
    const recording = () => /** @type {Recording | null} */ (session.value(path));
    const perform = (/** @type {string} */ label, /** @type {Operation[]} */ operations) => attempt(() => session.perform({ label, operations }));
    const input = fileInput((files) => take(files).catch((error) => showNotice(String(error))), { accept: SOUNDS, multiple: "" });
    const player = make("audio", { controls: "", preload: "none" });
    const note = make("span", { class: "aside", role: "status" });
    const add = wordButton("", () => input.click(), { "data-control": "recording-add" });
    const remove = wordButton(phrase("removeRecording"), () => {
        perform("removeRecording", [{ path, after: null }, { path: `${path}/cues`, after: null }, ...beside(null)]);
        showNotice(phrase("recordingRemoved"), { label: phrase("undo"), run: () => session.undo() });
        add.focus();
    }, { "data-control": "recording-remove" });
    let coming = new AbortController();
    const cancel = wordButton(phrase("cancel"), () => coming.abort(), { "data-control": "recording-cancel" });
    cancel.hidden = true;
    signal.addEventListener("abort", () => {
        if (!cancel.hidden) showNotice(phrase("uploadBroke"));
        coming.abort();
    });

    const show = () => {
        const file = recording();
        const cues = session.value(`${path}/cues`);
        player.hidden = remove.hidden = file === null;
        const url = file === null ? "" : session.scans.recordingURL(file);
        if (player.getAttribute("src") !== url) player.setAttribute("src", url);
        add.textContent = phrase(file === null ? "addRecording" : "replaceRecording");
        note.textContent = file === null ? phrase("recordingMore") : phrase(cues === null ? "withoutCues" : "withCues");
    };

    const take = async (/** @type {File[]} */ files) => {
        const text = files.find((file) => file.name.toLowerCase().endsWith(".vtt"));
        const sound = files.find((file) => file !== text);
        const tooLarge = (sound && sound.size > LARGEST.sound ? sound : null) ?? (text && text.size > LARGEST.cues ? text : null);
        if (tooLarge) return showNotice(phrase("recordingTooLarge", { name: tooLarge.name }));
        if (!sound && recording() === null) return showNotice(phrase("cuesAlone"));
        /** @type {Operation[]} */
        const operations = [];
        if (sound) {
            const file = await receive(sound);
            if (file === null) return;
            operations.push({ path, after: file }, ...beside(file));
        }
        // The cues of the previous recording would not fit the new one.
        operations.push({ path: `${path}/cues`, after: text ? (await text.text()).replaceAll("\r\n", "\n") : null });
        perform("recording", operations);
        announce(phrase("recordingAdded"));
    };

    /** @param {File} file @returns {Promise<Recording | null>} null if the upload failed or was cancelled */
    const receive = async (file) => {
        coming = new AbortController();
        const { signal: cancelled } = coming;
        cancel.hidden = false;
        add.disabled = true;
        try {
            return await session.scans.uploadRecording(file, (share) => {
                note.textContent = share < 1 ? phrase("uploadingPercent", { percent: Math.floor(share * 100) }) : phrase("uploadArrives");
            }, cancelled);
        } catch (error) {
            if (!cancelled.aborted) showNotice((error instanceof Error && error.message) || phrase("uploadBroke"));
            return null;
        } finally {
            cancel.hidden = true;
            add.disabled = false;
            show();
        }
    };

    session.onChange((paths) => paths.some((one) => one.startsWith(path)) && show(), signal);
    show();
    return make(
        "div",
        { class: "recording", role: "group", "aria-label": phrase("recording") },
        make("span", { class: "name" }, phrase("recording")),
        player,
        make("p", { class: "actions" }, add, remove, cancel),
        note,
        input,
    );
}
