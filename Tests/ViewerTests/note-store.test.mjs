/** The device's storage of notes, when the browser closes it. */
import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

// A channel would keep the process alive.
delete globalThis.BroadcastChannel;
const { Desk } = await import("../../Sources/Viewer/notes/desk.js");
const { NoteStore } = await import("../../Sources/Viewer/notes/store.js");

/** A database in memory, whose connections can be closed. */
class Storage {
    notes = new Map();
    connections = [];
    isRefused = false;

    open() {
        const request = {};
        queueMicrotask(() => {
            request.error = new DOMException("a later version is there", "VersionError");
            if (this.isRefused) return request.onerror();
            request.result = new Connection(this.notes);
            this.connections.push(request.result);
            request.onsuccess();
        });
        return request;
    }
}

class Connection {
    isOpen = true;

    constructor(notes) {
        this.notes = notes;
    }

    close() {
        this.isOpen = false;
    }

    transaction() {
        if (!this.isOpen) throw new DOMException("the connection is closed", "InvalidStateError");
        const transaction = {
            objectStore: () => ({
                put: (note) => this.notes.set(note.id, note),
                delete: (id) => this.notes.delete(id),
                getAll: () => {
                    const request = { result: [...this.notes.values()] };
                    queueMicrotask(() => request.onsuccess());
                    return request;
                },
            }),
        };
        queueMicrotask(() => transaction.oncomplete?.());
        return transaction;
    }
}

const spot = { manifest: "https://library.example/iiif/presentation/3/a/manifest.json", page: 1, clause: "39", box: null };

/** Returns a desk on a new storage. */
async function desk() {
    const storage = new Storage();
    globalThis.indexedDB = storage;
    const store = await NoteStore.open();
    return { storage, store, desk: new Desk(store, "https://library.example/iiif/presentation/3/") };
}

test("a note is saved over a new connection if another page had the old one closed", async () => {
    const { storage, store, desk: own } = await desk();
    storage.connections[0].onversionchange();
    assert.equal(await own.add(spot, "kept"), null);
    assert.deepEqual([[...storage.notes.values()].map(({ text }) => text), storage.connections.length], [["kept"], 2]);
    assert.ok(store.isLasting);
});

test("if the storage cannot be opened again, a note is kept on the page, and a message says so", async () => {
    const { storage, store, desk: own } = await desk();
    await own.add(spot, "before");
    storage.isRefused = true;
    storage.connections[0].close();
    assert.match((await own.add(spot, "after")) ?? "", /lost when this page is closed/);
    assert.deepEqual(store.notes.map(({ text }) => text), ["before", "after"]);
    assert.equal(store.isLasting, false);
});
