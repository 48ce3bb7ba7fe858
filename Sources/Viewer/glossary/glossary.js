// @ts-check
/**
 * The glossary of a document: terms are marked once in each clause and explained on a card. If a document has terms, this is
 * loaded when the first clause is opened, as a separate bundle that shares state with the page only through the viewer.
 */
import { json, partPath } from "../base/addresses.js";
import { actionButton } from "../base/dialogs.js";
import { addStyle, find } from "../base/dom.js";
import { everyCategory } from "../base/filter.js";
import { GLOSSARY, glossaryText } from "../strings/glossary.js";
import { updateTexts } from "../strings/phrase-table.js";
import { TermCard } from "./card.js";
import { openGlossary } from "./dialog.js";
import { markTerms } from "./marking.js";
import { finderOf, placesOf } from "./terms.js";

/** @typedef {import("./terms.js").Term} Term */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place" | "arrival" | "selected" | "open" | "addEventListener">} Viewer */
/**
 * @typedef {Pick<typeof import("../base/api.js"), "categories" | "clauses">} API  the page's functions, which on a static site
 *   read files
 */

/** Longer documents are not fetched whole to find where their terms occur. */
const MOST_CLAUSES = 1000;

/**
 * @param {Viewer} viewer
 * @param {API["categories"]} categories
 * @param {API["clauses"]} clauses
 */
export async function showGlossary(viewer, categories, clauses) {
    addStyle("glossary");
    const [{ terms }] = await Promise.all([json(partPath(viewer.document.id, "glossary")), updateTexts(GLOSSARY)]);
    new Glossary(viewer, { categories, clauses }, terms).start();
}

class Glossary {
    #viewer;
    #api;
    #terms;
    #card;
    #body = find("panel-body", HTMLElement);
    /** @type {Map<string, import("./finding.js").TermFinder>} by language */
    #finders = new Map();
    /** @type {Map<string, Promise<import("./dialog.js").Found>>} by language */
    #found = new Map();

    /** @param {Viewer} viewer @param {API} api @param {Term[]} terms */
    constructor(viewer, api, terms) {
        this.#viewer = viewer;
        this.#api = api;
        this.#terms = terms;
        this.#card = new TermCard(viewer.document.language, (term) => this.#openAll(term.id));
    }

    start() {
        this.#viewer.addEventListener("read", () => this.#read());
        this.#viewer.addEventListener("select", () => this.#viewer.selected === null && this.#card.hide());
        addEventListener("hashchange", ({ newURL }) => this.#follow(new URL(newURL).hash));
        if (this.#viewer.selected) this.#read();
        this.#follow(this.#viewer.arrival);
    }

    /** Called when the texts of a clause on the panel have been rewritten. */
    async #read() {
        this.#card.hide();
        this.#mark();
        await updateTexts(GLOSSARY);
        const actions = this.#body.querySelector(".actions");
        if (actions && !actions.querySelector(".glossary")) {
            const button = actionButton("book-open", glossaryText("glossary"), () => this.#openAll(null));
            button.classList.add("glossary");
            actions.append(button);
        }
    }

    #mark() {
        const { language, document: about } = this.#viewer;
        const shown = [...this.#body.querySelectorAll(":is(.words, .context) > p:not(.aside)")];
        const paragraphs = /** @type {HTMLElement[]} */ (shown);
        const tags = [...new Set(paragraphs.map(({ lang }) => lang))];
        const readings = tags.map((tag) => ({
            paragraphs: paragraphs.filter(({ lang }) => lang === tag),
            finder: this.#finder(tag || language),
        }));
        const own = /** @type {HTMLElement[]} */ ([...this.#body.querySelectorAll(".transcription > p:not(.aside)")]);
        readings.push({ paragraphs: own, finder: this.#finder(about.language) });
        markTerms(this.#body, readings, (button, entry) => this.#furnish(button, this.#terms[entry]));
        // Modules that keep positions in these texts may need to find them again.
        this.#body.dispatchEvent(new Event("terms"));
    }

    /** @param {HTMLButtonElement} button @param {Term} term */
    #furnish(button, term) {
        button.dataset.term = term.id;
        button.setAttribute("aria-haspopup", "dialog");
        button.addEventListener("click", () => {
            const isOwn = button.closest(".transcription") !== null;
            const language = (isOwn ? "" : button.closest("p")?.lang) || this.#viewer.language;
            this.#card.toggle(term, button, this.#terms, language);
        });
    }

    /** @param {string} language */
    #finder(language) {
        const finder = this.#finders.get(language) ?? finderOf(this.#terms, language);
        this.#finders.set(language, finder);
        return finder;
    }

    /** @param {string} fragment  a fragment, which may name a term: #term=scutage */
    #follow(fragment) {
        const id = new URLSearchParams(fragment.slice(1)).get("term");
        if (id !== null) this.#openAll(id);
    }

    /** @param {string | null} id  the id of the term to scroll to */
    async #openAll(id) {
        await updateTexts(GLOSSARY);
        const { language, document: about } = this.#viewer;
        const shown = { terms: this.#terms, language, ownLanguage: about.language };
        openGlossary(shown, id, () => this.#places(language), (clause) => this.#viewer.open(clause));
    }

    /** @param {string} language */
    async #places(language) {
        const { id, counts, language: own } = this.#viewer.document;
        if (counts.clauses > MOST_CLAUSES) return null;
        const find = async () => {
            const { categories } = await this.#api.categories(id);
            const { clauses } = await this.#api.clauses(id, everyCategory(categories), language, "");
            return { clauses, places: placesOf(this.#terms, clauses, own) };
        };
        const found = this.#found.get(language) ?? find();
        this.#found.set(language, found);
        found.catch(() => this.#found.delete(language));
        return found;
    }
}
