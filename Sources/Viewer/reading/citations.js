// @ts-check
/** Citations of a document or a clause in bibliographic formats, and in three styles. Pure functions on text. */

/**
 * What is cited.
 * @typedef {object} Cited
 * @property {string} key  the name of the entry and of its file: letters, digits and hyphens
 * @property {string} title
 * @property {string | null} container  the title of the document if a clause is cited
 * @property {string | null} date  the date as text
 * @property {[number, number] | null} years  the first and last year; 0 is 1 BC
 * @property {string | null} holder
 * @property {string | null} shelfmark
 * @property {string | null} credit  the translator
 * @property {string | null} rights
 * @property {number} version
 * @property {string} url  the address of this version
 * @property {string} language  the language of the title
 * @property {Date} seen
 */

/**
 * The words used by the styles, in the reader's language.
 * @typedef {object} CitationWords
 * @property {(date: Date) => string} date  the long form of a date
 * @property {(date: Date) => string} shortDate
 * @property {(version: number) => string} version
 * @property {(date: string) => string} seen  "Accessed {date}"
 * @property {(text: string) => string} quoted
 * @property {(title: string) => string} within  "In {title}"
 * @property {string} noDate
 */

/**
 * @typedef {object} Format
 * @property {string} name  the common name, the same in all languages
 * @property {string} ending  the extension of the file's name
 * @property {string} type  media type
 * @property {(cited: Cited, words: CitationWords) => string} write
 */

/** Line ends and tabs, control characters, and invisible characters that change the text direction. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * Returns a text on one line.
 * @param {string} text
 */
export function oneLine(text) {
    // An unpaired surrogate cannot be stored in a file.
    return text.replace(/\p{Cs}/gu, "\uFFFD").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
}

/** @param {(string | null | undefined)[]} texts  the texts, to be put on one line each and dropped if empty */
function parts(texts) {
    return texts.map((text) => oneLine(text ?? "")).filter((text) => text !== "");
}

/**
 * Joins texts as sentences, each with one full stop.
 * @param {(string | null | undefined)[]} texts
 */
function sentences(texts) {
    return parts(texts)
        .map((text) => (/[.!?…。؟]["”»“’]?$/u.test(text) ? text : `${text}.`))
        .join(" ");
}

/** @param {string} text  a text whose final stop would be followed by other punctuation */
function withoutStop(text) {
    return oneLine(text).replace(/\.+$/u, "");
}

/** @param {Cited} cited  what is cited, for "Shelfmark, Holder" */
function place({ shelfmark, holder }) {
    return parts([shelfmark, holder]).map(withoutStop).join(", ");
}

/**
 * Source: The Chicago Manual of Style, 17th edition, 14.222 (manuscript collections) and 14.12 (access dates).
 * @param {Cited} cited @param {CitationWords} words
 */
function chicago(cited, words) {
    const title = cited.container === null ? [cited.title] : [words.quoted(`${withoutStop(cited.title)}.`), words.within(withoutStop(cited.container))];
    return sentences([...title, cited.date, place(cited), cited.credit, words.version(cited.version), cited.rights, words.seen(words.date(cited.seen))]) + ` ${cited.url}`;
}

/**
 * Source: MLA Handbook, 9th edition, 5.3 (containers) and 5.111 (dates of access).
 * @param {Cited} cited @param {CitationWords} words
 */
function mla(cited, words) {
    const title = cited.container === null ? [cited.title] : [words.quoted(`${withoutStop(cited.title)}.`), cited.container];
    const rest = parts([cited.date, place(cited), words.version(cited.version), cited.url]).join(", ");
    return sentences([...title, cited.credit, rest, words.seen(words.shortDate(cited.seen))]);
}

/**
 * Source: Publication Manual of the American Psychological Association, 7th edition, 9.12 (no author) and 10.14. Unchanging
 * content is cited without an access date.
 * @param {Cited} cited @param {CitationWords} words
 */
function apa(cited, words) {
    const date = `(${cited.years ? yearsText(cited.years) : (parts([cited.date])[0] ?? words.noDate)})`;
    const version = `(${words.version(cited.version)})`;
    const title =
        cited.container === null
            ? [`${withoutStop(cited.title)} ${version}`, date]
            : [cited.title, date, `${words.within(withoutStop(cited.container))} ${version}`];
    const holder = parts([cited.holder, cited.shelfmark]).map(withoutStop).join(", ");
    return sentences([...title, cited.credit, holder]) + ` ${cited.url}`;
}

/** @param {[number, number]} years */
function yearsText([first, last]) {
    const text = (/** @type {number} */ year) => (year > 0 ? String(year) : `${1 - year} BC`);
    return first === last ? text(first) : `${text(first)}–${text(last)}`;
}

/** @type {Record<string, string>} */
const LATEX = {
    "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}", $: "\\$", "&": "\\&", "#": "\\#", "%": "\\%",
    _: "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}", '"': "\\textquotedbl{}",
};

/**
 * Escapes a text for LaTeX. BibTeX counts every brace, even after a backslash, so braces in the text are written as commands.
 * @param {string} text
 */
export function latex(text) {
    return oneLine(text).replace(/[\\{}$&#%_^~<>"]/g, (sign) => LATEX[sign]);
}

/**
 * Writes a BibTeX entry, which biblatex reads as well. Names have extra braces, so that no word in them is taken for a part of a
 * name.
 * Source: Oren Patashnik, BibTeXing (1988).
 * @param {Cited} cited @param {CitationWords} words
 */
function bibtex(cited, words) {
    /** @type {[string, string | null][]} */
    const fields = [
        ["title", `{${latex(cited.title)}}`],
        ["booktitle", cited.container === null ? null : `{${latex(cited.container)}}`],
        ["year", cited.years ? latex(yearsText(cited.years)).replace("–", "--") : null],
        ["howpublished", cited.shelfmark === null ? null : latex(cited.shelfmark)],
        ["organization", cited.holder === null ? null : `{${latex(withoutStop(cited.holder))}}`],
        ["translator", cited.credit === null ? null : `{${latex(withoutStop(cited.credit))}}`],
        ["version", String(cited.version)],
        ["url", urlInBraces(cited.url)],
        ["urldate", isoDate(cited.seen)],
        ["note", latex(parts([cited.date, words.version(cited.version), cited.rights]).join(". "))],
    ];
    const lines = fields.flatMap(([name, value]) => (value === null || value === "" || value === "{}" ? [] : [`  ${name} = {${value}},`]));
    return [`@${cited.container === null ? "misc" : "incollection"}{${cited.key},`, ...lines, "}", ""].join("\n");
}

/**
 * Escapes an address for a BibTeX field. Addresses are otherwise set verbatim; a brace or a space would end one.
 * @param {string} url
 */
function urlInBraces(url) {
    return oneLine(url).replace(/[{}\\\s]/g, (sign) => encodeURIComponent(sign));
}

/** @param {Date} date  a date, formatted in UTC */
function isoDate(date) {
    return date.toISOString().slice(0, 10);
}

/**
 * Writes a RIS record: each line has a tag, two spaces, a hyphen, a space and a value, and ends with CR LF.
 * Source: Research Information Systems, "RIS Format Specifications" (2011).
 * @param {Cited} cited @param {CitationWords} words
 */
function ris(cited, words) {
    /** @type {[string, string | null][]} */
    const fields = [
        ["TY", cited.shelfmark === null ? "GEN" : "MANSCPT"],
        ["ID", cited.key],
        ["TI", cited.title],
        ["T2", cited.container],
        ["A4", cited.credit],
        ["PY", cited.years && cited.years[0] > 0 ? String(cited.years[0]).padStart(4, "0") : null],
        ["DA", cited.date],
        ["PB", cited.holder],
        ["CN", cited.shelfmark],
        ["ET", String(cited.version)],
        ["LA", cited.language],
        ["N1", parts([words.version(cited.version), cited.rights]).join(". ")],
        ["UR", cited.url],
        ["Y2", isoDate(cited.seen).replaceAll("-", "/")],
    ];
    const lines = fields.flatMap(([tag, value]) => {
        const text = oneLine(value ?? "");
        return text === "" ? [] : [`${tag}  - ${text}`];
    });
    return [...lines, "ER  - ", ""].join("\r\n");
}

/**
 * Writes a CSL-JSON item, in an array as programs expect it.
 * Source: https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json
 * @param {Cited} cited
 */
function csl(cited) {
    const text = (/** @type {string | null} */ value) => (value === null ? undefined : oneLine(value) || undefined);
    const credit = text(cited.credit);
    const date = text(cited.date);
    // CSL has no year 0: 1 BC is -1.
    const years = cited.years?.map((year) => [year > 0 ? year : year - 1]);
    const issued = years ? { "date-parts": cited.years?.[0] === cited.years?.[1] ? years.slice(0, 1) : years } : date && { literal: date };
    const item = {
        id: cited.key,
        type: cited.shelfmark === null ? "document" : "manuscript",
        title: text(cited.title),
        "container-title": text(cited.container),
        translator: credit && [{ literal: withoutStop(credit) }],
        issued,
        archive: text(cited.holder),
        "call-number": text(cited.shelfmark),
        version: String(cited.version),
        language: cited.language || undefined,
        URL: cited.url,
        accessed: { "date-parts": [isoDate(cited.seen).split("-").map(Number)] },
        note: parts([years ? cited.date : null, cited.rights]).join(". ") || undefined,
    };
    return `${JSON.stringify([item], null, 2)}\n`;
}

/** @type {Readonly<Record<string, Format>>} */
export const FORMATS = Object.freeze({
    chicago: { name: "Chicago", ending: "txt", type: "text/plain", write: chicago },
    mla: { name: "MLA", ending: "txt", type: "text/plain", write: mla },
    apa: { name: "APA", ending: "txt", type: "text/plain", write: apa },
    bibtex: { name: "BibTeX", ending: "bib", type: "application/x-bibtex", write: bibtex },
    ris: { name: "RIS", ending: "ris", type: "application/x-research-info-systems", write: ris },
    csl: { name: "CSL-JSON", ending: "json", type: "application/vnd.citationstyles.csl+json", write: csl },
});

/**
 * Returns a name for an entry and its file.
 * @param {string} document  the id of the document
 * @param {string | null} clause  the id of the clause, or null for the whole document
 * @param {number} version
 */
export function citationKey(document, clause, version) {
    return [document, ...(clause === null ? [] : [clause]), `v${version}`].join("-").replace(/[^A-Za-z0-9-]+/g, "-");
}
