// @ts-check
/** The texts of tours, in Spanish. */
export const phrases = {
    tours: "Recorridos",
    start: "Empezar",
    startAnew: "Desde el principio",
    goOn: "Seguir en el paso {step}",
    step: "Paso {step} de {count}",
    overview: "Todos los pasos",
    backToStep: "Volver al paso",
    back: "Paso anterior",
    next: "Paso siguiente",
    close: "Terminar el recorrido",
    play: "Avance automático",
    pause: "Pausa",
    speed: "Velocidad",
    times: "{speed}×",
    controls: "Controles del recorrido",
    missing: "No existe ese recorrido.",
    unreachable: "Sin conexión no se puede acceder al recorrido.",
    count: { one: "{count} paso", other: "{count} pasos" },
};
