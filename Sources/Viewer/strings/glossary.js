// @ts-check
/** The texts of the glossary. */
import { phrases as english } from "./en/glossary.js";
import { PhraseTable } from "./phrase-table.js";

export const GLOSSARY = new PhraseTable(english, "glossary");

/** @param {import("./phrase-table.js").TextName<typeof english>} name */
export function glossaryText(name) {
    return GLOSSARY.say(name);
}

/** @param {number} count */
export function termCount(count) {
    return GLOSSARY.sayCount("count", count);
}
