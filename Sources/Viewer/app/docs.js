// @ts-check
/** The API documentation: openapi.json as a page. */
import "../base/trusted.js";
import { find, make } from "../base/dom.js";
import { showAppearance } from "../base/memory.js";

/**
 * The parts of OpenAPI 3.1 and JSON Schema that openapi.json uses.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {Schema[]} [anyOf]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {Schema | boolean} [additionalProperties]
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"path" | "query"} in
 * @property {string} description
 * @property {boolean} [required]
 * @property {Schema} schema
 * @property {unknown} [example]
 *
 * @typedef {object} OperationResponse
 * @property {string} [$ref]
 * @property {string} [description]
 * @property {Record<string, { schema?: Schema, example?: unknown }>} [content]
 *
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} summary
 * @property {string} [description]
 * @property {string[]} tags
 * @property {Parameter[]} [parameters]
 * @property {Record<string, OperationResponse>} responses
 * @property {{ content: Record<string, { schema: Schema, example: unknown }> }} [requestBody]
 *
 * @typedef {object} Description
 * @property {{ description: string }} info
 * @property {{ name: string, description: string }[]} tags
 * @property {Record<string, Partial<Record<typeof METHODS[number], Operation>>>} paths
 * @property {{ schemas: Record<string, Schema>, responses: Record<string, OperationResponse> }} components
 */

const METHODS = /** @type {const} */ (["get", "post", "put", "patch", "delete"]);
/** The depth to which the fields of a response are shown; schemas may be recursive. */
const DEEPEST = 4;

/** @type {Description["components"]} */
let components = { schemas: {}, responses: {} };

async function start() {
    showAppearance();
    try {
        const response = await fetch("/openapi.json");
        if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
        show(await response.json());
    } catch {
        find("notice", HTMLElement).append(make("p", {}, "The description could not be fetched. Try again in a moment."));
    }
    document.body.classList.add("ready");
}

/** @param {Description} description */
function show(description) {
    components = description.components;
    const paragraphs = description.info.description.split("\n\n").map((text) => make("p", {}, ...written(text)));
    find("introduction", HTMLElement).append(...paragraphs);
    const links = make("ul", { role: "list" });
    for (const { name, description: words } of description.tags) {
        const operations = Object.entries(description.paths).flatMap(([path, methods]) => METHODS.flatMap((method) => {
            const operation = methods[method];
            return operation?.tags.includes(name) ? [operationEntry(path, operation, method)] : [];
        }));
        const group = make("section", { id: name.toLowerCase(), "aria-labelledby": `group-${name}` });
        group.append(make("h2", { id: `group-${name}` }, name), make("p", {}, ...written(words)));
        group.append(...operations);
        find("sheet", HTMLElement).append(group);
        links.append(make("li", {}, make("a", { href: `#${name.toLowerCase()}` }, name)));
    }
    find("groups", HTMLElement).append(links);
    openNamed();
    addEventListener("hashchange", openNamed);
}

/** Opens and scrolls to the operation named in the fragment. */
function openNamed() {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named instanceof HTMLDetailsElement) named.open = true;
    named?.scrollIntoView();
}

/** @param {string} path @param {Operation} operation @param {typeof METHODS[number]} method */
function operationEntry(path, operation, method) {
    const body = make("div");
    if (operation.description) body.append(make("p", {}, ...written(operation.description)));
    const parameters = operation.parameters ?? [];
    if (parameters.length > 0) {
        body.append(make("h4", {}, "Parameters"), make("dl", { class: "fields" }, ...parameters.map(parameterEntry)));
    }
    const [request] = Object.values(operation.requestBody?.content ?? {});
    if (request) {
        body.append(make("h4", {}, "Request"), sample(`A request to “${operation.summary}”`, request.example));
        body.append(...inner(request.schema, 0));
    }
    if (method === "get") body.append(make("p", { class: "try" }, "Try it: ", example(path, parameters)));
    const responses = Object.entries(operation.responses).map(responseEntry);
    body.append(make("h4", {}, "Responses"), make("dl", { class: "fields" }, ...responses));
    const shown = Object.values(operation.responses[200]?.content ?? {})[0];
    if (shown?.example !== undefined) {
        body.append(make("h4", {}, "For example"), sample(`A response to “${operation.summary}”`, shown.example));
    }
    const head = make("summary", {}, make("h3", {}, operation.summary), make("code", {}, method === "get" ? "" : `${method.toUpperCase()} `, ...broken(path)));
    const entry = make("details", { class: "operation", id: operation.operationId }, head, body);
    entry.addEventListener("toggle", () => {
        if (entry.open) history.replaceState(null, "", `#${operation.operationId}`);
    });
    return entry;
}

/** @param {string} name @param {unknown} value */
function sample(name, value) {
    return make("pre", { tabindex: "0", role: "region", "aria-label": name }, JSON.stringify(value, null, 2));
}

/** @param {Parameter} parameter */
function parameterEntry(parameter) {
    const name = make("dt", {}, make("code", {}, parameter.name));
    const isNeeded = parameter.required && parameter.in === "query";
    const words = make("dd", {}, kind(parameter.schema, isNeeded ? "required" : ""), " ", ...written(parameter.description));
    if (parameter.example !== undefined && parameter.example !== "") {
        words.append(" For example ", make("code", {}, String(parameter.example)), ".");
    }
    return make("div", {}, name, words);
}

/** @param {[string, OperationResponse]} entry */
function responseEntry([status, given]) {
    const response = given.$ref ? components.responses[last(given.$ref)] ?? given : given;
    const words = make("dd", {}, ...written(response.description ?? ""));
    const types = Object.entries(response.content ?? {});
    if (types.length > 0) words.append(" ", make("span", { class: "kind" }, types.map(([type]) => type).join(", ")));
    const schema = types[0]?.[1].schema;
    if (schema && status.startsWith("2")) words.append(...inner(schema, 0));
    return make("div", {}, make("dt", {}, make("code", {}, status)), words);
}

/**
 * Returns the fields of an object, or of the objects in a list, in a collapsed section.
 * @param {Schema} given
 * @param {number} depth
 * @returns {HTMLElement[]}
 */
function inner(given, depth) {
    const schema = resolved(given);
    const choice = schema.anyOf?.find((one) => resolved(one).properties ?? resolved(one).items);
    if (choice) return inner(choice, depth);
    if (schema.items) return inner(schema.items, depth);
    const fields = Object.entries(schema.properties ?? {});
    if (fields.length === 0 || depth >= DEEPEST) return [];
    const list = make("dl", { class: "fields" });
    for (const [name, field] of fields) {
        const about = make("dd", {}, kind(field, schema.required?.includes(name) ? "" : "optional"));
        const words = field.description ?? resolved(field).description;
        if (words) about.append(" ", ...written(words));
        about.append(...inner(field, depth + 1));
        list.append(make("div", {}, make("dt", {}, make("code", {}, name)), about));
    }
    return [make("details", { class: "inner" }, make("summary", {}, "Fields"), list)];
}

/** @param {Schema} schema @param {string} note */
function kind(schema, note) {
    const words = [typeName(schema), note].filter((word) => word !== "").join(", ");
    return make("span", { class: "kind" }, words === "" ? "" : `${words}.`);
}

/** @param {Schema} given @returns {string} */
function typeName(given) {
    const schema = resolved(given);
    if (schema.const !== undefined) return `“${schema.const}”`;
    if (schema.enum) return schema.enum.map((value) => `“${value}”`).join(" or ");
    if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(" or ");
    if (schema.items) return `list of ${typeName(schema.items)}`;
    return [schema.type ?? []].flat().join(" or ");
}

/** @param {Schema} schema @returns {Schema} */
function resolved(schema) {
    return schema.$ref ? components.schemas[last(schema.$ref)] ?? schema : schema;
}

/** @param {string} reference */
function last(reference) {
    return reference.slice(reference.lastIndexOf("/") + 1);
}

/**
 * Returns a link to a live response.
 * @param {string} path
 * @param {Parameter[]} parameters
 */
function example(path, parameters) {
    let address = path;
    const query = new URLSearchParams();
    for (const { name, in: place, required, example } of parameters) {
        if (place === "path") address = address.replace(`{${name}}`, escaped(String(example)));
        // Examples of absolute addresses name the server's default origin.
        else if (required) query.set(name, String(example).replace("http://127.0.0.1:8080", location.origin));
    }
    if (`${query}` !== "") address += `?${query}`;
    return make("a", { href: address }, make("code", {}, ...broken(address)));
}

/**
 * Percent-encodes a part of a path, except for the characters that IIIF leaves unencoded.
 * @param {string} text
 */
function escaped(text) {
    return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");
}

/**
 * Returns a text with line-break opportunities after slashes.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function broken(text) {
    return text.split(/(?<=[/&?])/).flatMap((part) => [part, make("wbr")]);
}

/**
 * Returns a text with its addresses as links and its words in backticks as code: all of CommonMark that the description uses.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function written(text) {
    return text.split(/(https:\/\/[^\s]+[\w/]|`[^`]+`)/).map((part) => {
        if (part.startsWith("https://")) return make("a", { href: part }, part);
        return part.startsWith("`") ? make("code", {}, part.slice(1, -1)) : part;
    });
}

start();
