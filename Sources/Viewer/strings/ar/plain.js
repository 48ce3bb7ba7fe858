// @ts-check
/** What only the pages without scripts say, in Arabic. */
export const phrases = {
    find: "بحث",
    more: "المزيد",
    first: "من البداية",
    script: "الصفحة مع JavaScript",
    sheet: "الورقة نفسها (مع JavaScript)",
};
