// @ts-check
/** The texts of worksheets, in Dutch. */
export const phrases = {
    worksheet: "Werkblad",
    clauses: "Artikelen",
    none: "Niets",
    second: "Naast de tekst",
    transcription: "{language}, getranscribeerd",
    lines: "Regels om op te schrijven",
    withSheet: "Het blad, met deze artikelen",
    task: "Opdracht",
    name: "Naam",
    date: "Datum",
    print: "Afdrukken",
    chooseSome: "Kies ten minste één artikel.",
    withTerms: "Termen uitleggen",
    terms: "Termen",
};
