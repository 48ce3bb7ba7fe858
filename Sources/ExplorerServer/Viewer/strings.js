// @ts-check
/** What the page itself says, in the languages that it speaks; and the choice among the languages of a document. */

/** @typedef {import("./api.js").LanguageMap} LanguageMap */

const english = {
    menu: "Themes",
    openMenu: "Choose a theme",
    closeMenu: "Close the themes",
    all: "All clauses",
    none: "No highlights",
    about: "About this document",
    close: "Close",
    language: "Language",
    zoomIn: "Enlarge",
    zoomOut: "Make smaller",
    whole: "Show the whole sheet",
    sheet: "Clauses on the sheet",
    sheetHelp: "Arrow keys go from clause to clause, Enter opens one, plus and minus change the size.",
    clause: "Clause {number}",
    detail: "Hidden detail",
    context: "Context",
    transcription: "Transcription",
    previous: "Previous clause",
    next: "Next clause",
    noText: "There is no text for this part.",
    otherLanguage: "This text is not available in {language}.",
    holder: "Held by",
    shelfmark: "Shelfmark",
    date: "Date",
    rights: "Rights",
    size: "Size of the scan",
    pixels: "{width} × {height} pixels",
    translation: "Translation",
    program: "Shown with OpenSeadragon; icons by Font Awesome (CC BY 4.0); set in EB Garamond.",
    library: "All documents",
    libraryTitle: "Documents",
    libraryLead: "Open a sheet, touch a line, read what it says.",
    libraryEmpty: "There is no document in this library yet.",
    clauseCount: "{count} clauses",
    clauseCountOne: "1 clause",
    shown: "{name}: {count} clauses shown",
    shownOne: "{name}: 1 clause shown",
    shownNone: "Nothing is highlighted",
    page: "Page {number} of {count}",
    previousPage: "Previous page",
    nextPage: "Next page",
    missingDocument: "There is no such document here",
    missingDocumentMore: "It may have been removed, or the address may be mistyped.",
    missingClause: "There is no clause “{clause}” in this document.",
    missingCategory: "There is no theme “{category}” in this document.",
    missingPage: "There is no picture of this page.",
    cutting: "The picture is being prepared",
    cuttingPercent: "The picture is being prepared: {percent} %",
    cut: "The picture is ready",
    cutFailed: "The picture could not be prepared: {reason}",
    serverGone: "The server does not answer",
    serverGoneMore: "What has come so far stays. Check the connection and try again.",
    failed: "Something went wrong",
    failedMore: "The server could not answer this time.",
    retry: "Try again",
    dismiss: "Dismiss",
};

/** @typedef {keyof typeof english} Phrase */

/** @type {Record<string, Record<Phrase, string>>} */
const phrases = {
    en: english,
    fr: {
        menu: "Thèmes",
        openMenu: "Choisir un thème",
        closeMenu: "Fermer les thèmes",
        all: "Toutes les clauses",
        none: "Sans couleurs",
        about: "À propos de ce document",
        close: "Fermer",
        language: "Langue",
        zoomIn: "Agrandir",
        zoomOut: "Réduire",
        whole: "Voir toute la feuille",
        sheet: "Clauses sur la feuille",
        sheetHelp: "Les flèches mènent d’une clause à l’autre, Entrée en ouvre une, plus et moins changent la taille.",
        clause: "Clause {number}",
        detail: "Détail caché",
        context: "Contexte",
        transcription: "Transcription",
        previous: "Clause précédente",
        next: "Clause suivante",
        noText: "Il n’y a pas de texte pour cette partie.",
        otherLanguage: "Ce texte n’existe pas en {language}.",
        holder: "Conservé par",
        shelfmark: "Cote",
        date: "Date",
        rights: "Droits",
        size: "Taille de l’image",
        pixels: "{width} × {height} pixels",
        translation: "Traduction",
        program: "Affiché avec OpenSeadragon ; icônes de Font Awesome (CC BY 4.0) ; composé en EB Garamond.",
        library: "Tous les documents",
        libraryTitle: "Documents",
        libraryLead: "Ouvrez une feuille, touchez une ligne, lisez ce qu’elle dit.",
        libraryEmpty: "Cette bibliothèque n’a pas encore de document.",
        clauseCount: "{count} clauses",
        clauseCountOne: "1 clause",
        shown: "{name} : {count} clauses affichées",
        shownOne: "{name} : 1 clause affichée",
        shownNone: "Rien n’est mis en couleur",
        page: "Page {number} sur {count}",
        previousPage: "Page précédente",
        nextPage: "Page suivante",
        missingDocument: "Ce document n’est pas ici",
        missingDocumentMore: "Il a peut-être été retiré, ou l’adresse est mal écrite.",
        missingClause: "Il n’y a pas de clause « {clause} » dans ce document.",
        missingCategory: "Il n’y a pas de thème « {category} » dans ce document.",
        missingPage: "Il n’y a pas d’image de cette page.",
        cutting: "L’image est en préparation",
        cuttingPercent: "L’image est en préparation : {percent} %",
        cut: "L’image est prête",
        cutFailed: "L’image n’a pas pu être préparée : {reason}",
        serverGone: "Le serveur ne répond pas",
        serverGoneMore: "Ce qui est déjà là reste. Vérifiez la connexion et réessayez.",
        failed: "Quelque chose n’a pas marché",
        failedMore: "Le serveur n’a pas pu répondre cette fois.",
        retry: "Réessayer",
        dismiss: "Fermer",
    },
};

let spoken = "en";

/**
 * Sets the language of the interface; one that it does not speak leaves it in English.
 * @param {string} language
 */
export function speak(language) {
    spoken = language in phrases ? language : "en";
    document.documentElement.lang = spoken;
}

export function spokenLanguage() {
    return spoken;
}

/**
 * @param {Phrase} phrase
 * @param {Record<string, string | number>} [values]
 */
export function say(phrase, values = {}) {
    return phrases[spoken][phrase].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * A count in words: the phrase named `…One` is for exactly one.
 * @param {"clauseCount" | "shown"} phrase
 * @param {number} count
 * @param {Record<string, string>} [values]
 */
export function sayCount(phrase, count, values = {}) {
    const number = new Intl.NumberFormat(spoken).format(count);
    return count === 1 ? say(`${phrase}One`, values) : say(phrase, { ...values, count: number });
}

/** Fills in every element of the page that names a phrase: `data-text` its text, `data-label` its label. */
export function translatePage() {
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = say(/** @type {Phrase} */ (element.getAttribute("data-text")));
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const text = say(/** @type {Phrase} */ (element.getAttribute("data-label")));
        element.setAttribute("aria-label", text);
        if (element instanceof HTMLButtonElement) element.title = text;
    }
}

/**
 * A language map's text in the reader's language, else in English, else in whatever it has, with the language it is in.
 * @param {LanguageMap | null | undefined} map
 * @param {string} language
 * @returns {{ text: string, lang: string } | null}
 */
export function localized(map, language) {
    if (!map) return null;
    const lang = [language, "en", ...Object.keys(map)].find((candidate) => candidate in map);
    return lang === undefined ? null : { text: map[lang], lang };
}

/**
 * The first of the reader's languages that the document's texts are in, else the document's first.
 * @param {string[]} available
 * @param {string | null} wanted
 */
export function chooseLanguage(available, wanted) {
    const candidates = [...(wanted === null ? [] : [wanted]), ...navigator.languages];
    for (const candidate of candidates) {
        const short = candidate.split("-")[0];
        if (available.includes(candidate)) return candidate;
        if (available.includes(short)) return short;
    }
    return available[0] ?? "en";
}

/** @param {string} language  @param {string} [inLanguage] its own where none is given */
export function languageName(language, inLanguage = language) {
    try {
        const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(language) ?? language;
        return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
    } catch {
        return language;
    }
}
