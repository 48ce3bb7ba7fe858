// @ts-check
/** The texts of reading aloud, in German. */
export const phrases = {
    listening: "Vorlesen",
    pause: "Anhalten",
    resume: "Weiter",
    stop: "Vorlesen beenden",
    speed: "Tempo",
    rate: "{rate}×",
    voice: "Stimme",
    goesOn: "Mit dem nächsten Artikel fortfahren",
    noVoice: "Dieses Gerät hat keine Stimme für {language}.",
    noVoices: "Dieses Gerät kann nicht vorlesen.",
    failed: "Die Stimme des Geräts hat versagt.",
    position: "Position",
    time: "{position} von {seconds}",
    unplayable: "Die Aufnahme lässt sich nicht abspielen.",
};
