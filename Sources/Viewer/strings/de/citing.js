// @ts-check
/** The texts of citations and of versions, in German. */
export const phrases = {
    form: "Zitierstil",
    inWords: "Einfacher Text",
    version: "Version {version}",
    seen: "Abgerufen am {date}",
    quoted: "„{text}“",
    within: "In {title}",
    noDate: "o. J.",
    save: "Als Datei speichern",
    formerVersion: "Dies ist Version {version} des Dokuments. Die neueste ist Version {newest}.",
    newestVersion: "Neueste Version zeigen",
    otherVersion: "Der Link führt zu Version {version} des Dokuments. Hier liegt Version {here}.",
};
