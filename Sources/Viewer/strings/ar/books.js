// @ts-check
/** The texts for documents of several pages, in Arabic. */
export const phrases = {
    pagesOf: "الصفحات {first}–{last} من {count}",
    twoPages: "صفحتان جنبًا إلى جنب",
    strip: "صور مصغرة للصفحات",
};
