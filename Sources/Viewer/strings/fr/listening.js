// @ts-check
/** The texts of reading aloud, in French. */
export const phrases = {
    listening: "Lecture à voix haute",
    pause: "Mettre en pause",
    resume: "Reprendre",
    stop: "Arrêter la lecture",
    choices: "Options de lecture",
    speed: "Vitesse",
    rate: "{rate}×",
    voice: "Voix",
    goesOn: "Continuer avec la clause suivante",
    noVoice: "Cet appareil n’a pas de voix pour la langue : {language}.",
    noVoices: "Cet appareil ne peut pas lire à voix haute.",
    failed: "L’appareil n’a pas pu lire le texte à voix haute.",
    position: "Position",
    time: "{position} sur {seconds}",
    unplayable: "L’enregistrement ne peut pas être lu.",
};
