// @ts-check
/** The texts of reading aloud, in English. */
export const phrases = {
    listening: "Reading aloud",
    pause: "Pause",
    resume: "Resume",
    stop: "Stop reading aloud",
    choices: "Options for reading aloud",
    speed: "Speed",
    rate: "{rate}×",
    voice: "Voice",
    goesOn: "Continue to the next clause",
    noVoice: "This device has no voice for {language}.",
    noVoices: "This device cannot read aloud.",
    failed: "The device failed to read the text aloud.",
    position: "Position",
    time: "{position} of {seconds}",
    unplayable: "The recording cannot be played.",
};
