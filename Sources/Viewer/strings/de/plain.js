// @ts-check
/** The texts used only by the pages without scripts, in German. */
export const phrases = {
    find: "Suchen",
    more: "Weitere",
    first: "Zurück zum Anfang",
    script: "Vollständige Version (erfordert JavaScript)",
    sheet: "Das Blatt ansehen (erfordert JavaScript)",
};
