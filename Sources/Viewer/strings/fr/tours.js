// @ts-check
/** The texts of tours, in French. */
export const phrases = {
    tours: "Visites guidées",
    start: "Commencer",
    startAnew: "Depuis le début",
    goOn: "Reprendre à l’étape {step}",
    step: "Étape {step} sur {count}",
    overview: "Toutes les étapes",
    backToStep: "Revenir à l’étape",
    back: "Étape précédente",
    next: "Étape suivante",
    close: "Quitter la visite",
    play: "Avance automatique",
    pause: "Mettre en pause",
    speed: "Vitesse",
    times: "{speed}×",
    controls: "Commandes de la visite",
    missing: "Cette visite n’existe pas.",
    unreachable: "La visite est inaccessible sans connexion.",
    count: { one: "{count} étape", other: "{count} étapes" },
};
