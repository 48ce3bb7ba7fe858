// @ts-check
/** The fields of a working copy by path, read from the files that the server composes. Pure. */
import { PURPOSES, reviewPath, textPath } from "./clause-reading.js";
import { normal, split } from "./values.js";

/** @typedef {import("./values.js").Value} Value */

/**
 * The `content` of `GET …/working-copy?include=content`.
 * @typedef {object} Content
 * @property {Record<string, any>} document
 * @property {Record<string, any>[]} [pages]  in order; by default, the pages of `document`
 * @property {Record<string, any>[]} categories  in order
 * @property {Record<string, any>[]} clauses  in reading order
 * @property {Record<string, Record<string, Record<string, string | null>>>} texts  by language, clause and purpose
 * @property {Record<string, any>[]} [tours]  in order, each with its steps in order
 * @property {Record<string, object[]>} [words]  words with their places on the page, by clause
 * @property {Record<string, any>[]} [glossary]  its terms, in order
 * @property {Record<string, object>} [proposals]  by id
 * @property {Record<string, string>} [files]  the sources of SVG files, by name
 * @property {Record<string, { file: object | null, cues: string | null }>} [recordings]  by `language/name`
 * @property {Record<string, Record<string, string>>} [reviewed]  the digest of the texts against which a translation was last
 *   reviewed, by language and clause
 */

export class Fields {
    /** @type {Map<string, Map<string, Value>>} by owner, then by the path relative to it */
    #owners = new Map();

    /** @param {string} path @returns {Value} null for a missing field */
    get(path) {
        const [owner, rest] = split(path);
        return normal(path, this.#owners.get(owner)?.get(rest) ?? null);
    }

    /** @param {string} path @param {Value} value */
    set(path, value) {
        const [owner, rest] = split(path);
        let fields = this.#owners.get(owner);
        if (!fields) this.#owners.set(owner, (fields = new Map()));
        fields.set(rest, normal(path, value));
    }

    /** @returns {Iterable<string>} all owners that have fields, whether they exist or not */
    owners() {
        return this.#owners.keys();
    }

    /** @param {string} owner @returns {Iterable<string>} the paths of its fields, relative to the owner */
    rests(owner) {
        return this.#owners.get(owner)?.keys() ?? [];
    }

    /** @returns {Generator<[path: string, value: Value]>} */
    *all() {
        for (const [owner, fields] of this.#owners) {
            for (const [rest, value] of fields) yield [rest === "" ? owner : `${owner}/${rest}`, value];
        }
    }
}

/** @param {Content} content */
export function fieldsOf(content) {
    const fields = new Fields();
    for (const [name, value] of Object.entries(content.document)) {
        if (name !== "pages" && name !== "id" && value !== null) fields.set(`document/${name}`, value);
    }
    for (const { number, order, label, image, captures, pixelsPerMillimetre, behavior } of pagesOf(content)) {
        fields.set(`pages/${number}`, true);
        for (const [name, value] of Object.entries({ order, label, image, captures, pixelsPerMillimetre, behavior })) {
            if (value !== null) fields.set(`pages/${number}/${name}`, value);
        }
    }
    for (const [index, { id, ...rest }] of content.categories.entries()) {
        fields.set(`categories/${id}`, true);
        for (const [name, value] of Object.entries({ order: index, ...rest })) fields.set(`categories/${id}/${name}`, value);
    }
    for (const [index, { id, regions, ...rest }] of content.clauses.entries()) {
        fields.set(`clauses/${id}`, true);
        for (const [name, value] of Object.entries({ order: index, ...rest })) fields.set(`clauses/${id}/${name}`, value);
        /** @type {Map<number, Value[]>} */
        const pages = new Map();
        for (const { page, polygon, holes = [] } of regions ?? []) {
            pages.set(page, [...(pages.get(page) ?? []), { polygon, holes }]);
        }
        for (const [page, value] of pages) fields.set(`clauses/${id}/regions/${page}`, value);
    }
    for (const [index, { id, title, summary, order = index, steps = [] }] of (content.tours ?? []).entries()) {
        fields.set(`tours/${id}`, true);
        for (const [name, value] of Object.entries({ title, summary, order })) fields.set(`tours/${id}/${name}`, value ?? null);
        for (const [place, { id: step = String(place + 1), text, ...rest }] of steps.entries()) {
            const { document, page, box, clauses, capture, audio } = rest;
            fields.set(`tours/${id}/steps/${step}`, { order: rest.order ?? place, document, page, box, clauses, capture, audio });
            fields.set(`tours/${id}/steps/${step}/text`, text ?? null);
        }
    }
    for (const [index, { id, term, forms, definition, seeAlso, order = index }] of (content.glossary ?? []).entries()) {
        fields.set(`glossary/${id}`, true);
        for (const [name, value] of Object.entries({ term, forms, definition, seeAlso, order })) fields.set(`glossary/${id}/${name}`, value ?? null);
    }
    for (const [id, proposal] of Object.entries(content.proposals ?? {})) fields.set(`proposals/${id}`, proposal);
    for (const [language, clauses] of Object.entries(content.texts)) {
        for (const [id, texts] of Object.entries(clauses)) {
            for (const purpose of PURPOSES) if (purpose in texts) fields.set(textPath(id, language, purpose), texts[purpose]);
            if ("phrases" in texts) fields.set(`clauses/${id}/texts/${language}/phrases`, texts.phrases);
        }
    }
    for (const [id, words] of Object.entries(content.words ?? {})) fields.set(`clauses/${id}/words`, words);
    for (const [name, { file, cues }] of Object.entries(content.recordings ?? {})) {
        fields.set(`recordings/${name}`, file);
        fields.set(`recordings/${name}/cues`, cues);
    }
    for (const [name, text] of Object.entries(content.files ?? {})) fields.set(`files/${name}`, text);
    for (const [language, clauses] of Object.entries(content.reviewed ?? {})) {
        for (const [id, digest] of Object.entries(clauses)) fields.set(reviewPath(id, language), digest);
    }
    return fields;
}

/** @param {Content} content @returns {import("./page-images.js").StatedPage[]} in order */
export function pagesOf(content) {
    return (content.pages ?? content.document.pages ?? []).map((/** @type {any} */ page, /** @type {number} */ index) => ({
        number: page.number ?? index + 1,
        order: page.order ?? index,
        label: page.label ?? null,
        imageId: page.imageId ?? null,
        width: page.width,
        height: page.height,
        pixelsPerMillimetre: page.pixelsPerMillimetre ?? null,
        behavior: page.behavior ?? null,
        // In a source folder, this is a file name.
        image: typeof page.image === "object" ? page.image : null,
        captures: content.pages ? (page.captures ?? null) : null,
        state: page.state ?? "ready",
        progress: page.progress ?? 1,
    }));
}
