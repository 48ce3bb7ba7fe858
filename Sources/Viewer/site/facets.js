// @ts-check
/** Counts the facets of a static site's documents as the server does (`FacetRows`, `YearCounts`). */

/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").Conditions} Conditions */
/** @typedef {import("../base/types.js").LanguageMap} LanguageMap */
/** @typedef {Record<string, { id: string, label?: LanguageMap }[]>} Themes  the categories that have clauses, by document */

/** The maximum numbers of values per facet and of ranges of years. */
const [VALUES, STRETCHES] = [100, 30];
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/**
 * Returns the primary language in lower case.
 * @param {string} tag
 */
function languageOf(tag) {
    return tag.toLowerCase().split("-")[0];
}

/** @param {Document} about */
function languages({ language, languages }) {
    return [language, ...languages].map(languageOf);
}

/**
 * Returns a collection and those that contain it.
 * @param {string} id
 */
function chain(id) {
    const names = id.split("/");
    return names.map((_, place) => names.slice(0, place + 1).join("/"));
}

/** @param {Document} about */
function collections({ collections = [] }) {
    return collections.flatMap(({ id }) => chain(id));
}

/**
 * Whether a document meets all conditions.
 * @param {Document} about
 * @param {Conditions} conditions
 * @param {Themes} themes
 */
export function fits(about, { language, theme, collection, from, to }, themes) {
    if (language !== undefined && !languages(about).includes(languageOf(language))) return false;
    if (theme !== undefined && !themes[about.id]?.some(({ id }) => id === theme)) return false;
    if (collection !== undefined && !collections(about).includes(collection)) return false;
    if (from === undefined && to === undefined) return true;
    return about.years !== undefined && about.years[0] <= (to ?? Infinity) && about.years[1] >= (from ?? -Infinity);
}

/**
 * Returns the facets. The values of each are counted over the documents that meet all other conditions.
 * @param {Document[]} all
 * @param {Conditions} conditions
 * @param {Themes} themes
 * @returns {import("../base/types.js").Facets}
 */
export function facetsOf(all, conditions, themes) {
    const themesOf = (/** @type {Document} */ about) => themes[about.id] ?? [];
    /** @param {(keyof Conditions)[]} names */
    const without = (...names) => {
        const others = Object.fromEntries(Object.entries(conditions).filter(([name]) => !names.includes(/** @type {keyof Conditions} */ (name))));
        return all.filter((about) => fits(about, others, themes));
    };
    return {
        languages: count(without("language"), languages),
        themes: count(without("theme"), (about) => themesOf(about).map(({ id }) => id), labels(all, themesOf)),
        collections: count(without("collection"), collections, labels(all, ({ collections = [] }) => collections)),
        years: countYears(without("from", "to")),
    };
}

/**
 * Returns the first label that any document gives to each id.
 * @param {Document[]} all
 * @param {(about: Document) => { id: string, label?: LanguageMap }[]} named
 */
function labels(all, named) {
    /** @type {Map<string, LanguageMap>} */
    const labels = new Map();
    for (const { id, label } of all.flatMap(named)) if (label && !labels.has(id)) labels.set(id, label);
    return labels;
}

/**
 * @param {Document[]} all
 * @param {(about: Document) => string[]} valuesOf
 * @param {Map<string, LanguageMap>} [labels]
 */
function count(all, valuesOf, labels) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const about of all) for (const value of new Set(valuesOf(about))) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
        .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
        .slice(0, VALUES)
        .map(([id, count]) => {
            const label = labels?.get(id);
            return { id, ...(label ? { label } : {}), count };
        });
}

/** @param {Document[]} all @returns {import("../base/types.js").YearCounts | null} */
function countYears(all) {
    const spans = all.flatMap(({ years }) => (years ? [years] : []));
    if (spans.length === 0) return null;
    const first = spans.reduce((least, [year]) => Math.min(least, year), Infinity);
    const last = spans.reduce((most, [, year]) => Math.max(most, year), -Infinity);
    const step = STEPS.find((step) => Math.floor(last / step) - Math.floor(first / step) < STRETCHES) ?? 1000;
    const start = Math.floor(first / step);
    const counts = Array.from({ length: Math.floor(last / step) - start + 1 }, () => 0);
    for (const [from, to] of spans) {
        for (let place = Math.floor(from / step); place <= Math.floor(to / step); place += 1) counts[place - start] += 1;
    }
    return { first, last, start: start * step, step, counts, total: spans.length };
}
