// @ts-check
/** The texts of reading aloud, in Spanish. */
export const phrases = {
    listening: "Lectura en voz alta",
    pause: "Pausa",
    resume: "Reanudar",
    stop: "Terminar la lectura",
    choices: "Opciones de lectura",
    speed: "Velocidad",
    rate: "{rate}×",
    voice: "Voz",
    goesOn: "Seguir con la cláusula siguiente",
    noVoice: "Este dispositivo no tiene voz para el idioma: {language}.",
    noVoices: "Este dispositivo no puede leer en voz alta.",
    failed: "La voz del dispositivo ha fallado.",
    position: "Posición",
    time: "{position} de {seconds}",
    unplayable: "No se puede reproducir la grabación.",
};
