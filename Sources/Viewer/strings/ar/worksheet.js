// @ts-check
/** The texts of worksheets, in Arabic. */
export const phrases = {
    worksheet: "ورقة عمل",
    clauses: "البنود",
    none: "لا شيء",
    second: "إلى جانب النص",
    transcription: "{language}، النص الأصلي",
    lines: "أسطر للكتابة",
    withSheet: "الورقة مع هذه البنود",
    task: "المهمة",
    name: "الاسم",
    date: "التاريخ",
    print: "طباعة",
    chooseSome: "اختر بندًا واحدًا على الأقل.",
    withTerms: "شرح المصطلحات",
    terms: "المصطلحات",
};
