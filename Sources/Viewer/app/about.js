// @ts-check
/** The About dialog: the document's holder, metadata, rights and translators. */
import { libraryURL } from "../base/addresses.js";
import { closeByTouch } from "../base/dialogs.js";
import { find, make, ownIcon, paragraphs } from "../base/dom.js";
import { rightsName } from "../reading/rights.js";
import { formatLocale, languageName, localized, say, uiLanguage } from "../strings/strings.js";
import { footerLinks } from "./brand.js";
import { furtherFacts } from "./further-facts.js";

/** @typedef {import("../base/types.js").Document} Document */

export class About {
    #dialog = find("about", HTMLDialogElement);
    #body = find("about-body", HTMLElement);

    /** @param {HTMLButtonElement} button  the button that opens the dialog */
    constructor(button) {
        button.addEventListener("click", () => this.#dialog.showModal());
        closeByTouch(this.#dialog, find("about-close", HTMLButtonElement));
    }

    /** @param {Document} about @param {string} language */
    fill(about, language) {
        const facts = make("dl");
        /** @param {string} term @param {{ text: string, lang: string } | null} value @param {string} [link] */
        const fact = (term, value, link) => {
            if (!value) return;
            const attributes = { href: link ?? "", rel: "license noopener", target: "_blank" };
            const text = link === undefined ? value.text : make("a", attributes, value.text);
            const description = make("dd", value.lang === uiLanguage() ? {} : { lang: value.lang }, text);
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
            fact(`${say("translation")} (${languageName(lang, uiLanguage())})`, plain(credit));
        }
        facts.append(...furtherFacts(about, language));

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
        const library = make("a", { href: libraryURL() }, ownIcon("book-open"), say("library"));
        this.#body.append(make("p", { class: "library" }, library));
        this.#body.append(...footerLinks(), make("p", { class: "aside" }, say("program")));
    }
}

/** @param {string | null} text */
function plain(text) {
    return text === null ? null : { text, lang: "" };
}

/** @param {number} value */
function number(value) {
    return new Intl.NumberFormat(formatLocale()).format(value);
}
