// @ts-check
/** The texts of the library's filters, in Arabic. */
export const phrases = {
    filters: "عوامل التصفية",
    language: "اللغة",
    theme: "الموضوع",
    collection: "المجموعة",
    languageAny: "كل اللغات",
    themeAny: "كل الموضوعات",
    collectionAny: "كل المجموعات",
    option: "{name} ({count})",
    years: "السنوات",
    stretches: "الوثائق حسب السنوات",
    stretch: "من {from} إلى {to}",
    from: "من سنة",
    to: "إلى سنة",
    beforeChrist: "{year} ق.م",
    inYears: { zero: "{years}: لا وثائق", one: "{years}: وثيقة واحدة", two: "{years}: وثيقتان", few: "{years}: {count} وثائق", many: "{years}: {count} وثيقة", other: "{years}: {count} وثيقة" },
    clear: "مسح عوامل التصفية",
    nothing: "لا توجد وثيقة تطابق عوامل التصفية هذه.",
};
