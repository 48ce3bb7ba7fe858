// @ts-check
/**
 * Converts selectors to boxes on a page, whatever their shape. Specifications: https://www.w3.org/TR/annotation-model/#selectors,
 * https://www.w3.org/TR/media-frags/#naming-space, https://iiif.io/api/annex/openannotation/
 */
import { make } from "../base/dom.js";
import { intersection } from "../base/geometry.js";

/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {{ width: number, height: number }} Size */

/** The side of the box around a point, as a fraction of the page's longer side. */
const AROUND = 1 / 6;
const DRAWN = "path, polygon, polyline, rect, circle, ellipse, line";
/** Attributes that define a shape and nothing else. */
const SHAPE = ["d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"];
const MOST_SHAPES = 1000;

/**
 * @param {any[]} selectors  the first that can be converted is used
 * @param {Size} page  in image pixels
 * @returns {Box | null} clipped to the page; null for the whole page
 */
export function selectorBox(selectors, page) {
    for (const selector of selectors) {
        const box = boxOf(selector, page);
        const shown = box && intersection(box, { x: 0, y: 0, ...page });
        if (shown) return shown;
    }
    return null;
}

/** @param {any} selector @param {Size} page @returns {Box | null} */
function boxOf(selector, page) {
    switch (String(selector?.type ?? selector?.["@type"] ?? "").replace(/^\w+:/, "")) {
        case "FragmentSelector":
            return areaBox(new URLSearchParams(String(selector.value)).get("xywh") ?? "", page);
        case "ImageApiSelector":
            return areaBox(String(selector.region ?? ""), page);
        case "PointSelector":
            return pointBox(Number(selector.x), Number(selector.y), page);
        case "SvgSelector":
            return drawingBox(String(selector.value ?? selector.chars ?? ""));
    }
    return null;
}

/** @param {string} area  `x,y,w,h`, in pixels or, after `percent:` or `pct:`, in percent @param {Size} page */
function areaBox(area, page) {
    const [, unit = "pixel", list] = /^(?:(pixel|percent|pct):)?(.*)$/s.exec(area) ?? [];
    const numbers = list?.split(",").map(Number) ?? [];
    if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
    const [x, y, width, height] = numbers;
    const [across, down] = unit === "pixel" ? [1, 1] : [page.width / 100, page.height / 100];
    return { x: x * across, y: y * down, width: width * across, height: height * down };
}

/** @param {number} x @param {number} y @param {Size} page */
function pointBox(x, y, page) {
    if (!(x >= 0 && y >= 0 && x < page.width && y < page.height)) return null;
    const side = Math.max(page.width, page.height) * AROUND;
    return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

/**
 * Returns the bounding box of a drawing. Only its shapes are copied into this page, so nothing in it can run, load or be styled.
 * @param {string} markup
 */
function drawingBox(markup) {
    // In a namespace unknown to browsers, elements have no event handlers, and no styles that the security policy would have to
    // block.
    const inert = markup.replace(/http:\/\/www\.w3\.org\/(2000\/svg|1999\/xhtml)/g, "urn:drawing");
    const drawing = new DOMParser().parseFromString(inert, "application/xml");
    if (drawing.querySelector("parsererror")) return null;
    const [svg, group] = ["svg", "g"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
    if (!(group instanceof SVGGElement)) return null;
    for (const shape of [...drawing.querySelectorAll(DRAWN)].slice(0, MOST_SHAPES)) {
        const copy = document.createElementNS("http://www.w3.org/2000/svg", shape.localName);
        for (const name of SHAPE) copy.setAttribute(name, shape.getAttribute(name) ?? "");
        for (const name of SHAPE) if (!shape.hasAttribute(name)) copy.removeAttribute(name);
        copy.setAttribute("transform", transforms(shape));
        group.append(copy);
    }
    svg.append(group);
    // The element is hidden visually only: it must be in the page to be measured.
    const hidden = make("div", { class: "visually-hidden", "aria-hidden": "true" }, svg);
    document.body.append(hidden);
    const { x, y, width, height } = group.getBBox();
    hidden.remove();
    return { x, y, width, height };
}

/** @param {Element | null} shape @returns {string} the transforms of the shape and its ancestors, outermost first */
function transforms(shape) {
    return shape ? `${transforms(shape.parentElement)} ${shape.getAttribute("transform") ?? ""}`.trim() : "";
}
