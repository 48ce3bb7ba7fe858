// @ts-check
/** The texts used only by the pages without scripts, in Arabic. */
export const phrases = {
    find: "بحث",
    more: "المزيد",
    first: "من البداية",
    script: "الصفحة مع JavaScript",
    sheet: "الورقة نفسها (مع JavaScript)",
};
