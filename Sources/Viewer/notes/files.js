// @ts-check
/** Exports bookmarks and notes to a file and imports them. */
import { make } from "../base/dom.js";
import { uuid } from "../base/uuid.js";
import { noteCount, noteText } from "../strings/notes.js";
import { annotationPage, documentOf, merge, MOST_NOTES, readAnnotations } from "./annotations.js";

/** @typedef {import("./annotations.js").Note} Note */

/** The size limit of a file, and the number of documents requested concurrently. */
const [MOST_BYTES, AT_ONCE] = [20_000_000, 8];

/** @param {Note[]} notes @param {(note: Note) => string} addressOf  returns the address at which a note is shown */
export function exportNotes(notes, addressOf) {
    const text = JSON.stringify(annotationPage(notes, `urn:uuid:${uuid()}`, addressOf), null, 2);
    const href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/ld+json" }));
    const date = new Date().toISOString().slice(0, 10);
    make("a", { href, download: `notes-${date}.json` }).click();
    // After the browser has started the download.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * @param {File} file
 * @param {import("./desk.js").Desk} desk
 * @param {import("./notes.js").Kit} kit
 * @returns {Promise<string>} a summary of the result for the reader
 */
export async function importNotes(file, desk, kit) {
    if (file.size > MOST_BYTES) return noteText("tooLarge", { file: file.name, most: MOST_BYTES / 1_000_000 });
    let value;
    try {
        value = JSON.parse(await file.text());
    } catch {
        return noteText("notJSON", { file: file.name });
    }
    const reading = readAnnotations(value);
    if (reading === null) return noteText("notAnnotations", { file: file.name });
    const { put, added, updated, known } = merge(desk.store.notes, reading.notes);
    if (desk.store.notes.length + added > MOST_NOTES) return noteText("tooMany", { most: MOST_NOTES });
    const failure = put.length > 0 ? await desk.put(put) : null;
    if (failure !== null && desk.store.isLasting) return failure;
    const elsewhere = await countElsewhere(reading.notes, desk, kit);
    /** @type {[import("../strings/notes.js").NoteCount, number][]} */
    const counts = [["added", added], ["updated", updated], ["known", known], ["pointElsewhere", elsewhere], ["unread", reading.unread]];
    const said = counts.filter(([name, count]) => count > 0 || name === "added").map(([name, count]) => noteCount(name, count));
    return [...said, ...(failure === null ? [] : [failure])].join(" ");
}

/**
 * Counts the notes whose documents are not in this library.
 * @param {Note[]} notes
 * @param {import("./desk.js").Desk} desk
 * @param {import("./notes.js").Kit} kit
 */
async function countElsewhere(notes, desk, kit) {
    const here = notes.filter((note) => desk.isHere(note));
    const ids = [...new Set(here.map(documentOf))];
    const missing = new Set();
    for (let start = 0; start < ids.length; start += AT_ONCE) {
        const some = ids.slice(start, start + AT_ONCE);
        await Promise.all(some.map((id) => kit.document(id).catch((error) => error?.status === 404 && missing.add(id))));
    }
    return notes.length - here.filter((note) => !missing.has(documentOf(note))).length;
}
