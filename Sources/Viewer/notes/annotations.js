// @ts-check
/**
 * A reader's bookmarks and notes, and their form as Web Annotations in a file. Independent of the DOM.
 * https://www.w3.org/TR/annotation-model/; docs/notes.md describes each form.
 */
import { parseBox } from "../base/fragment.js";

/** @typedef {import("../base/types.js").Box} Box */

/**
 * A bookmark, or a note if it has a text, attached to a clause or to a view of a page.
 * @typedef {object} Note
 * @property {string} id  an IRI
 * @property {string} manifest  the address of the document's IIIF manifest
 * @property {number} page
 * @property {string | null} clause
 * @property {Box | null} box  the box of the clause or the view, in image space; null for the whole page
 * @property {string | null} capture
 * @property {string} text  empty for a bookmark
 * @property {{ text: string, lang: string }} title  the title of the document at the time of creation
 * @property {{ text: string, lang: string }} name  the name of the clause at the time of creation; empty for a view
 * @property {string} created  ISO 8601 in UTC; empty if unknown
 * @property {string} modified  ISO 8601 in UTC; empty if unknown
 */

/** @typedef {{ notes: Note[], unread: number }} Reading  the notes of a file, and the number of its other annotations */
/** @typedef {{ put: Note[], added: number, updated: number, known: number }} Merge */

export const CONTEXTS = ["http://www.w3.org/ns/anno.jsonld", "http://iiif.io/api/presentation/3/context.json"];
/** The limits: Unicode scalars of a text, scalars of a name, annotations per file, UTF-16 units of an address. */
export const [MOST_TEXT, MOST_NAME, MOST_NOTES, MOST_ADDRESS] = [10_000, 500, 10_000, 2000];

/** @param {Note} note @returns {string} the id of its document */
export function documentOf({ manifest }) {
    const [, id = ""] = /\/([^/]+)\/manifest\.json$/.exec(manifest) ?? [];
    return decoded(id);
}

/**
 * Whether a manifest is below an address, disregarding the difference between http and https.
 * @param {string} manifest @param {string} root
 */
export function isBelow(manifest, root) {
    const plain = (/** @type {string} */ address) => address.replace(/^https?:/, "");
    return plain(manifest).startsWith(plain(root));
}

/**
 * @param {Note[]} notes
 * @param {string} id  the IRI of the file
 * @param {(note: Note) => string} addressOf  returns the address at which a note is shown
 */
export function annotationPage(notes, id, addressOf) {
    return { "@context": CONTEXTS, id, type: "AnnotationPage", items: notes.map((note) => annotation(note, addressOf(note))) };
}

/** @param {Note} note @param {string} address */
function annotation(note, address) {
    const { id, text, name, created, modified, clause } = note;
    const body = { type: "TextualBody", purpose: "commenting", value: text, format: "text/plain" };
    return {
        id,
        type: "Annotation",
        motivation: text === "" ? "bookmarking" : "commenting",
        ...(name.text === "" ? {} : { label: words(name) }),
        ...(created === "" ? {} : { created }),
        ...(modified === "" ? {} : { modified }),
        ...(text === "" ? {} : { body: [body] }),
        // Programs that support a single target use the first, which they can show.
        target: clause === null ? place(note, address) : [place(note, address), { id: clauseAddress(note, clause), type: "Annotation" }],
    };
}

/** @param {Note} note @param {string} scope  the address where the note was made */
function place({ manifest, page, box, title }, scope) {
    const label = title.text === "" ? {} : { label: words(title) };
    const source = { id: `${rootOf(manifest)}/canvas/${page}`, type: "Canvas", partOf: [{ id: manifest, type: "Manifest", ...label }] };
    const value = box && `xywh=${[box.x, box.y, box.width, box.height].join(",")}`;
    const selector = { type: "FragmentSelector", conformsTo: "http://www.w3.org/TR/media-frags/", value };
    return { type: "SpecificResource", source, ...(value ? { selector } : {}), scope };
}

/** @param {Note} note @param {string} clause */
function clauseAddress({ manifest }, clause) {
    return `${rootOf(manifest)}/clause/${encodeURIComponent(clause)}`;
}

/** @param {string} manifest */
function rootOf(manifest) {
    return manifest.replace(/\/manifest\.json$/, "");
}

/**
 * Returns a IIIF language map.
 * @param {{ text: string, lang: string }} name
 */
function words({ text, lang }) {
    return { [lang || "none"]: [text] };
}

/**
 * @param {unknown} file  JSON: a page, a collection with its first page, a list, or one annotation
 * @returns {Reading | null} null if it is none of these
 */
export function readAnnotations(file) {
    const items = itemsOf(file);
    if (items === null) return null;
    const notes = items.slice(0, MOST_NOTES).flatMap((item) => readNote(item) ?? []);
    return { notes, unread: items.length - notes.length };
}

/** @param {unknown} file @returns {unknown[] | null} */
function itemsOf(file) {
    if (Array.isArray(file)) return file;
    const object = asObject(file);
    if (object === null) return null;
    if (isOf(object, "AnnotationPage")) return Array.isArray(object.items) ? object.items : [];
    if (isOf(object, "AnnotationCollection")) return itemsOf(object.first) ?? (Array.isArray(object.items) ? object.items.flatMap((page) => itemsOf(page) ?? []) : []);
    return isOf(object, "Annotation") ? [object] : null;
}

/**
 * @param {unknown} value @returns {Note | null} null if it does not target a place in a document of such a library, or has no
 *   text
 */
function readNote(value) {
    const object = asObject(value);
    if (object === null || !isOf(object, "Annotation")) return null;
    const targets = listOf(object.target).flatMap((target) => readTarget(target) ?? []);
    const spot = targets.find((target) => target.page !== undefined);
    if (!spot?.page || !spot.manifest) return null;
    const clause = targets.find((target) => target.clause !== undefined)?.clause ?? null;
    const text = textOf(listOf(object.body));
    const isBookmark = listOf(object.motivation).includes("bookmarking");
    if ([...text].length > MOST_TEXT || (text === "" && !isBookmark)) return null;
    const created = timeOf(object.created);
    return {
        id: addressIn(object.id) ?? `urn:explore:annotation:${digest(JSON.stringify(object))}`,
        manifest: spot.manifest,
        page: spot.page,
        clause,
        box: spot.box ?? null,
        capture: spot.capture ?? null,
        text,
        title: spot.title ?? { text: "", lang: "" },
        name: nameIn(object.label),
        created,
        modified: timeOf(object.modified) || created,
    };
}

/**
 * @param {unknown} value
 * @returns {{ manifest?: string, page?: number, box?: Box | null, capture?: string | null, title?: Note["title"], clause?: string } | null}
 */
function readTarget(value) {
    const object = asObject(value);
    const source = object?.source ?? value;
    const address = addressIn(typeof source === "string" ? source : asObject(source)?.id);
    if (address === null) return null;
    const [plain, fragment = ""] = address.split("#");
    const clause = /^(.+)\/clause\/([^/]+)$/.exec(plain);
    if (clause) return { clause: decoded(clause[2]) };
    const canvas = /^(.+)\/canvas\/([1-9]\d{0,5})$/.exec(plain);
    if (!canvas) return null;
    const manifest = asObject(listOf(asObject(source)?.partOf)[0]);
    const values = listOf(object?.selector).map((selector) => asObject(selector)?.value);
    const box = [fragment, ...values].map((text) => (typeof text === "string" ? boxIn(text) : null)).find((found) => found !== null);
    const scope = addressIn(object?.scope) ?? "";
    return {
        manifest: `${canvas[1]}/manifest.json`,
        page: Number(canvas[2]),
        box: box ?? null,
        capture: new URLSearchParams(scope.split("#")[1] ?? "").get("capture") || null,
        title: nameIn(manifest?.label),
    };
}

/** @param {string} text  a media fragment @returns {Box | null} */
function boxIn(text) {
    const [, list] = /^xywh=(?:pixel:)?([\d.,]+)$/.exec(text) ?? [];
    return parseBox(list ?? null);
}

/**
 * Returns the text of bodies. Tags are used only if there is nothing else.
 * @param {unknown[]} bodies
 */
function textOf(bodies) {
    const texts = bodies.map((body) => {
        if (typeof body === "string") return { text: "", isTag: false };
        const object = asObject(body);
        const value = typeof object?.value === "string" ? object.value : "";
        return { text: object?.format === "text/html" ? plainText(value) : value, isTag: object?.purpose === "tagging" };
    });
    const said = texts.filter(({ text }) => text.trim() !== "");
    const own = said.filter(({ isTag }) => !isTag);
    return (own.length > 0 ? own : said).map(({ text }) => text).join("\n\n");
}

/** @param {string} html */
function plainText(html) {
    const entities = /** @type {Record<string, string>} */ ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " });
    return html
        .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, "")
        .replace(/<br\b[^>]*>|<\/(p|div|li|h[1-6])\s*>/gi, "\n")
        .replace(/<[^>]*>/g, "")
        .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
        .trim();
}

/**
 * Returns what must be stored: new notes, and notes modified later than the local ones.
 * @param {Note[]} here
 * @param {Note[]} come
 * @returns {Merge}
 */
export function merge(here, come) {
    const before = new Map(here.map((note) => [note.id, note]));
    const put = new Map();
    let [added, updated, known] = [0, 0, 0];
    for (const note of come) {
        const other = put.get(note.id) ?? before.get(note.id);
        if (other && other.modified >= note.modified) {
            known += 1;
            continue;
        }
        if (put.has(note.id)) known += 1;
        else if (other) updated += 1;
        else added += 1;
        put.set(note.id, note);
    }
    return { put: [...put.values()], added, updated, known };
}

/** @param {unknown} value @returns {Record<string, unknown> | null} */
function asObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : null;
}

/** @param {unknown} value @returns {unknown[]} */
function listOf(value) {
    return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** @param {Record<string, unknown>} object @param {string} type */
function isOf(object, type) {
    return listOf(object.type ?? object["@type"]).some((one) => one === type || one === `oa:${type}`);
}

/** @param {unknown} value @returns {string | null} */
function addressIn(value) {
    return typeof value === "string" && value !== "" && value.length <= MOST_ADDRESS ? value : null;
}

/** @param {unknown} value  a text, or a IIIF language map @returns {{ text: string, lang: string }} */
function nameIn(value) {
    const [lang, text] = typeof value === "string" ? ["", value] : (Object.entries(asObject(value) ?? {})[0] ?? ["", ""]);
    const [first = ""] = listOf(text);
    const name = typeof first === "string" ? [...first].slice(0, MOST_NAME).join("") : "";
    return { text: name, lang: lang === "none" || name === "" ? "" : lang };
}

/** @param {unknown} value @returns {string} ISO 8601 in UTC; empty if the value is not a time */
function timeOf(value) {
    const time = new Date(typeof value === "string" ? value : NaN);
    return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}

/** @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/**
 * Returns the 64-bit FNV-1a hash, which identifies annotations without an id when they are imported again.
 * @param {string} text
 */
function digest(text) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return hash.toString(16).padStart(16, "0");
}
