// @ts-check
/** The texts of citations and of versions, in English. */
export const phrases = {
    form: "Form of the citation",
    inWords: "In words",
    version: "Version {version}",
    seen: "Accessed {date}",
    quoted: "“{text}”",
    within: "In {title}",
    noDate: "n.d.",
    save: "Save as a file",
    formerVersion: "This is version {version} of the document. The newest one is version {newest}.",
    newestVersion: "Show the newest version",
    otherVersion: "The link leads to version {version} of the document. Here is version {here}.",
};
