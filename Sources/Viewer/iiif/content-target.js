// @ts-check
/** Resolves a IIIF content state to a place in a document of this library. */
import { ROOT } from "../base/addresses.js";
import { parse, START } from "../base/fragment.js";
import { selectorBox } from "./content-selector.js";
import { fetchState, read, StateError } from "./content-state.js";

/**
 * The page's functions of base/api.js, which read from a server or from a static site.
 * @typedef {Pick<typeof import("../base/api.js"), "document" | "clause">} Source
 */
/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("./content-state.js").Resource} Resource */
/** @typedef {import("../base/fragment.js").Place} Place */

/**
 * @typedef {object} Target
 * @property {string | null} document  null for the library
 * @property {number} [page]
 * @property {string} [clause]
 * @property {number} [part]  the index, from 1, among the pages that the clause is on
 * @property {string} [category]
 * @property {Resource[]} [selectors]  selectors of the part of the page
 * @property {Place} [place]  the place in a link to the viewer itself
 * @property {boolean} [isOneOfMany]
 */

/** The limit for chains of references and for nested resources. */
const DEEPEST = 8;

/**
 * Returns the place that a state refers to.
 * @param {string} text  a state in any form
 * @param {Document[]} known  documents that need not be fetched; their manifests reveal the hosts and paths under which this
 *   library is known
 * @param {Source} source
 * @returns {Promise<{ document: string | null, place: Place, isOneOfMany: boolean }>}
 * @throws {StateError}
 */
export async function locate(text, known, source) {
    const roots = [location.host + ROOT];
    for (const { manifest } of known) if (manifest) roots.push(rootOf(manifest));
    const target = await new Search(roots).find(read(text), DEEPEST);
    const { document, isOneOfMany = false } = target;
    if (document === null) return { document, place: START, isOneOfMany };
    const about = known.find(({ id }) => id === document) ?? (await source.document(document).catch(missing(document)));
    return { document, place: await placeOf(target, about, source), isOneOfMany };
}

/** Searches a state for the first resource that belongs to this library. */
class Search {
    #roots;
    #hasFetched = false;

    /** @param {string[]} roots  hosts and paths, each with a slash at the end */
    constructor(roots) {
        this.#roots = roots;
    }

    /**
     * @param {unknown} resource
     * @param {number} depth
     * @returns {Promise<Target>}
     */
    async find(resource, depth) {
        if (depth === 0) throw new StateError("malformed");
        if (typeof resource === "string") return this.#address(resource, depth);
        if (Array.isArray(resource)) return this.#first(resource, depth);
        if (typeof resource !== "object" || resource === null) throw new StateError("malformed");
        return this.#resource(/** @type {Resource} */ (resource), depth);
    }

    /** @param {unknown[]} resources @param {number} depth @returns {Promise<Target>} */
    async #first(resources, depth) {
        let fault = new StateError("malformed");
        for (const resource of resources.slice(0, 100)) {
            try {
                const target = await this.find(resource, depth - 1);
                return resources.length > 1 ? { ...target, isOneOfMany: true } : target;
            } catch (error) {
                if (!(error instanceof StateError)) throw error;
                fault = error;
            }
        }
        throw fault;
    }

    /** @param {Resource} resource @param {number} depth @returns {Promise<Target>} */
    async #resource(resource, depth) {
        const id = resource.id ?? resource["@id"];
        const own = typeof id === "string" ? this.#ownTarget(id) : null;
        switch (String(resource.type ?? resource["@type"] ?? "").replace(/^\w+:/, "")) {
            case "Annotation": {
                // An annotation with another motivation is itself the target (2.2.4) if it belongs to this library; otherwise its
                // own target is.
                const isState = [resource.motivation].flat().includes("contentState");
                if (own?.clause && !isState) return own;
                const target = await this.find(resource.target ?? resource.on, depth - 1);
                return { ...target, ...this.#clauseIn(resource.body, target.document) };
            }
            case "SpecificResource": {
                const target = await this.find(resource.source ?? resource.full, depth - 1);
                return { ...target, selectors: [...(target.selectors ?? []), ...[resource.selector].flat()] };
            }
        }
        if (own) return own;
        if (resource.partOf ?? resource.within) {
            const { document } = await this.find(resource.partOf ?? resource.within, depth - 1);
            return { document };
        }
        // Its type is irrelevant here: nothing is fetched from other hosts.
        if (typeof id === "string") return this.#address(id, depth);
        throw new StateError("malformed");
    }

    /**
     * Returns the clause of the same document that our own states name in addition to what other viewers show.
     * @param {unknown} body @param {string | null} document
     */
    #clauseIn(body, document) {
        for (const part of [body].flat()) {
            const id = typeof part === "string" ? part : /** @type {Resource | null} */ (part ?? null)?.id;
            const target = typeof id === "string" ? this.#ownTarget(id) : null;
            if (target?.clause && target.document === document) return { clause: target.clause, part: target.part };
        }
        return {};
    }

    /** @param {string} address @param {number} depth @returns {Promise<Target>} */
    async #address(address, depth) {
        const own = this.#ownTarget(address);
        if (own) return own;
        const url = parsed(address);
        // A link to any viewer that contains a state, in our own form or in the form used for drag and drop in IIIF.
        const held = ["iiif-content", "canvas", "manifest"].map((name) => url.searchParams.get(name)).find(Boolean);
        if (held) return this.find(read(held), depth - 1);
        if (this.#hasFetched) throw new StateError("foreign", url.host);
        this.#hasFetched = true;
        const resource = await fetchState(url.href);
        // A fetched resource need not state its own address.
        return this.#resource({ ...resource, id: resource.id ?? resource["@id"] ?? address }, depth - 1);
    }

    /**
     * Returns what an address of this library refers to; null for other addresses.
     * @param {string} address
     * @returns {Target | null}
     */
    #ownTarget(address) {
        const url = parsed(address);
        const whole = url.host + url.pathname;
        const root = this.#roots.find((candidate) => whole.startsWith(candidate));
        if (root === undefined || url.searchParams.has("iiif-content")) return null;
        const [first, ...path] = whole.slice(root.length).split("/").filter(Boolean).map(decoded);
        if (first === "documents" && (path.length === 1 || (path.length === 2 && path[1] === "index.html"))) {
            return { document: path[0], place: parse(url.hash || url.search.slice(1)) };
        }
        if (first !== "iiif" || path[0] !== "presentation" || path[1] !== "3") return null;
        const [document, kind, ...rest] = path.slice(2);
        if (document === "collection.json") return { document: null };
        return document === undefined ? null : ownPart(document, kind, rest, url.hash.slice(1));
    }
}

/**
 * @param {string} document
 * @param {string | undefined} kind  the path segment after the document
 * @param {string[]} path  the remaining segments
 * @param {string} fragment
 * @returns {Target}
 */
function ownPart(document, kind, path, fragment) {
    if (kind === "range") return ownPart(document, path[0], path.slice(1), fragment);
    if (kind === "clause" && path[0]) {
        return { document, clause: path[0], part: Number(/^part-(\d+)$/.exec(fragment)?.[1] ?? 1) };
    }
    if (kind === "category" && path[0]) return { document, category: path[0] };
    if (kind !== "canvas" && kind !== "annotations") return { document };
    const page = parseInt(path[0], 10);
    const selectors = fragment === "" ? [] : [{ type: "FragmentSelector", value: fragment }];
    return Number.isInteger(page) ? { document, page, selectors } : { document };
}

/**
 * @param {Target} target @param {Document} about @param {Source} source
 * @returns {Promise<Place>}
 */
async function placeOf(target, about, source) {
    if (target.place) return target.place;
    const place = { ...START, page: target.page ?? about.pages[0]?.number ?? START.page };
    if (target.category) return { ...place, category: target.category };
    if (target.clause) {
        if ((target.part ?? 1) <= 1) return { ...place, clause: target.clause };
        const language = about.languages[0] ?? "en";
        const { regions } = await source.clause(about.id, target.clause, language).catch(missing(target.clause));
        const pages = [...new Set(regions.map(({ page }) => page))];
        return { ...place, clause: target.clause, page: pages[(target.part ?? 1) - 1] ?? place.page };
    }
    const page = about.pages.find(({ number }) => number === place.page);
    if (!page) throw new StateError("missing", about.id);
    const box = target.page === undefined ? null : selectorBox(target.selectors ?? [], page);
    return { ...place, box };
}

/**
 * Returns the prefix of all addresses of the library that a manifest belongs to.
 * @param {string} manifest  its address
 */
function rootOf(manifest) {
    const { host, pathname } = new URL(manifest);
    return host + pathname.replace(/iiif\/presentation\/3\/.*$/, "");
}

/** @param {string} address */
function parsed(address) {
    try {
        const url = new URL(address);
        if (/^https?:$/.test(url.protocol)) return url;
    } catch {
        // Not an address.
    }
    throw new StateError("malformed");
}

/** @param {string} part  a segment of a path */
function decoded(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        throw new StateError("malformed");
    }
}

/**
 * Returns a handler that converts a failed request, a 404 or no response, to a `StateError`.
 * @param {string} what
 * @returns {(error: unknown) => never}
 */
function missing(what) {
    return (error) => {
        // The page's `APIError` is another class than that of this bundle.
        const { status } = /** @type {Partial<import("../base/api.js").APIError>} */ (error);
        throw new StateError(status === 0 ? "unreachable" : "missing", what);
    };
}
