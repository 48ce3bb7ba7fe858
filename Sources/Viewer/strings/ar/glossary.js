// @ts-check
/** The texts of the glossary, in Arabic. */
export const phrases = {
    glossary: "مسرد المصطلحات",
    allTerms: "كل المصطلحات",
    seeAlso: "انظر أيضًا",
    close: "إغلاق",
    search: "البحث في المسرد",
    noDefinition: "لم يُشرح بعد.",
    inClauses: "يرد في",
    nowhere: "لا يرد في أيٍّ من نصوص هذه اللغة.",
    nothing: "لا يوجد مصطلح مطابق.",
    missing: "هذا المصطلح غير موجود.",
    count: { zero: "لا مصطلحات", one: "مصطلح واحد", two: "مصطلحان", few: "{count} مصطلحات", many: "{count} مصطلحًا", other: "{count} مصطلح" },
};
