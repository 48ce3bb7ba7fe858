// @ts-check
/** The page of one document: fetches it and hands it to the explorer. */
import * as api from "./api.js";
import { Explorer } from "./explorer.js";
import { prepareEmbedding } from "./embed.js";
import { recall, showAppearance } from "./memory.js";
import { parse } from "./fragment.js";
import { showFailure } from "./notice.js";
import { endSplash, nameSplash } from "./splash.js";
import { chooseLanguage, speak, spokenLanguage, translatePage } from "./strings.js";

async function start() {
    showAppearance();
    prepareEmbedding();
    const wanted = parse(location.hash).lang ?? recall().texts ?? null;
    await speak(recall().interface ?? chooseLanguage(["en", "fr"], wanted));
    translatePage();
    const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
    try {
        const [document, menu] = await Promise.all([api.document(id), api.categories(id)]);
        nameSplash(document, spokenLanguage());
        const explorer = new Explorer(document, menu.categories, menu.all);
        await explorer.start();
        // Not before what is seen first.
        const { addFeatures } = await import("./features.js");
        await addFeatures(explorer);
    } catch (error) {
        endSplash();
        showFailure(error);
    }
    document.body.classList.add("ready");
}

start();
