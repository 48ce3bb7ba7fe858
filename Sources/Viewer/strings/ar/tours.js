// @ts-check
/** The texts of tours, in Arabic. */
export const phrases = {
    tours: "الجولات",
    start: "بدء",
    startAnew: "من البداية",
    goOn: "المتابعة من الخطوة {step}",
    step: "الخطوة {step} من {count}",
    overview: "كل الخطوات",
    backToStep: "العودة إلى الخطوة",
    back: "الخطوة السابقة",
    next: "الخطوة التالية",
    close: "إنهاء الجولة",
    play: "تقدّم تلقائي",
    pause: "إيقاف مؤقت",
    speed: "السرعة",
    times: "{speed}×",
    controls: "أدوات التحكم في الجولة",
    missing: "هذه الجولة غير موجودة.",
    unreachable: "لا يمكن الوصول إلى الجولة من دون اتصال.",
    count: {
        zero: "لا خطوات",
        one: "خطوة واحدة",
        two: "خطوتان",
        few: "{count} خطوات",
        many: "{count} خطوة",
        other: "{count} خطوة",
    },
};
