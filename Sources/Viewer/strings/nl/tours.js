// @ts-check
/** The texts of tours, in Dutch. */
export const phrases = {
    tours: "Rondleidingen",
    start: "Beginnen",
    startAnew: "Vanaf het begin",
    goOn: "Verder bij stap {step}",
    step: "Stap {step} van {count}",
    overview: "Alle stappen",
    backToStep: "Terug naar de stap",
    back: "Vorige stap",
    next: "Volgende stap",
    close: "Rondleiding beëindigen",
    play: "Automatisch verder",
    pause: "Pauzeren",
    speed: "Snelheid",
    times: "{speed}×",
    controls: "Bediening van de rondleiding",
    missing: "Deze rondleiding bestaat niet.",
    unreachable: "Zonder verbinding is de rondleiding niet te bereiken.",
    count: { one: "{count} stap", other: "{count} stappen" },
};
