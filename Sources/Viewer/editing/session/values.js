// @ts-check
/** Field values, compared as the server compares them. */

/** @typedef {null | boolean | number | string | object} Value  an immutable JSON value */

/**
 * Whether two JSON values are equal, regardless of key order.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 * @complexity O(*n*) in the size of the values
 */
export function same(one, other) {
    if (Object.is(one, other) || (one === 0 && other === 0)) return true;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
    if (Array.isArray(one) || Array.isArray(other)) {
        return Array.isArray(one) && Array.isArray(other) && one.length === other.length
            && one.every((value, index) => same(value, other[index]));
    }
    const [mine, theirs] = [/** @type {Record<string, unknown>} */ (one), /** @type {Record<string, unknown>} */ (other)];
    const keys = Object.keys(mine);
    return keys.length === Object.keys(theirs).length
        && keys.every((key) => Object.hasOwn(theirs, key) && same(mine[key], theirs[key]));
}

/**
 * Splits a path into the owner of the field (`clauses/39`, `categories/land`, `pages/1`, `tours/first`, `glossary/writ`,
 * `recordings/en/39`, `document` or `files`) and the rest, which is empty for the owner's existence.
 * @param {string} path
 * @returns {[owner: string, rest: string]}
 */
export function split(path) {
    const first = path.indexOf("/");
    // A recording is identified by its language and its name.
    const from = path.startsWith("recordings/") ? path.indexOf("/", first + 1) : first;
    const end = /^(document|files)\//.test(path) ? first : path.indexOf("/", from + 1);
    return end < 0 ? [path, ""] : [path.slice(0, end), path.slice(end + 1)];
}

/**
 * @param {string} path  the path of a field or an owner @returns {string | null} the id of the clause, or null for other paths
 */
export function clauseOf(path) {
    const [kind, id] = path.split("/", 2);
    return kind === "clauses" && id ? id : null;
}

/**
 * Normalises a value as the server does: no text and empty text are equal, and so are no holes and an empty list of holes.
 * @param {string} path
 * @param {Value} value
 * @returns {Value}
 */
export function normal(path, value) {
    const name = split(path)[1];
    if (/^clauses\/[^/]+\/regions\//.test(path)) {
        const regions = /** @type {{ polygon: unknown, holes?: unknown }[] | null} */ (value);
        if (regions === null || regions.length === 0) return null;
        return regions.every(({ holes }) => holes) ? regions : regions.map(({ polygon, holes }) => ({ polygon, holes: holes ?? [] }));
    }
    if (name === "image" && path.startsWith("pages/")) return normalImage(value);
    if (path === "document/collections" && Array.isArray(value) && value.length === 0) return null;
    if (path === "document/structures") return normalContents(value);
    if (path === "document/palette") return normalPalette(value);
    if (name === "captures" && path.startsWith("pages/")) return normalCaptures(/** @type {any} */ (value));
    if (path.startsWith("clauses/") && (name === "words" || name.endsWith("/phrases"))) return normalLinks(value);
    if (path.startsWith("tours/") && /^steps\/[^/]+$/.test(name)) return normalStep(value);
    if (path.startsWith("glossary/") && (name === "seeAlso" || name === "forms")) return normalList(value);
    const defaultValue = DEFAULTS[`${path.slice(0, path.indexOf("/"))}/${name}`];
    if (defaultValue !== undefined) return value ?? defaultValue;
    const isEmpty = value === "" || (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0);
    return isEmpty ? null : (value ?? null);
}

/**
 * Normalises words or phrases: a single quotation is not put in a list, and its occurrence is given only if it is not the first.
 * @param {Value} value @returns {Value}
 */
function normalLinks(value) {
    if (!Array.isArray(value) || value.length === 0) return null;
    const quote = (/** @type {any} */ one) => (typeof one === "object" && one !== null && (one.occurrence ?? 1) === 1 ? one.text : one);
    const side = (/** @type {any} */ quotes) => (Array.isArray(quotes) ? (quotes.length === 1 ? quote(quotes[0]) : quotes.map(quote)) : quote(quotes));
    return value.map(({ text, page, box, transcription, translation }) =>
        box ? { text, page, box } : { transcription: side(transcription), translation: side(translation) },
    );
}

/**
 * Removes empty lists.
 * @param {Value} value  a list, or lists by language @returns {Value}
 */
function normalList(value) {
    if (value === null || typeof value !== "object") return value ?? null;
    if (Array.isArray(value)) return value.length === 0 ? null : value;
    const lists = Object.entries(value).filter(([, list]) => Array.isArray(list) && list.length > 0);
    return lists.length === 0 ? null : Object.fromEntries(lists);
}

/**
 * Removes empty parts.
 * @param {Value} value  the value of `tours/{id}/steps/{step}` @returns {Value}
 */
function normalStep(value) {
    if (value === null || typeof value !== "object") return null;
    const isSaid = (/** @type {unknown} */ part) => part !== null && part !== undefined && (typeof part !== "object" || Object.keys(part).length > 0);
    return Object.fromEntries(Object.entries(value).filter(([, part]) => isSaid(part)));
}

/**
 * Keeps only the parts that the server knows.
 * @param {Value} value  the value of `document/structures` @returns {Value}
 */
function normalContents(value) {
    const parts = /** @type {import("../contents/contents-edits.js").Part[] | null} */ (/** @type {unknown} */ (value));
    if (!parts?.length) return null;
    return /** @type {any} */ (parts.map(({ label, behavior, pages, items }) => {
        const within = normalContents(/** @type {any} */ (items ?? null));
        const places = (pages ?? []).map((place) => (typeof place === "number" ? { page: place } : { ...(place.box ? { box: place.box } : {}), page: place.page }));
        return {
            ...(behavior?.length ? { behavior } : {}),
            ...(within ? { items: within } : {}),
            ...(label === null || label === undefined ? {} : { label }),
            ...(places.length > 0 ? { pages: places } : {}),
        };
    }));
}

/**
 * Keeps only the keys that the server compares. It keeps the others by itself when it publishes.
 * @param {Value} value  the value of `document/palette` @returns {Value}
 */
function normalPalette(value) {
    const known = Object.entries(value ?? {}).filter(([key]) => ["paper", "ink", "accent", "background", "overlays"].includes(key));
    return known.length === 0 ? null : Object.fromEntries(known);
}

/** @param {Value} value  the value of `pages/{n}/image` @returns {Value} */
function normalImage(value) {
    if (value === null || typeof value !== "object") return null;
    const { scan, page, rotation = 0, crop = null, corners } = /** @type {import("./page-images.js").PageImage} */ (value);
    return { scan, rotation, crop, ...(page ? { page } : {}), ...(corners ? { corners } : {}) };
}

/** @param {import("./page-images.js").Capture[] | null} value  the value of `pages/{n}/captures` @returns {Value} */
function normalCaptures(value) {
    if (!value?.length) return null;
    return value.map(({ id, label, kind = "other", image, alignment = null }, index) => {
        const named = { id, label: normal("document/title", label ?? null), kind };
        return index === 0 ? named : { ...named, image: normalImage(image ?? null), alignment };
    });
}

/**
 * The default values of fields.
 * @type {Record<string, Value>}
 */
const DEFAULTS = {
    "clauses/kind": "clause",
    "clauses/categories": [],
    "categories/style": "filled",
    "categories/includedInAll": true,
    "document/status": "published",
    "document/access": "open",
};

/** @param {number} number @returns {boolean} whether this can be the scale of a page, in pixels per millimetre */
export function isScale(number) {
    return number >= 0.001 && number <= 1e6;
}

const FIELDS = [
    /^clauses\/[A-Za-z0-9._~-]+(\/(number|incipit|kind|order|categories|words|regions\/[1-9]\d*|texts\/[A-Za-z0-9-]+\/(title|translation|context|transcription|phrases|reviewed)))?$/,
    /^categories\/[A-Za-z0-9._~-]+(\/(label|icon|style|includedInAll|order))?$/,
    /^pages\/[1-9]\d*(\/(order|image|captures|label|pixelsPerMillimetre|behavior))?$/,
    /^tours\/[A-Za-z0-9._~-]+(\/(title|summary|order|steps\/[A-Za-z0-9._~-]+(\/text)?))?$/,
    /^glossary\/[A-Za-z0-9._~-]+(\/(term|forms|definition|seeAlso|order))?$/,
    /^proposals\/[A-Za-z0-9._~-]+$/,
    /^recordings\/[A-Za-z0-9-]+\/[A-Za-z0-9._-]+(\/cues)?$/,
    /^document\/(title|summary|holder|shelfmark|date|rights|attribution|credits|status|access|language|languages|palette|mark|behavior|viewingDirection|collections|structures)$/,
    /^files\/[A-Za-z0-9][A-Za-z0-9._-]*\.svg$/,
];

/** @param {string} path */
export function isField(path) {
    return FIELDS.some((pattern) => pattern.test(path));
}
