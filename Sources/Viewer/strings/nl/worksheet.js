// @ts-check
/** The texts of worksheets, in Dutch. */
export const phrases = {
    worksheet: "Werkblad",
    clauses: "Clausules",
    none: "Niets",
    second: "Naast de tekst",
    transcription: "{language}, getranscribeerd",
    lines: "Regels om op te schrijven",
    withSheet: "Het blad, met deze clausules",
    task: "Opdracht",
    name: "Naam",
    date: "Datum",
    print: "Afdrukken",
    chooseSome: "Kies ten minste één clausule.",
};
