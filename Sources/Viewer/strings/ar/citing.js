// @ts-check
/** The texts of citations and of versions, in Arabic. */
export const phrases = {
    form: "صيغة الاستشهاد",
    inWords: "نص عادي",
    version: "الإصدار {version}",
    seen: "اطُّلع عليها في {date}",
    quoted: "«{text}»",
    within: "في {title}",
    noDate: "د.ت",
    save: "حفظ في ملف",
    formerVersion: "هذا هو الإصدار {version} من الوثيقة. أحدث إصدار هو {newest}.",
    newestVersion: "عرض أحدث إصدار",
    otherVersion: "يقود الرابط إلى الإصدار {version} من الوثيقة. الموجود هنا هو الإصدار {here}.",
};
