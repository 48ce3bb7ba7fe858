// @ts-check
/** Error messages, with what the reader can do. */
import { pictureURL } from "../strings/institution.js";
import { say } from "../strings/strings.js";
import { APIError, IS_SITE, isOutage, isServerReachable, libraryURL, ROOT, session } from "./addresses.js";
import { wordButton } from "./dialogs.js";
import { find, make, ownIcon } from "./dom.js";

/** @typedef {import("../strings/strings.js").Phrase} Phrase */

const PROBE_MILLISECONDS = 3000;
/** The factor by which the pause between probes grows, and its maximum. */
const [GROWTH, LONGEST_MILLISECONDS] = [1.5, 60_000];
/** The factor for the first pause after the page has already reloaded itself. */
const AGAIN = 4;

/** @type {any} the element that had the focus before a button of the message got it, or null */
let former = null;

const notice = () => find("notice", HTMLElement);

/**
 * Shows a fatal error in place of the document.
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
    const again = wordButton(say("retry"), () => location.reload());
    const library = make("a", { href: libraryURL(), class: "action" }, say("library"));
    const explanation = make("p", {}, say(more));
    // A static site has no tokens.
    const missing = IS_SITE ? [library] : [library, tokenLink(location.pathname + location.search + location.hash)];
    notice().className = "failure";
    const src = status === 404 ? pictureURL("missingDocument") : null;
    notice().replaceChildren(
        ...(src ? [make("img", { class: "empty", src, alt: "" })] : []),
        make("h2", {}, say(title)),
        explanation,
        make("p", { class: "actions" }, ...(status === 404 ? missing : [again, library])),
    );
    if (status === 404) explainToken(explanation);
    if (isOutage(error)) reloadOnceAnswered();
}

/**
 * Reloads the page once the server responds. A server may respond and still fail to deliver what the page needs, so attempts do
 * not start at once and become less frequent.
 */
async function reloadOnceAnswered() {
    const [visit] = performance.getEntriesByType("navigation");
    const isReloaded = visit instanceof PerformanceNavigationTiming && visit.type === "reload";
    let pause = PROBE_MILLISECONDS * (isReloaded ? AGAIN : 1);
    do {
        // Randomised, so that many waiting readers do not all retry at once.
        const wait = pause * (1 + Math.random());
        await new Promise((resolve) => setTimeout(resolve, wait));
        pause = Math.min(LONGEST_MILLISECONDS, pause * GROWTH);
    } while (document.hidden || !(await isServerReachable()));
    location.reload();
}

/** @param {string} to  the address to which the token page leads back @param {string} [text] */
export function tokenLink(to, text = say("enterToken")) {
    return make("a", { href: `${ROOT}access?to=${encodeURIComponent(to)}`, class: "action" }, text);
}

/**
 * Replaces the explanation if the reader's token is no longer valid. Whether the document exists is not revealed.
 * @param {HTMLElement} explanation
 */
async function explainToken(explanation) {
    const { reason } = await session();
    if (reason === "expired") explanation.textContent = say("tokenExpired");
    if (reason === "revoked") explanation.textContent = say("tokenRevoked");
}

/**
 * Shows a message at the edge of a page that otherwise works.
 * @param {string} text
 * @param {{ label: string, run: () => void }} [action]  what the reader can do about it
 */
export function showNotice(text, action) {
    const dismiss = make("button", { type: "button", class: "tool", "aria-label": say("dismiss") }, ownIcon("xmark"));
    dismiss.addEventListener("click", hideNotice);
    const hadFocus = notice().contains(document.activeElement);
    notice().className = "remark";
    notice().replaceChildren(make("p", {}, text), dismiss);
    if (hadFocus) dismiss.focus();
    notice().addEventListener("focusin", noteFormer);
    if (!action) return;
    const run = () => {
        hideNotice();
        action.run();
    };
    dismiss.before(wordButton(action.label, run));
}

/** @param {FocusEvent} event */
function noteFormer({ relatedTarget }) {
    if (relatedTarget instanceof Element && !notice().contains(relatedTarget)) former = relatedTarget;
}

/** Hides the message. If it has the focus, what had it before gets it back. @returns {boolean} whether a message was shown */
export function hideNotice() {
    if (notice().className !== "remark") return false;
    const hadFocus = notice().contains(document.activeElement);
    notice().className = "";
    notice().replaceChildren();
    if (hadFocus) former?.focus();
    former = null;
    return true;
}
