// @ts-check
/** The texts of tours, in German. */
export const phrases = {
    tours: "Rundgänge",
    start: "Beginnen",
    startAnew: "Von vorn",
    goOn: "Weiter bei Schritt {step}",
    step: "Schritt {step} von {count}",
    overview: "Alle Schritte",
    backToStep: "Zurück zum Schritt",
    back: "Voriger Schritt",
    next: "Nächster Schritt",
    close: "Rundgang beenden",
    play: "Automatisch weiter",
    pause: "Anhalten",
    speed: "Tempo",
    times: "{speed}×",
    controls: "Steuerung des Rundgangs",
    missing: "Diesen Rundgang gibt es nicht.",
    unreachable: "Ohne Verbindung ist der Rundgang nicht zu erreichen.",
    count: { one: "{count} Schritt", other: "{count} Schritte" },
};
