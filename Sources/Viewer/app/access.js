// @ts-check
/**
 * The page for entering a token. Its forms work without JavaScript; this script translates the page, shows who is signed in, and
 * takes a token from a link: `/access#token=…&to=/documents/…`. A fragment never reaches a server, and so never appears in a log.
 */
import "../base/trusted.js";
import { libraryURL, session } from "../base/addresses.js";
import { find } from "../base/dom.js";
import { interfaceLanguage } from "../base/interface-language.js";
import { forgetReading, recall, showAppearance } from "../base/memory.js";
import { formatLocale, say, setLanguage, translatePage } from "../strings/strings.js";
import { watchKiosk } from "./kiosk.js";

const REASONS = ["unknown", "expired", "revoked"];

async function start() {
    const given = new URLSearchParams(location.hash.slice(1));
    const token = given.get("token");
    // First of all: the token must not remain in the address or in the history.
    if (token !== null) history.replaceState(null, "", location.pathname + location.search);
    showAppearance();
    await setLanguage(interfaceLanguage(recall().texts ?? null));
    translatePage();
    document.title = say("accessTitle");
    if (location.hash === "#signed-out") forgetReading();
    // A viewer on another site has opened this window for its reader to sign in.
    if (new URLSearchParams(location.search).has("close")) window.close();
    // If this page is shown instead of one that needs another token, the form already holds the address to return to.
    const to = given.get("to") ?? new URLSearchParams(location.search).get("to");
    if (to !== null) find("to", HTMLInputElement).value = to;
    if (token !== null) {
        find("token", HTMLInputElement).value = token;
        find("sign-in", HTMLFormElement).requestSubmit();
        return;
    }
    await showSession();
    watchKiosk(null, libraryURL());
    document.body.classList.add("ready");
}

async function showSession() {
    const { signedIn, label, expires, reason } = await session();
    find("sign-out", HTMLElement).hidden = !signedIn;
    if (signedIn) {
        const days = new Intl.DateTimeFormat(formatLocale(), { dateStyle: "long" });
        find("signed-in-as", HTMLElement).textContent = expires
            ? say("signedInUntil", { label: label ?? "", date: days.format(new Date(expires)) })
            : say("signedInAs", { label: label ?? "" });
    } else if (reason && REASONS.includes(reason) && location.hash === "") {
        find(reason, HTMLElement).classList.add("shown");
    }
    const message = document.querySelector(".message:target, .message.shown");
    if (message instanceof HTMLElement) message.focus();
}

start();
