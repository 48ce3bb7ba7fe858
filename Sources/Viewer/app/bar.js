// @ts-check
/** The title bar and the zoom buttons: title, date, language, About. */
import { iconURL } from "../base/api.js";
import { find, make, setIcon, write } from "../base/dom.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { recall } from "../base/memory.js";
import { chooseLanguage, languageName, localized, setLanguage, translatePage } from "../strings/strings.js";
import { About } from "./about.js";
import { showBrand } from "./brand.js";

/** @typedef {import("../base/types.js").Document} Document */

const STEP = 1.6;

export class Bar {
    #document;
    #about = new About(find("about-button", HTMLButtonElement));
    #select = find("language", HTMLSelectElement);
    #zoomIn = find("zoom-in", HTMLButtonElement);
    #zoomOut = find("zoom-out", HTMLButtonElement);
    #whole = find("zoom-whole", HTMLButtonElement);

    /**
     * @param {Document} document
     * @param {object} on
     * @param {(language: string) => void} on.language
     * @param {(factor: number) => void} on.zoom  0 for the whole sheet
     */
    constructor(document, on) {
        this.#document = document;
        setIcon(find("mark", HTMLElement), iconURL(document.mark, document.markURL));
        this.#select.append(
            ...document.languages.map((language) =>
                make("option", { value: language, lang: language }, languageName(language)),
            ),
        );
        find("language-choice", HTMLElement).hidden = document.languages.length < 2;
        this.#select.addEventListener("change", () => on.language(this.#select.value));
        this.#zoomIn.addEventListener("click", () => on.zoom(STEP));
        this.#zoomOut.addEventListener("click", () => on.zoom(1 / STEP));
        this.#whole.addEventListener("click", () => on.zoom(0));
    }

    /**
     * Returns the language of the texts for the language in the address.
     * @param {string | null} wanted
     */
    language(wanted) {
        return chooseLanguage(this.#document.languages, wanted ?? recall().texts ?? null);
    }

    /**
     * @param {string} language  the language of the texts
     * @param {string | null} wanted  the language in the address, which the page uses too if it can; otherwise the page uses the
     *   reader's language, whether or not there are texts in it
     */
    async updateStrings(language, wanted) {
        await setLanguage(interfaceLanguage(wanted ?? recall().texts ?? null));
        translatePage();
        showBrand();
        this.#select.value = language;
        this.#about.fill(this.#document, language);
        this.#write("title", localized(this.#document.title, language));
        this.#write("date", localized(this.#document.date, language));
        this.#write("caption", localized(this.#document.attribution, language));
    }

    /** @param {boolean} isLargest @param {boolean} isSmallest */
    showZoom(isLargest, isSmallest) {
        // Not `disabled`, which would take the keyboard's focus away from a button just pressed.
        this.#zoomIn.setAttribute("aria-disabled", String(isLargest));
        this.#zoomOut.setAttribute("aria-disabled", String(isSmallest));
        this.#whole.setAttribute("aria-disabled", String(isSmallest));
    }

    /** @param {string} id @param {{ text: string, lang: string } | null} text */
    #write(id, text) {
        const element = find(id, HTMLElement);
        element.hidden = !text && id !== "title";
        write(element, text?.text ?? (id === "title" ? this.#document.id : ""), text?.lang ?? "");
    }
}
