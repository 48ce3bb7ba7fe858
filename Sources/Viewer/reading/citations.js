// @ts-check
/** Citations of a document or a clause in the forms that scholars' programs read, and in three styles. Pure text, nothing of a page. */

/**
 * What is cited.
 * @typedef {object} Cited
 * @property {string} key  letters, digits and hyphens: the name of the entry and of its file
 * @property {string} title
 * @property {string | null} container  the title of the document, where a clause of it is cited
 * @property {string | null} date  in words
 * @property {[number, number] | null} years  the first and the last; 0 and less before the first year
 * @property {string | null} holder
 * @property {string | null} shelfmark
 * @property {string | null} credit  who translated it
 * @property {string | null} rights
 * @property {number} version
 * @property {string} url  of this version
 * @property {string} language  that the title is in
 * @property {Date} seen
 */

/**
 * The words of the styles, in the reader's language.
 * @typedef {object} CitationWords
 * @property {(date: Date) => string} date  long
 * @property {(date: Date) => string} shortDate
 * @property {(version: number) => string} version
 * @property {(date: string) => string} seen  "Accessed {date}"
 * @property {(text: string) => string} quoted
 * @property {(title: string) => string} within  "In {title}"
 * @property {string} noDate
 */

/**
 * @typedef {object} Format
 * @property {string} name  as people call it; no word of any language
 * @property {string} ending  of a file's name
 * @property {string} type  media type
 * @property {(cited: Cited, words: CitationWords) => string} write
 */

/** Line ends and tabs, controls, and what turns the direction of a text round without being seen. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * A text on one line.
 * @param {string} text
 */
export function oneLine(text) {
    // Half of a pair is no character of any file.
    return text.replace(/\p{Cs}/gu, "\uFFFD").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
}

/** @param {(string | null | undefined)[]} texts  each on one line, without those that are empty */
function parts(texts) {
    return texts.map((text) => oneLine(text ?? "")).filter((text) => text !== "");
}

/**
 * Sentences, each with one full stop.
 * @param {(string | null | undefined)[]} texts
 */
function sentences(texts) {
    return parts(texts)
        .map((text) => (/[.!?…。؟]["”»“’]?$/u.test(text) ? text : `${text}.`))
        .join(" ");
}

/** @param {string} text  the stop at its end would stand beside another sign */
function withoutStop(text) {
    return oneLine(text).replace(/\.+$/u, "");
}

/** @param {Cited} cited  "Shelfmark, Holder" */
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
 * Source: Publication Manual of the American Psychological Association, 7th edition, 9.12 (no author) and 10.14. What never
 * changes is cited without the day on which it was seen.
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
 * A text as LaTeX sets it. BibTeX counts every brace, also behind a backslash, so that those of the text have names.
 * @param {string} text
 */
export function latex(text) {
    return oneLine(text).replace(/[\\{}$&#%_^~<>"]/g, (sign) => LATEX[sign]);
}

/**
 * An entry of BibTeX, which biblatex reads as well. Names are in braces of their own, so that no word in them is taken for
 * a part of a name.
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
 * Addresses are set as they stand; a brace or a space would end one.
 * @param {string} url
 */
function urlInBraces(url) {
    return oneLine(url).replace(/[{}\\\s]/g, (sign) => encodeURIComponent(sign));
}

/** @param {Date} date  in UTC */
function isoDate(date) {
    return date.toISOString().slice(0, 10);
}

/**
 * A record of RIS: a tag, two spaces, a hyphen, a space and a value on each line, and CR LF at its end.
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
 * An item of CSL-JSON, in an array as programs read it.
 * Source: https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json
 * @param {Cited} cited
 */
function csl(cited) {
    const text = (/** @type {string | null} */ value) => (value === null ? undefined : oneLine(value) || undefined);
    const credit = text(cited.credit);
    const date = text(cited.date);
    // There is no year 0 there: the one before the first is -1.
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
 * A name for an entry and its file.
 * @param {string} document  an id
 * @param {string | null} clause  an id
 * @param {number} version
 */
export function citationKey(document, clause, version) {
    return [document, ...(clause === null ? [] : [clause]), `v${version}`].join("-").replace(/[^A-Za-z0-9-]+/g, "-");
}
