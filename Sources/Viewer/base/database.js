// @ts-check
/** Promises for IndexedDB. */

/**
 * @param {string} name
 * @param {(database: IDBDatabase) => void} create  creates the stores of a new database
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, create) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    return done(request);
}

/** @template Result @param {IDBRequest<Result>} request @returns {Promise<Result>} */
export function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} resolves once it is stored, and is rejected if it is aborted */
export function completed(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
    });
}
