// @ts-check
/** The institution's branding: logo and name in the bar, links in the footer, and the link back. See docs/theme.md. */
import { libraryURL } from "../base/addresses.js";
import { make } from "../base/dom.js";
import { INSTITUTION, logoURL } from "../strings/institution.js";
import { institutionName, localized, say, uiLanguage } from "../strings/strings.js";

/** @typedef {"imprint" | "privacy" | "accessibility"} FooterLink */

/** @type {FooterLink[]} */
const LINKS = ["imprint", "privacy", "accessibility"];

/**
 * Returns the logo with the name as its alternative text, or the name itself.
 * @param {string} name
 */
function contents(name) {
    const src = logoURL();
    return src ? [make("img", { src, alt: name })] : [make("span", { lang: uiLanguage() }, name)];
}

/**
 * Shows logo and name in the language of the page: as a link to the library in a document's bar (whose page already has the
 * element), and above the library's list.
 */
export function showBrand() {
    const name = institutionName();
    if (name === "" && logoURL() === null) return;
    const brand = document.getElementById("brand");
    if (brand instanceof HTMLAnchorElement) {
        brand.href = libraryURL();
        brand.setAttribute("aria-label", name === "" ? say("library") : `${name}: ${say("library")}`);
        const image = brand.querySelector("img");
        if (image) image.alt = name;
        else brand.replaceChildren(...contents(name));
        return;
    }
    const header = document.querySelector("main > header");
    if (!header) return;
    const words = logoURL() ? [...contents(""), make("span", {}, name)] : contents(name);
    header.before(make("p", { id: "brand" }, ...words));
}

/** Returns the institution's links and the link back, for a page or a dialog; empty if the institution states none. */
export function footerLinks() {
    const footer = INSTITUTION.footer ?? {};
    const links = LINKS.flatMap((name) => {
        const href = localized(footer[name], uiLanguage())?.text;
        return href ? [make("a", { href, class: name }, say(name))] : [];
    });
    const back = localized(INSTITUTION.back, uiLanguage())?.text;
    if (back) {
        const name = institutionName() || new URL(back, location.href).host;
        links.unshift(make("a", { href: back, class: "back" }, say("backTo", { name })));
    }
    if (links.length === 0) return [];
    return [make("p", { class: "institution-links" }, ...links)];
}

/** Shows the links at the end of the library's page. */
export function showFooter() {
    const links = footerLinks();
    if (links.length === 0) return;
    document.getElementById("institution-footer")?.remove();
    document.body.append(make("footer", { id: "institution-footer" }, ...links));
}
