// @ts-check
/** The filters of the library's list besides words: language, theme, collection and years, each with document counts. */
import { make } from "../base/dom.js";
import { FINDING, findingText } from "../strings/finding.js";
import { figure, languageName, localized, uiLanguage } from "../strings/strings.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../base/types.js").Conditions} Conditions */
/** @typedef {import("../base/types.js").Facets} Facets */
/** @typedef {import("../base/types.js").FacetValue} FacetValue */

/** @typedef {"language" | "theme" | "collection"} Choice */
/** @typedef {Record<Choice, { row: HTMLElement, input: HTMLSelectElement }>} Choices */

const CHOICES = /** @type {const} */ (["language", "theme", "collection"]);
/** Years of at most four digits. */
const YEAR = /^-?\d{1,4}$/;

/**
 * Returns the conditions in the query of an address.
 * @param {string} query
 * @returns {Conditions}
 */
function conditionsOf(query) {
    const stated = new URLSearchParams(query);
    /** @type {Conditions} */
    const conditions = {};
    for (const name of CHOICES) {
        const value = stated.get(name);
        if (value) conditions[name] = value;
    }
    for (const name of /** @type {const} */ (["from", "to"])) {
        const value = stated.get(name) ?? "";
        if (YEAR.test(value)) conditions[name] = Number(value);
    }
    const { from = -Infinity, to = Infinity } = conditions;
    if (from > to) delete conditions.from;
    return conditions;
}

/**
 * Replaces the conditions in a query.
 * @param {URLSearchParams} query
 * @param {Conditions} conditions
 */
export function putConditions(query, conditions) {
    for (const name of /** @type {const} */ ([...CHOICES, "from", "to"])) {
        const value = conditions[name];
        if (value === undefined) query.delete(name);
        else query.set(name, String(value));
    }
}

export class LibraryFilters {
    /** Empty until there is something to choose from. */
    element = make("div", { id: "finding", role: "group", hidden: "" });
    #onChange;
    #conditions = conditionsOf(location.search);
    #timeline;
    /** @type {Choices | null} */
    #choices = null;
    #clear = make("button", { type: "button", class: "action" });

    /** @param {() => void} onChange  called when the conditions change */
    constructor(onChange) {
        this.#onChange = onChange;
        this.#timeline = new Timeline((years) => this.#take({ ...without(this.#conditions, "from", "to"), ...years }));
        this.#clear.addEventListener("click", () => {
            this.#take({});
            // The button disappears and would take the focus with it.
            const fields = [...this.element.querySelectorAll(/** @type {"input"} */ ("select, input"))];
            fields.find(({ offsetParent }) => offsetParent !== null)?.focus();
        });
    }

    /** @returns {Readonly<Conditions>} */
    get conditions() {
        return this.#conditions;
    }

    get isEmpty() {
        return Object.keys(this.#conditions).length === 0;
    }

    /**
     * @param {Facets} facets  the facets of the documents shown
     * @param {number} total  the number of these documents
     */
    async show(facets, total) {
        if (this.#choices === null) await FINDING.load();
        const choices = (this.#choices ??= this.#build());
        for (const name of CHOICES) {
            const values = facets[/** @type {"languages"} */ (`${name}s`)];
            const chosen = this.#conditions[name];
            const { row, input } = choices[name];
            // A filter with a single value common to all documents would not narrow the list.
            row.hidden = chosen === undefined && !values.some(({ count }) => count < total);
            input.replaceChildren(...options(name, values, chosen));
            input.value = chosen ?? "";
        }
        this.#timeline.show(facets.years, this.#conditions);
        this.#clear.hidden = this.isEmpty;
        this.element.hidden = this.isEmpty && this.#timeline.element.hidden && CHOICES.every((name) => choices[name].row.hidden);
    }

    /** @returns {Choices} */
    #build() {
        /** @param {Choice} name */
        const choice = (name) => {
            const input = make("select", { id: `finding-${name}` });
            input.addEventListener("change", () => {
                const others = without(this.#conditions, name);
                this.#take(input.value === "" ? others : { ...others, [name]: input.value });
            });
            const row = make("p", {}, make("label", { for: input.id }, findingText(name)), input);
            return { row, input };
        };
        const choices = { language: choice("language"), theme: choice("theme"), collection: choice("collection") };
        this.element.ariaLabel = findingText("filters");
        this.#clear.textContent = findingText("clear");
        const rows = CHOICES.map((name) => choices[name].row);
        this.element.replaceChildren(make("div", { class: "choices" }, ...rows), this.#timeline.element, make("p", { class: "actions" }, this.#clear));
        return choices;
    }

    /** @param {Conditions} conditions */
    #take(conditions) {
        this.#conditions = conditions;
        this.#onChange();
    }
}

/**
 * @param {Conditions} conditions
 * @param {...keyof Conditions} names
 * @returns {Conditions}
 */
function without(conditions, ...names) {
    return Object.fromEntries(Object.entries(conditions).filter(([name]) => !names.includes(/** @type {keyof Conditions} */ (name))));
}

/**
 * @param {Choice} name
 * @param {FacetValue[]} values
 * @param {string | undefined} chosen  the chosen value, listed even if no document has it any more
 */
function options(name, values, chosen) {
    const language = uiLanguage();
    const known = chosen === undefined || values.some(({ id }) => id === chosen) ? values : [...values, { id: chosen, count: 0 }];
    const named = known.map(({ id, label, count }) => {
        const text =
            name === "language" ? languageName(id, language) : (localized(label ?? null, language)?.text ?? id.slice(id.lastIndexOf("/") + 1));
        return { id, text, count };
    });
    if (name === "collection") {
        // Sorts each collection below its parent.
        named.sort((one, other) => compare(one.id.split("/"), other.id.split("/")));
    }
    return [
        make("option", { value: "" }, findingText(`${name}Any`)),
        ...named.map(({ id, text, count }) => {
            const depth = name === "collection" ? id.split("/").length - 1 : 0;
            return make("option", { value: id }, "\u2003".repeat(depth) + findingText("option", { name: text, count: figure(count) }));
        }),
    ];
}

/** @param {string[]} one @param {string[]} other */
function compare(one, other) {
    for (let place = 0; place < Math.min(one.length, other.length); place += 1) {
        if (one[place] !== other[place]) return one[place] < other[place] ? -1 : 1;
    }
    return one.length - other.length;
}

