// @ts-check
/** Who holds the document, what may be done with it, who translated it: always one touch away. */
import { find, make, ownIcon, paragraphs } from "./dom.js";
import { languageName, localized, say, spokenLanguage } from "./strings.js";

/** @typedef {import("./api.js").Document} Document */

export class About {
    #dialog = find("about", HTMLDialogElement);
    #body = find("about-body", HTMLElement);

    /** @param {HTMLButtonElement} button  opens it */
    constructor(button) {
        button.addEventListener("click", () => this.#dialog.showModal());
        find("about-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
        // A touch on the dialog itself, and not on what is in it, is one outside.
        this.#dialog.addEventListener("click", (event) => {
            if (event.target === this.#dialog) this.#dialog.close();
        });
    }

    /** @param {Document} about @param {string} language */
    fill(about, language) {
        const facts = make("dl");
        /** @param {string} term @param {{ text: string, lang: string } | null} value @param {string} [link] */
        const fact = (term, value, link) => {
            if (!value) return;
            const attributes = { href: link ?? "", rel: "license noopener", target: "_blank" };
            const text = link === undefined ? value.text : make("a", attributes, value.text);
            const description = make("dd", value.lang ? { lang: value.lang } : {}, text);
            facts.append(make("div", {}, make("dt", {}, term), description));
        };
        const page = about.pages[0];
        fact(say("holder"), localized(about.holder, language));
        fact(say("shelfmark"), plain(about.shelfmark));
        fact(say("date"), localized(about.date, language));
        if (about.rights !== null && /^https?:/.test(about.rights)) {
            fact(say("rights"), plain(rightsName(about.rights)), about.rights);
        } else {
            fact(say("rights"), plain(about.rights));
        }
        if (page) {
            fact(say("size"), plain(say("pixels", { width: number(page.width), height: number(page.height) })));
        }
        for (const [lang, credit] of Object.entries(about.credits ?? {})) {
            fact(`${say("translation")} (${languageName(lang, spokenLanguage())})`, plain(credit));
        }

        const title = localized(about.title, language);
        const summary = localized(about.summary, language);
        const attribution = localized(about.attribution, language);
        const heading = make("h2", { id: "about-title", lang: title?.lang ?? "" }, title?.text ?? about.id);
        this.#body.replaceChildren(heading);
        if (attribution) {
            this.#body.append(make("p", { class: "attribution", lang: attribution.lang }, attribution.text));
        }
        if (summary) this.#body.append(...paragraphs(summary.text, summary.lang));
        this.#body.append(facts);
        const library = make("a", { href: "/" }, ownIcon("book-open"), say("library"));
        this.#body.append(make("p", { class: "library" }, library));
        this.#body.append(make("p", { class: "aside" }, say("program")));
    }
}

/** @param {string | null} text */
function plain(text) {
    return text === null ? null : { text, lang: "" };
}

/** @param {number} value */
function number(value) {
    return new Intl.NumberFormat(spokenLanguage()).format(value);
}

/**
 * A licence by the name people know it by; any other URI as it stands.
 * @param {string} uri
 */
function rightsName(uri) {
    const licence = /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/.exec(uri);
    if (licence) return `CC ${licence[1].toUpperCase()} ${licence[2]}`;
    if (/creativecommons\.org\/publicdomain\/zero/.test(uri)) return "CC0 1.0";
    if (/creativecommons\.org\/publicdomain\/mark/.test(uri)) return "Public Domain Mark 1.0";
    if (/apache\.org\/licenses\/LICENSE-2\.0/.test(uri)) return "Apache-2.0";
    return uri;
}
