// @ts-check
/** The texts of reading aloud, in German. */
export const phrases = {
    listening: "Vorlesen",
    pause: "Anhalten",
    resume: "Weiter",
    stop: "Vorlesen beenden",
    choices: "Optionen zum Vorlesen",
    speed: "Tempo",
    rate: "{rate}×",
    voice: "Stimme",
    goesOn: "Mit dem nächsten Artikel fortfahren",
    noVoice: "Dieses Gerät hat keine Stimme für {language}.",
    noVoices: "Dieses Gerät kann nicht vorlesen.",
    failed: "Die Sprachausgabe des Geräts ist ausgefallen.",
    position: "Position",
    time: "{position} von {seconds}",
    unplayable: "Die Tonaufnahme lässt sich nicht abspielen.",
};
