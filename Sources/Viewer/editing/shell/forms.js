// @ts-check
/** Fields of forms that show a field of the working copy, and change it. */
import { showRemark } from "../../base/notice.js";
import { icon, make } from "../../base/dom.js";
import { viewerURL } from "../../base/addresses.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Input */

let lastId = 0;

/** @returns {string} an id that no element of the page has */
export function newId() {
    return `field-${(lastId += 1)}`;
}

/**
 * What does something, with words of its own.
 * @param {string} text
 * @param {() => void} onClick
 * @param {Record<string, string>} [attributes]
 */
export function wordButton(text, onClick, attributes = {}) {
    const button = make("button", { type: "button", class: "action", ...attributes }, text);
    button.addEventListener("click", onClick);
    return button;
}

/**
 * What does something, with an icon and a name.
 * @param {string} name  of an icon that ships with the viewer
 * @param {string} label
 * @param {() => void} onClick
 * @param {Record<string, string>} [attributes]
 */
export function iconButton(name, label, onClick, attributes = {}) {
    const picture = icon(viewerURL(`vendor/icons/${name}.svg`));
    // Those that are mirrored with the page.
    if (name.startsWith("chevron-")) picture.classList.add(name);
    const button = make("button", { type: "button", class: "tool", "aria-label": label, title: label, ...attributes }, picture);
    button.addEventListener("click", onClick);
    return button;
}

/**
 * @param {string} label
 * @param {Input} input
 * @param {...Node} more
 */
export function labelled(label, input, ...more) {
    input.id ||= newId();
    return make("p", { class: "labelled" }, make("label", { for: input.id }, label), input, ...more);
}

/** @param {string} label @param {HTMLInputElement} input  a checkbox */
export function ticked(label, input) {
    return make("label", { class: "tick" }, input, make("span", {}, label));
}

/** @param {[value: string, text: string][]} choices */
export function select(choices) {
    return make("select", {}, ...choices.map(([value, text]) => make("option", { value }, text)));
}

/**
 * Has an input show a field and change it. What is typed is one edit until there is a second of rest, or the input is left.
 * @param {EditingSession} session
 * @param {Input} input
 * @param {object} field
 * @param {string} field.path
 * @param {string} field.label  of the edit
 * @param {(value: Value) => string} [field.read]
 * @param {(text: string, value: Value) => Value} [field.write]  the new value
 * @param {AbortSignal} signal  after which it does so no longer
 */
export function bind(session, input, { path, label, read = asText, write = (text) => text || null }, signal) {
    const isTyped = !(input instanceof HTMLSelectElement);
    const isBox = input instanceof HTMLInputElement && input.type === "checkbox";
    const show = () => {
        const text = read(session.value(path));
        if (isBox) input.checked = text !== "";
        else if (input.value !== text) keepPlace(input, text);
    };
    show();
    input.addEventListener("input", () => {
        const text = isBox ? (input.checked ? "true" : "") : input.value;
        const after = write(text, session.value(path));
        attempt(() => session.perform({ label, operations: [{ path, after }] }, isTyped && !isBox ? { mergeKey: path } : {}));
    });
    if (isTyped) input.addEventListener("blur", () => session.release());
    session.addEventListener(
        "change",
        (event) => /** @type {CustomEvent} */ (event).detail.paths.includes(path) && show(),
        { signal },
    );
}

/**
 * Does what may be refused, and says why.
 * @template Result
 * @param {() => Result} run
 * @returns {Result | null}
 */
export function attempt(run) {
    try {
        return run();
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        showRemark(error.message);
        return null;
    }
}

/** @param {Value} value */
export function asText(value) {
    return typeof value === "string" ? value : "";
}

/**
 * One language of a language map.
 * @param {string} language
 * @returns {(value: Value) => string}
 */
export function textIn(language) {
    return (value) => (typeof value === "string" ? value : asText(/** @type {any} */ (value)?.[language] ?? null));
}

/**
 * The map with another text in one language; null without any text.
 * @param {string} language
 */
export function withTextIn(language) {
    return (/** @type {string} */ text, /** @type {Value} */ value) => {
        const map = typeof value === "object" && value !== null ? { .../** @type {Record<string, string>} */ (value) } : {};
        if (typeof value === "string") map[language] = value;
        if (text === "") delete map[language];
        else map[language] = text;
        return Object.keys(map).length === 0 ? null : map;
    };
}

/** @param {Input} input @param {string} text  another, while the caret stays where it is */
function keepPlace(input, text) {
    if (input instanceof HTMLSelectElement || document.activeElement !== input || input.selectionStart === null) {
        input.value = text;
        return;
    }
    const { selectionStart, selectionEnd } = input;
    const shift = input.value.length - (selectionEnd ?? 0);
    const isAtEnd = selectionStart === input.value.length;
    input.value = text;
    const place = isAtEnd ? text.length : Math.min(selectionStart, Math.max(0, text.length - shift));
    input.setSelectionRange(place, place);
}

/**
 * One of some names in a list, or none of them; others in the list stay.
 * @param {readonly string[]} names
 */
export function oneOf(names) {
    const listed = (/** @type {Value} */ value) => /** @type {string[]} */ (Array.isArray(value) ? value : []);
    return {
        read: (/** @type {Value} */ value) => names.find((name) => listed(value).includes(name)) ?? "",
        write: (/** @type {string} */ name, /** @type {Value} */ value) => {
            const others = listed(value).filter((one) => !names.includes(one));
            const all = name === "" ? others : [...others, name];
            return all.length === 0 ? null : all;
        },
    };
}
