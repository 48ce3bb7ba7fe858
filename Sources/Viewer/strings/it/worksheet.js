// @ts-check
/** The texts of worksheets, in Italian. */
export const phrases = {
    worksheet: "Scheda di lavoro",
    clauses: "Clausole",
    none: "Niente",
    second: "Accanto al testo",
    transcription: "{language}, trascritto",
    lines: "Righe per scrivere",
    withSheet: "Il foglio, con queste clausole",
    task: "Compito",
    name: "Nome",
    date: "Data",
    print: "Stampa",
    chooseSome: "Scegli almeno una clausola.",
    withTerms: "Spiega i termini",
    terms: "Termini",
};
