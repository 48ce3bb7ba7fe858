// Injected into each page before its own scripts: finds the page's editing session, records the fate of every edit, and makes
// edits on demand. `note` comes from edits.py.
(() => {
    const report = (kind, detail) => {
        try {
            globalThis.note(JSON.stringify({ kind, at: Date.now(), ...detail }));
        } catch {
            // The page is being unloaded and cannot be notified.
        }
    };

    // The session is private to the page; it is captured when a listener is added to it.
    let session = null;
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...parameters) {
        if (session === null && typeof this?.perform === "function" && typeof this.resolve === "function") {
            session = this;
            globalThis.session = this;
            listen.call(this, "refusal", ({ detail }) => report("refusal", detail));
        }
        return listen.apply(this, parameters);
    };

    // What has been stored on this device.
    const transactions = new WeakMap();
    const changes = (store) => {
        const { transaction } = store;
        if (!transactions.has(transaction)) {
            const change = { put: [], removed: [] };
            transactions.set(transaction, change);
            transaction.addEventListener("complete", () => report("stored", change));
        }
        return transactions.get(transaction);
    };
    for (const [name, list] of [["put", "put"], ["delete", "removed"]]) {
        const original = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (value, ...rest) {
            if (this.name === "outbox") changes(this)[list].push(structuredClone(value));
            return original.call(this, value, ...rest);
        };
    }

    // The outbox as stored on the device.
    globalThis.stored = async () => {
        if (!(await indexedDB.databases()).some(({ name }) => name === "explore-editing")) return [];
        return new Promise((resolve, reject) => {
            const opening = indexedDB.open("explore-editing");
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
                const all = opening.result.transaction("outbox").objectStore("outbox").getAll();
                all.onsuccess = () => {
                    opening.result.close();
                    resolve(all.result);
                };
            };
        });
    };
    // A page that crashed may have stored or removed entries without reporting it.
    const reported = location.pathname.endsWith("/edit") ? globalThis.stored().then((entries) => report("found", { entries })) : null;

    // What the server has acknowledged, according to the responses to the page.
    const send = globalThis.fetch;
    globalThis.fetch = async (...parameters) => {
        const response = await send(...parameters);
        const [address, { method } = {}] = parameters;
        if (method === "POST" && String(address).endsWith("/working-copy/edits") && response.ok) {
            response.clone().json().then(({ id, revision }) => report("acknowledged", { id, revision }), () => {});
        }
        return response;
    };

    // mulberry32, in the public domain.
    const numbers = (seed) => () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

    /** Makes edits until their number reaches a count, each after a pause. */
    globalThis.work = async ({ name, seed, first, count, shortest, longest }) => {
        // What this page changes is reported after what it found.
        await reported;
        const next = numbers(seed);
        const below = (limit) => Math.floor(next() * limit);
        const one = (list) => list[below(list.length)];
        const clause = () => `clauses/${one(session.clauses()).id}`;
        const perform = (label, operations, options) => {
            const id = session.perform({ label, operations }, options);
            if (id !== null) report("made", { id, operations });
            return id;
        };
        const box = () => {
            const [x, y] = [below(1500), below(1000)];
            return [{ polygon: [[x, y], [x + 100 + below(300), y], [x + 100, y + 50 + below(300)]] }];
        };
        const kinds = {
            text: [8, async (number) => {
                const [path, mergeKey] = [`${clause()}/texts/${one(["en", "fr"])}/${one(["title", "translation", "context"])}`, `${number}`];
                let text = `${name} ${number}`;
                const options = next() < 0.5 ? { mergeKey } : {};
                perform("text", [{ path, after: text }], options);
                while (options.mergeKey && next() < 0.6) {
                    await pause(20 + below(60));
                    perform("text", [{ path, after: (text += " more") }], options);
                }
            }],
            region: [5, () => perform("region", [{ path: `${clause()}/regions/${1 + below(2)}`, after: next() < 0.9 ? box() : null }])],
            number: [2, (number) => perform("number", [{ path: `${clause()}/number`, after: `${number}${name[0]}` }])],
            kind: [1, () => perform("kind", [{ path: `${clause()}/kind`, after: one(["clause", "detail"]) }])],
            order: [2, () => perform("order", [{ path: `${clause()}/order`, after: below(1000) / 8 }])],
            themes: [3, () => {
                const after = session.categories().map(({ id }) => id).filter(() => next() < 0.5);
                perform("themes", [{ path: `${clause()}/categories`, after }]);
            }],
            create: [2, (number) => {
                const path = `clauses/${name}-${number}`;
                perform("create", [
                    { path, after: true }, { path: `${path}/number`, after: `${number}` }, { path: `${path}/order`, after: below(1000) / 8 },
                    { path: `${path}/texts/en/title`, after: `${name} ${number}` }, { path: `${path}/regions/1`, after: box() },
                ]);
            }],
            remove: [1, () => session.clauses().length > 8 && perform("remove", [{ path: clause(), after: null }])],
            theme: [1, (number) => {
                const path = `categories/${name}-${number}`;
                perform("theme", [{ path, after: true }, { path: `${path}/label`, after: { en: `${name} ${number}` } }]);
            }],
            unmade: [0.5, () => {
                const made = session.categories();
                if (made.length > 2) perform("unmade", [{ path: `categories/${one(made).id}`, after: null }]);
            }],
            document: [1, (number) => perform("document", [{ path: "document/summary", after: { en: `${name} ${number}` } }])],
            page: [1, (number) => perform("page", [{ path: `pages/${1 + below(2)}/label`, after: { en: `${name} ${number}` } }])],
            undo: [3, () => session.canUndo && session.undo()],
            redo: [1, () => session.canRedo && session.redo()],
        };
        const total = Object.values(kinds).reduce((sum, [weight]) => sum + weight, 0);
        for (let number = first; number < first + count;) {
            await pause(shortest + below(longest - shortest));
            const conflict = session.delivery.outbox.conflicts[0];
            if (conflict && next() < 0.3) {
                const { path, mine } = conflict.conflicts[0];
                const held = session.delivery.outbox.conflicts.flatMap(({ id, conflicts }) =>
                    conflicts.filter((one) => one.path === path).map((one) => [id, one.mine]));
                try {
                    session.resolve(path, next() < 0.5 ? { value: mine } : null);
                    report("decided", { path, mine: Object.fromEntries(held) });
                } catch (error) {
                    if (!(error instanceof RangeError)) throw error;
                }
            }
            let chosen = next() * total;
            const [kind, [, make]] = Object.entries(kinds).find(([, [weight]]) => (chosen -= weight) < 0);
            const before = session.delivery.outbox.entries.at(-1)?.id;
            try {
                await make(number);
            } catch (error) {
                // The clause has been deleted meanwhile.
                if (!(error instanceof RangeError)) throw error;
            }
            if (session.delivery.outbox.entries.at(-1)?.id === before) continue;
            report("progress", { number, made: kind });
            number += 1;
        }
        session.release();
        report("finished", {});
    };
})();
