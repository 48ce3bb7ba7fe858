// @ts-check
/** Error messages, with what the reader can do. */
import { pictureURL } from "../strings/institution.js";
import { say } from "../strings/strings.js";
import { answers, APIError, IS_SITE, isOutage, libraryURL, ROOT } from "./addresses.js";
import { session } from "./api.js";
import { find, make, ownIcon } from "./dom.js";

/** @typedef {import("../strings/strings.js").Phrase} Phrase */

const PROBE_MILLISECONDS = 3000;
/** Of the pause before, how long the next is; and the longest. */
const [GROWTH, LONGEST_MILLISECONDS] = [1.5, 60_000];
/** How many times as long one that has already loaded anew waits at first. */
const AGAIN = 4;

const notice = () => find("notice", HTMLElement);

/**
 * What cannot be got round: in the place of the document.
 * @param {unknown} error
 */
export function showFailure(error) {
    const status = error instanceof APIError ? error.status : -1;
    /** @type {[Phrase, Phrase]} */
    const [title, more] =
        status === 404
            ? ["missingDocument", "missingDocumentMore"]
            : isOutage(error)
              ? ["serverGone", "serverGoneMore"]
              : ["failed", "failedMore"];
    const again = make("button", { type: "button", class: "action" }, say("retry"));
    again.addEventListener("click", () => location.reload());
    const library = make("a", { href: libraryURL(), class: "action" }, say("library"));
    const explanation = make("p", {}, say(more));
    notice().className = "failure";
    const src = status === 404 ? pictureURL("missingDocument") : null;
    notice().replaceChildren(
        ...(src ? [make("img", { class: "empty", src, alt: "" })] : []),
        make("h2", {}, say(title)),
        explanation,
        make("p", { class: "actions" }, ...(status === 404 ? [library, ...tokenLinks()] : [again, library])),
    );
    if (status === 404) explainToken(explanation);
    if (isOutage(error)) reloadOnceAnswered();
}

/** A server may answer and yet not give what the page needs, so that this neither begins at once nor goes on as often. */
async function reloadOnceAnswered() {
    const [visit] = performance.getEntriesByType("navigation");
    const isReloaded = visit instanceof PerformanceNavigationTiming && visit.type === "reload";
    let pause = PROBE_MILLISECONDS * (isReloaded ? AGAIN : 1);
    do {
        // Not all readers at once, where many wait for the same server.
        const wait = pause * (1 + Math.random());
        await new Promise((resolve) => setTimeout(resolve, wait));
        pause = Math.min(LONGEST_MILLISECONDS, pause * GROWTH);
    } while (document.hidden || !(await answers()));
    location.reload();
}

/** The way to the page where a token is entered, and from there back here; a static site has none. */
function tokenLinks() {
    if (IS_SITE) return [];
    const to = location.pathname + location.hash;
    return [make("a", { href: `${ROOT}access?to=${encodeURIComponent(to)}`, class: "action" }, say("enterToken"))];
}

/**
 * Whether such a document exists is not revealed; that the reader's own token is no longer valid can be the reason.
 * @param {HTMLElement} explanation
 */
async function explainToken(explanation) {
    const { reason } = await session();
    if (reason === "expired") explanation.textContent = say("tokenExpired");
    if (reason === "revoked") explanation.textContent = say("tokenRevoked");
}

/**
 * A remark at the edge of a page that otherwise works.
 * @param {string} text
 * @param {{ label: string, run: () => void }} [action]  what can be done about it
 */
export function showRemark(text, action) {
    const dismiss = make("button", { type: "button", class: "tool", "aria-label": say("dismiss") }, ownIcon("xmark"));
    dismiss.addEventListener("click", hideRemark);
    notice().className = "remark";
    notice().replaceChildren(make("p", {}, text), dismiss);
    if (!action) return;
    const act = make("button", { type: "button", class: "action" }, action.label);
    act.addEventListener("click", () => {
        hideRemark();
        action.run();
    });
    dismiss.before(act);
}

/** @returns {boolean} whether there was one */
export function hideRemark() {
    if (notice().className !== "remark") return false;
    notice().className = "";
    notice().replaceChildren();
    return true;
}
