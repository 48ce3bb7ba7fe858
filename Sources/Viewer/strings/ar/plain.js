// @ts-check
/** The texts used only by the pages without scripts, in Arabic. */
export const phrases = {
    find: "بحث",
    more: "المزيد",
    first: "العودة إلى البداية",
    script: "النسخة الكاملة (تتطلب JavaScript)",
    sheet: "عرض الورقة (يتطلب JavaScript)",
};
