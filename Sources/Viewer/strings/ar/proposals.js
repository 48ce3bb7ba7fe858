// @ts-check
/** The texts of proposals, in Arabic. */
export const phrases = {
    tab: "الاقتراحات",
    tabCount: "الاقتراحات ({count})",
    lead: "تغييرات مقترحة ببرامج أخرى. اضغط A لقبول الاقتراح المحدد أو R لرفضه؛ ويمكن التراجع عن كليهما.",
    none: "لا اقتراحات.",
    count: {
        zero: "لا اقتراحات", one: "اقتراح واحد", two: "اقتراحان", few: "{count} اقتراحات", many: "{count} اقتراحًا", other: "{count} اقتراح",
    },
    createClause: "بند جديد: {clause}",
    replaceClause: "تغيير: {clause}",
    deleteClause: "إزالة: {clause}",
    deleteMore: "حذف برنامج آخر هذا التعليق.",
    nothingChanges: "لن يغيّر هذا شيئًا في البند.",
    outdated: "غيّر أحدهم هذا منذ اقتراحه.",
    notes: {
        zero: "لا ملاحظات على التعليق", one: "ملاحظة واحدة على التعليق", two: "ملاحظتان على التعليق",
        few: "{count} ملاحظات على التعليق", many: "{count} ملاحظة على التعليق", other: "{count} ملاحظة على التعليق",
    },
    accept: "قبول",
    reject: "رفض",
    showOnSheet: "عرض على الورقة",
    accepted: "قُبل: {name}",
    rejected: "رُفض: {name}",
    proposal: "الاقتراح {id}",
};
