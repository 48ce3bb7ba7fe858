// @ts-check
/** The page of one document: fetches it and hands it to the explorer. */
import * as api from "./api.js";
import { Explorer } from "./explorer.js";
import { showFailure } from "./notice.js";
import { chooseLanguage, speak, translatePage } from "./strings.js";

async function start() {
    speak(chooseLanguage(["en", "fr"], new URLSearchParams(location.hash.slice(1)).get("lang")));
    translatePage();
    const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
    try {
        const [document, menu] = await Promise.all([api.document(id), api.categories(id)]);
        await new Explorer(document, menu.categories, menu.all).start();
    } catch (error) {
        showFailure(error);
    }
    document.body.classList.add("ready");
}

start();
