// @ts-check
/** What only the pages without scripts say, in German. */
export const phrases = {
    find: "Suchen",
    more: "Weitere",
    first: "Von Anfang an",
    script: "Die Seite mit JavaScript",
    sheet: "Das Blatt selbst (mit JavaScript)",
};
