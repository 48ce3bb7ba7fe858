// @ts-check
/** The texts for documents of several pages, in German. */
export const phrases = {
    pagesOf: "Seiten {first}–{last} von {count}",
    twoPages: "Zwei Seiten nebeneinander",
    strip: "Vorschaubilder der Seiten",
};
