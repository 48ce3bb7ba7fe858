// @ts-check
/** The texts of tours, in English. */
export const phrases = {
    tours: "Tours",
    start: "Start",
    startAnew: "From the beginning",
    goOn: "Go on at step {step}",
    step: "Step {step} of {count}",
    overview: "All steps",
    backToStep: "Back to the step",
    back: "Previous step",
    next: "Next step",
    close: "End the tour",
    play: "Go on by itself",
    pause: "Pause",
    speed: "Pace",
    times: "{speed}×",
    controls: "Steps of the tour",
    missing: "There is no such tour.",
    unreachable: "The tour cannot be reached without a connection.",
    count: { one: "{count} step", other: "{count} steps" },
};
