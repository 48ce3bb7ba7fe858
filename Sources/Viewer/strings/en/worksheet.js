// @ts-check
/** The texts of worksheets, in English. */
export const phrases = {
    worksheet: "Worksheet",
    clauses: "Clauses",
    none: "Nothing",
    second: "Beside the text",
    transcription: "{language} (transcription)",
    lines: "Writing lines",
    withSheet: "The sheet, with these clauses",
    task: "Task",
    name: "Name",
    date: "Date",
    print: "Print",
    chooseSome: "Choose at least one clause.",
    withTerms: "Explain the terms",
    terms: "Terms",
};
