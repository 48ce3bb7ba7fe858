// @ts-check
/** Hands files over from one page to the next through the browser's storage. */
import { completed, done, openDatabase } from "./database.js";

const NAME = "explore-handing-over";
const STORE = "files";

/**
 * @param {File[]} files  the files, which replace any handed over before
 * @throws {DOMException} if storage is unavailable or full
 */
export async function storeFiles(files) {
    const database = await open();
    try {
        const change = database.transaction(STORE, "readwrite");
        change.objectStore(STORE).put(files, STORE);
        await completed(change);
    } finally {
        database.close();
    }
}

/** @returns {Promise<File[]>} the files handed over, which are then deleted */
export async function takeStoredFiles() {
    try {
        const database = await open();
        try {
            const store = database.transaction(STORE, "readwrite").objectStore(STORE);
            const files = await done(store.get(STORE));
            await done(store.delete(STORE));
            return files ?? [];
        } finally {
            database.close();
        }
    } catch {
        return [];
    }
}

function open() {
    return openDatabase(NAME, (database) => database.createObjectStore(STORE));
}
