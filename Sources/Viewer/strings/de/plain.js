// @ts-check
/** The texts used only by the pages without scripts, in German. */
export const phrases = {
    find: "Suchen",
    more: "Weitere",
    first: "Von Anfang an",
    script: "Die Seite mit JavaScript",
    sheet: "Das Blatt selbst (mit JavaScript)",
};
