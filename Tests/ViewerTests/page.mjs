/** A page without a browser: as much of the DOM as the viewer's smaller parts use. Import it before the module to test. */

/** Selectors: elements with a name, an id, classes and attributes, separated by spaces and commas. Nothing else is understood. */
const PART = /^([a-z0-9]*)((?:#[\w-]+|\.[\w-]+|\[[\w-]+(?:=["'][^"']*["'])?\])*)$/;

class FakeElement extends EventTarget {
    attributes = new Map();
    /** Elements and strings. */
    childNodes = [];
    parent = null;
    dataset = {};
    style = { setProperty: (name, value) => (this.style[name] = value) };
    value = "";
    classList = {
        add: (...names) => (this.className = [...new Set([...this.#classes, ...names])].join(" ")),
        remove: (...names) => (this.className = this.#classes.filter((name) => !names.includes(name)).join(" ")),
        toggle: (name, isOn) => (isOn ? this.classList.add(name) : this.classList.remove(name)),
        contains: (name) => this.#classes.includes(name),
    };

    constructor(name) {
        super();
        this.localName = name;
    }

    get #classes() {
        return this.className.split(" ").filter(Boolean);
    }

    get id() {
        return this.getAttribute("id") ?? "";
    }

    set id(id) {
        this.setAttribute("id", id);
    }

    get className() {
        return this.getAttribute("class") ?? "";
    }

    set className(name) {
        this.setAttribute("class", name);
    }

    get children() {
        return this.childNodes.filter((child) => child instanceof FakeElement);
    }

    get textContent() {
        return this.childNodes.map((child) => (child instanceof FakeElement ? child.textContent : child)).join("");
    }

    set textContent(text) {
        this.replaceChildren(text);
    }

    get isConnected() {
        return this === root || (this.parent?.isConnected ?? false);
    }

    getAttribute(name) {
        const key = name.startsWith("data-") ? this.dataset[name.slice(5)] : undefined;
        return key ?? this.attributes.get(name) ?? null;
    }

    setAttribute(name, value) {
        if (name.startsWith("data-")) this.dataset[name.slice(5)] = value;
        else this.attributes.set(name, String(value));
    }

    removeAttribute(name) {
        this.attributes.delete(name);
    }

    hasAttribute(name) {
        return this.getAttribute(name) !== null;
    }

    append(...children) {
        for (const child of children) {
            if (child instanceof FakeElement) {
                child.remove();
                child.parent = this;
            }
            this.childNodes.push(child);
        }
    }

    replaceChildren(...children) {
        for (const child of this.children) child.remove();
        this.childNodes = [];
        this.append(...children);
    }

    before(element) {
        element.remove();
        element.parent = this.parent;
        this.parent.childNodes.splice(this.parent.childNodes.indexOf(this), 0, element);
    }

    remove() {
        if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((child) => child !== this);
        this.parent = null;
    }

    contains(other) {
        return this === other || this.children.some((child) => child.contains(other));
    }

    matches(part) {
        const [whole, name, more] = PART.exec(part) ?? [];
        if (whole === undefined) throw new Error(`${part}: not a selector that this page understands`);
        return (
            (name === "" || name === this.localName) &&
            (more.match(/[#.][\w-]+|\[[^\]]+\]/g) ?? []).every((condition) => {
                if (condition[0] === "#") return this.id === condition.slice(1);
                if (condition[0] === ".") return this.classList.contains(condition.slice(1));
                const [, attribute, value] = /^\[([\w-]+)(?:=["'](.*)["'])?\]$/.exec(condition);
                return this.hasAttribute(attribute) && (value === undefined || this.getAttribute(attribute) === value);
            })
        );
    }

    querySelectorAll(selectors) {
        const within = this.children.flatMap((child) => [child, ...child.querySelectorAll("*")]);
        if (selectors === "*") return within;
        return within.filter((element) =>
            selectors.split(",").some((selector) => {
                const parts = selector.trim().split(/ +/);
                if (!element.matches(parts.pop())) return false;
                for (let above = element.parent; above && parts.length > 0; above = above.parent) {
                    if (above.matches(parts.at(-1))) parts.pop();
                }
                return parts.length === 0;
            }),
        );
    }

    querySelector(selectors) {
        return this.querySelectorAll(selectors)[0] ?? null;
    }

    focus() {
        // An element that was removed has lost the focus.
        const relatedTarget = document.activeElement?.isConnected ? document.activeElement : null;
        document.activeElement = this;
        for (let at = this; at; at = at.parent) at.dispatchEvent(Object.assign(new Event("focusin"), { relatedTarget }));
    }

    setSelectionRange() {}

    scrollIntoView() {}

    click() {
        this.dispatchEvent(new Event("click"));
    }
}

/** The sounds of the page. They play silently and never end. */
export const sounds = [];
globalThis.Audio = class extends FakeElement {
    paused = true;
    ended = false;
    currentTime = 0;

    constructor() {
        super("audio");
        sounds.push(this);
    }

    async play() {
        this.paused = false;
        this.dispatchEvent(new Event("play"));
    }

    pause() {
        this.paused = true;
    }
};

const root = new FakeElement("html");
const body = new FakeElement("body");
root.append(body);
root.lang = "en";

/** Adds an element with an id to the page. */
export function place(name, id) {
    const element = new FakeElement(name);
    element.id = id;
    body.append(element);
    return element;
}

/** Waits until an event of the element, the page or the window has been dispatched. */
export function dispatched(target, name) {
    return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
}

/** The page's address. Pages that replace it are recorded. */
export const replacements = [];
export function visit(address) {
    globalThis.location = Object.assign(new URL(address), {
        replace: (next) => {
            replacements.push(next);
            dispatchEvent(new Event("replaced"));
        },
    });
}

const window = new EventTarget();
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true, writable: true });
globalThis.HTMLElement = FakeElement;
globalThis.SVGElement = class {};
globalThis.Element = FakeElement;
globalThis.CSS = { escape: (text) => text };
globalThis.MutationObserver = class {
    observe() {}
};
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) globalThis[name] = window[name].bind(window);
globalThis.window = globalThis;
globalThis.parent = globalThis;
globalThis.document = Object.assign(new EventTarget(), {
    documentElement: root,
    body,
    head: new FakeElement("head"),
    activeElement: body,
    createElement: (name) => new FakeElement(name),
    getElementById: (id) => root.querySelectorAll("*").find((element) => element.id === id) ?? null,
    querySelector: (selectors) => root.querySelector(selectors),
    querySelectorAll: (selectors) => root.querySelectorAll(selectors),
    baseURI: "https://library.example/documents/magna-carta",
});
visit("https://library.example/documents/magna-carta");
