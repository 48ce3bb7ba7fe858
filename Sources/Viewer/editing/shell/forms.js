// @ts-check
/** Form inputs bound to fields of the working copy. */
import { viewerURL } from "../../base/addresses.js";
import { toolButton, wordButton } from "../../base/dialogs.js";
import { icon, make } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { phrase } from "../../strings/editor.js";

export { wordButton };

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Input */

let lastId = 0;

/** @returns {string} an unused element id */
function newId() {
    return `field-${(lastId += 1)}`;
}

/**
 * Creates a button with an icon and a label.
 * @param {string} name  the name of an icon that ships with the viewer
 * @param {string} label
 * @param {() => void} onClick
 * @param {Record<string, string>} [attributes]
 */
export function iconButton(name, label, onClick, attributes = {}) {
    const picture = icon(viewerURL(`vendor/icons/${name}.svg`));
    // Chevrons are mirrored in right-to-left layouts.
    if (name.startsWith("chevron-")) picture.classList.add(name);
    return toolButton(picture, label, onClick, attributes);
}

/**
 * Creates the buttons that move something earlier and later.
 * @param {string} name
 * @param {(steps: -1 | 1) => void} move
 */
export function moveButtons(name, move) {
    return [
        iconButton("arrow-up", phrase("moveEarlier", { name }), () => move(-1), { "data-control": "up" }),
        iconButton("arrow-down", phrase("moveLater", { name }), () => move(1), { "data-control": "down" }),
    ];
}

/** @param {boolean} isMore @param {() => void} run @returns {HTMLElement[]} a button that shows more of a list, if there is more */
export function moreButton(isMore, run) {
    return isMore ? [wordButton(phrase("showMore"), run)] : [];
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

/**
 * Creates a field for the name of something new, with a button.
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {(name: string) => void} create
 */
export function newNameField(label, input, create) {
    const run = () => {
        const name = input.value.trim();
        if (name === "") return input.focus();
        create(name);
        input.value = "";
    };
    input.addEventListener("keydown", (event) => event.key === "Enter" && run());
    return labelled(label, input, wordButton(phrase("create"), run));
}

/** @param {string} label @param {HTMLInputElement} input  a checkbox */
export function ticked(label, input) {
    return make("label", { class: "tick" }, input, make("span", {}, label));
}

/**
 * Returns a function that gives the focus back to the control that has it now, after the rows of a list were made again.
 * @param {HTMLElement} list
 * @param {string} attribute  the attribute that identifies a row, such as `data-row`; controls have `data-control`
 */
export function focusRestorer(list, attribute) {
    const row = document.activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute);
    const control = document.activeElement?.getAttribute("data-control");
    return () => {
        const again = row && control && list.querySelector(`[${attribute}="${CSS.escape(row)}"] [data-control="${control}"]`);
        if (again instanceof HTMLElement) again.focus();
    };
}

/** @param {[value: string, text: string][]} choices */
export function select(choices) {
    return make("select", {}, ...choices.map(([value, text]) => make("option", { value }, text)));
}

/**
 * Binds an input to a field, in both directions. Typed changes are merged into one edit until a second passes without one, or the
 * input loses the focus.
 * @param {EditingSession} session
 * @param {Input} input
 * @param {object} field
 * @param {string} field.path
 * @param {string} field.label  the label of the edits
 * @param {(value: Value) => string} [field.read]  converts the field's value to text
 * @param {(text: string, value: Value) => Value} [field.write]  returns the new value
 * @param {AbortSignal} signal  removes the binding
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
    session.onChange((paths) => paths.includes(path) && show(), signal);
}

/**
 * Creates an input for a field in one language.
 * @template {"input" | "textarea"} Kind
 * @param {EditingSession} session
 * @param {Kind} kind
 * @param {string} language
 * @param {{ path: string, label: string }} field  the field, and the label of its edits
 * @param {Record<string, string>} attributes
 * @param {AbortSignal} signal  removes the binding
 */
export function languageInput(session, kind, language, field, attributes, signal) {
    const input = make(kind, { lang: language, ...attributes });
    bind(session, input, { ...field, read: textIn(language), write: withTextIn(language) }, signal);
    return input;
}

/**
 * Runs a function that may be refused, and shows the reason if it is.
 * @template Result
 * @param {() => Result} run
 * @returns {Result | null}
 */
export function attempt(run) {
    try {
        return run();
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        showNotice(error.message);
        return null;
    }
}

/** @param {Value} value */
export function asText(value) {
    return typeof value === "string" ? value : "";
}

/**
 * Returns a function that reads one language of a language map.
 * @param {string} language
 * @returns {(value: Value) => string}
 */
export function textIn(language) {
    return (value) => (typeof value === "string" ? value : asText(/** @type {any} */ (value)?.[language] ?? null));
}

/**
 * Returns a function that sets one language of a language map. Its result is null if no text is left.
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

/** @param {Input} input @param {string} text  the new text; the caret is kept in place */
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
 * Returns functions that read and write a choice of one of some names, or none, in a list. Other elements of the list are kept.
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
