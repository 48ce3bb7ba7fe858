// @ts-check
/** The texts of reading aloud, in Dutch. */
export const phrases = {
    listening: "Voorlezen",
    pause: "Pauzeren",
    resume: "Verdergaan",
    stop: "Stoppen met voorlezen",
    choices: "Opties voor voorlezen",
    speed: "Snelheid",
    rate: "{rate}×",
    voice: "Stem",
    goesOn: "Doorgaan met het volgende artikel",
    noVoice: "Dit apparaat heeft geen stem voor {language}.",
    noVoices: "Dit apparaat kan niet voorlezen.",
    failed: "Het apparaat kon de tekst niet voorlezen.",
    position: "Positie",
    time: "{position} van {seconds}",
    unplayable: "De geluidsopname kan niet worden afgespeeld.",
};
