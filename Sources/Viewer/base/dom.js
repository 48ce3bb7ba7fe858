// @ts-check
/** Helpers for elements. Data is always inserted as text, never as markup. */
import { direction } from "../strings/direction.js";
import { viewerURL } from "./addresses.js";

/** The viewer's own icons that its scripts use. All of them are cached for offline reading. */
export const OWN_ICONS = /** @type {const} */ ([
    "arrow-up-from-bracket",
    "arrows-rotate",
    "ban",
    "bars",
    "book-open",
    "bookmark",
    "border-all",
    "chevron-right",
    "copy",
    "download",
    "ellipsis-vertical",
    "eraser",
    "feather-pointed",
    "hand-pointer",
    "landmark",
    "layer-group",
    "link",
    "map",
    "moon",
    "pause",
    "pencil",
    "play",
    "print",
    "question",
    "quote-left",
    "route",
    "ruler-horizontal",
    "share-nodes",
    "sun",
    "up-down-left-right",
    "volume-high",
    "xmark",
]);

/** @typedef {typeof OWN_ICONS[number]} OwnIcon */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]  the attributes; `lang` also sets the direction
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (attributes.lang !== undefined) element.dir = direction(attributes.lang);
    element.append(...children);
    return element;
}

/**
 * @param {string} name  the name of one of the viewer's style sheets
 * @returns {Promise<unknown>} resolves once it is loaded or has failed to load
 */
export function addStyle(name) {
    const link = make("link", { rel: "stylesheet", href: viewerURL(`styles/${name}.css`) });
    const isThere = new Promise((resolve) => {
        link.addEventListener("load", resolve);
        link.addEventListener("error", resolve);
    });
    document.head.append(link);
    return isThere;
}

/**
 * Replaces the content of an element with a text, and sets its language and direction.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {string} lang  the language of the text; empty if unknown
 */
export function write(element, text, lang) {
    element.textContent = text;
    element.lang = lang;
    element.dir = direction(lang);
}

/**
 * Returns an element of the page.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 * @throws {Error} if the page has no such element of this kind
 */
export function find(id, kind) {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) throw new Error(`#${id}: expected ${kind.name}`);
    return element;
}

/**
 * Creates an icon in the colour of the surrounding text. Only the shape of the picture is used.
 * @param {string | null} url
 */
export function icon(url) {
    const element = make("span", { class: "icon", "aria-hidden": "true" });
    setIcon(element, url);
    return element;
}

/**
 * @param {HTMLElement} element
 * @param {string | null} url
 */
export function setIcon(element, url) {
    const picture = url === null ? "none" : `url(${JSON.stringify(new URL(url, location.href).href)})`;
    element.style.setProperty("--icon", picture);
    element.classList.toggle("icon-missing", url === null);
}

/** @param {Element} element @param {string} text  its label, which is also its tooltip */
export function setLabel(element, text) {
    element.setAttribute("aria-label", text);
    element.setAttribute("title", text);
}

/** @param {OwnIcon} name */
export function ownIcon(name) {
    return icon(ownIconURL(name));
}

/** @param {OwnIcon} name */
export function ownIconURL(name) {
    return viewerURL(`vendor/icons/${name}.svg`);
}

/**
 * Splits a text at blank lines and returns a paragraph for each part.
 * @param {string} text
 * @param {string} language  the language of the text; empty if unknown
 */
export function paragraphs(text, language) {
    return text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== "")
        .map((part) => make("p", { lang: language }, part.trim()));
}
