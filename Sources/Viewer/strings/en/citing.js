// @ts-check
/** The texts of citations and of versions, in English. */
export const phrases = {
    form: "Citation style",
    inWords: "Plain text",
    version: "Version {version}",
    seen: "Accessed {date}",
    quoted: "“{text}”",
    within: "In {title}",
    noDate: "n.d.",
    save: "Save as a file",
    formerVersion: "This is version {version} of the document. The latest is version {newest}.",
    newestVersion: "Show the latest version",
    otherVersion: "The link is to version {version} of the document, but this is version {here}.",
};
