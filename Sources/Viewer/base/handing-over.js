// @ts-check
/** Hands files over from one page to the next through the browser's storage. */

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
        await new Promise((resolve, reject) => {
            change.oncomplete = resolve;
            change.onabort = () => reject(change.error);
        });
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
            const files = await result(store.get(STORE));
            await result(store.delete(STORE));
            return files ?? [];
        } finally {
            database.close();
        }
    } catch {
        return [];
    }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return result(request);
}

/** @template Kind @param {IDBRequest<Kind>} request @returns {Promise<Kind>} */
function result(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
