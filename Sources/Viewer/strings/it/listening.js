// @ts-check
/** The texts of reading aloud, in Italian. */
export const phrases = {
    listening: "Lettura ad alta voce",
    pause: "Pausa",
    resume: "Riprendi",
    stop: "Termina la lettura",
    choices: "Opzioni di lettura",
    speed: "Velocità",
    rate: "{rate}×",
    voice: "Voce",
    goesOn: "Continua con la clausola successiva",
    noVoice: "Questo dispositivo non ha una voce per la lingua: {language}.",
    noVoices: "Questo dispositivo non può leggere ad alta voce.",
    failed: "Il dispositivo non è riuscito a leggere il testo ad alta voce.",
    position: "Posizione",
    time: "{position} di {seconds}",
    unplayable: "Impossibile riprodurre la registrazione.",
};
