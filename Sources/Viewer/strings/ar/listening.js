// @ts-check
/** The texts of reading aloud, in Arabic. */
export const phrases = {
    listening: "القراءة بصوت عالٍ",
    pause: "إيقاف مؤقت",
    resume: "متابعة",
    stop: "إنهاء القراءة",
    choices: "خيارات القراءة",
    speed: "السرعة",
    rate: "{rate}×",
    voice: "الصوت",
    goesOn: "المتابعة إلى البند التالي",
    noVoice: "لا يوجد في هذا الجهاز صوت للغة: {language}.",
    noVoices: "لا يستطيع هذا الجهاز القراءة بصوت عالٍ.",
    failed: "توقف صوت الجهاز عن العمل.",
    position: "الموضع",
    time: "{position} من {seconds}",
    unplayable: "لا يمكن تشغيل التسجيل.",
};
