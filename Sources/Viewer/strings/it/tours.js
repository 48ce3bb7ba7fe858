// @ts-check
/** The texts of tours, in Italian. */
export const phrases = {
    tours: "Visite guidate",
    start: "Inizia",
    startAnew: "Dall’inizio",
    goOn: "Riprendi dalla tappa {step}",
    step: "Tappa {step} di {count}",
    overview: "Tutte le tappe",
    backToStep: "Torna alla tappa",
    back: "Tappa precedente",
    next: "Tappa successiva",
    close: "Termina la visita",
    play: "Avanza da sola",
    pause: "Pausa",
    speed: "Velocità",
    times: "{speed}×",
    controls: "Comandi della visita",
    missing: "Questa visita non esiste.",
    unreachable: "Senza connessione la visita non è raggiungibile.",
    count: { one: "{count} tappa", other: "{count} tappe" },
};
