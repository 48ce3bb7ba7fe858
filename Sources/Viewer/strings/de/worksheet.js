// @ts-check
/** The texts of worksheets, in German. */
export const phrases = {
    worksheet: "Arbeitsblatt",
    clauses: "Artikel",
    none: "Nichts",
    second: "Neben dem Text",
    transcription: "{language}, transkribiert",
    lines: "Zeilen zum Schreiben",
    withSheet: "Das Blatt mit diesen Artikeln",
    task: "Aufgabe",
    name: "Name",
    date: "Datum",
    print: "Drucken",
    chooseSome: "Wählen Sie mindestens einen Artikel.",
    withTerms: "Begriffe erklären",
    terms: "Begriffe",
};
