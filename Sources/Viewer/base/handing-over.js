// @ts-check
/** Files that one page hands over to the next, which is to do something with them: by way of the browser's storage. */

const NAME = "explore-handing-over";
const STORE = "files";

/**
 * @param {File[]} files  in the place of what was handed over before
 * @throws {DOMException} if there is no storage, or no room in it
 */
export async function handOver(files) {
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

/** @returns {Promise<File[]>} what was handed over; nothing the next time */
export async function takeOver() {
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
