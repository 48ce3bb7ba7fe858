// @ts-check
/** The texts of tours, in English. */
export const phrases = {
    tours: "Tours",
    start: "Start",
    startAnew: "From the beginning",
    goOn: "Continue at step {step}",
    step: "Step {step} of {count}",
    overview: "All steps",
    backToStep: "Back to the step",
    back: "Previous step",
    next: "Next step",
    close: "End the tour",
    play: "Play automatically",
    pause: "Pause",
    speed: "Speed",
    times: "{speed}×",
    controls: "Tour controls",
    missing: "Tour not found.",
    unreachable: "The tour cannot be loaded without a connection.",
    count: { one: "{count} step", other: "{count} steps" },
};
