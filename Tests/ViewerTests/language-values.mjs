/** Facts about individual texts for the tests of the interface's languages. */

/** Texts that are correctly the same as in English, by language and part. */
export const SAME_AS_ENGLISH = {
    de: {
        phrases: ["link", "token"],
        editor: ["editor", "emblem", "name", "nameIn", "status", "textsTab"],
        drawing: ["detailNamed", "tool-polygon"],
        worksheet: ["name"],
        download: ["form", "pdf", "text"],
        citing: ["version"],
        listening: ["position"],
    },
    fr: {
        phrases: ["citation", "clause", "clauseCount", "date", "documentCount", "imagePixels", "libraryTitle", "pageNumber", "pixels", "transcription"],
        editor: ["accentColour", "clauseCount", "clauseKind", "clausesTab", "collections", "date", "document", "documentTab", "pageCount", "pageNumbered", "pagesTab", "pixels", "style", "transcriptionField"],
        drawing: ["clauseNamed", "pixels", "tool-rectangle"],
        camera: ["fileStem", "reviewTitle"],
        notes: ["wholePage"],
        worksheet: ["clauses", "date"],
        download: ["form", "page", "pages", "pdf"],
        finding: ["collection"],
        citing: ["version"],
        listening: ["position"],
    },
    es: {
        phrases: ["token"],
        editor: ["editor"],
        download: ["pdf"],
    },
    it: {
        phrases: ["link", "privacy", "token"],
        editor: ["editor"],
        drawing: ["pixels"],
        download: ["pdf"],
    },
    nl: {
        phrases: ["documentCount", "help", "imagePixels", "link", "pixels", "privacy", "token"],
        editor: ["accentColour", "cropInPixels", "document", "documentTab", "editor", "pixels", "status", "term", "toursTab", "was"],
        camera: ["help"],
        drawing: ["detailNamed", "pixels"],
        finding: ["filters", "inYears"],
        download: ["pdf"],
        glossary: ["count"],
    },
    ar: {
    },
};

/** Texts in places of fixed size, with the maximum number of characters: tabs, the editor's bar, buttons in a row. */
export const LONGEST = {
    phrases: {
        goOn: 24, goOnReading: 24, gotIt: 16, copy: 16, print: 16, share: 16, help: 16, edit: 16, retry: 24,
        light: 14, dark: 14, usual: 14, large: 14, larger: 16, textSize: 24, typeface: 24, appearance: 24,
        interfaceIn: 24, textsIn: 24, besideIn: 24,
    },
    editor: {
        clausesTab: 12, textsTab: 12, themesTab: 12, pagesTab: 12, documentTab: 12, toursTab: 12,
        changes: 16, saved: 16, saving: 20, conflict: 26, refused: 22, publish: 18, add: 14, create: 14, removePage: 14,
    },
    worksheet: { print: 16 },
    proposals: { tab: 14, accept: 14, reject: 14 },
    drawing: { accept: 14, finish: 16, apply: 14, discardDraft: 14, acceptLine: 14, rejectLine: 14, correctLine: 14, previousLine: 14, nextLine: 14 },
};
