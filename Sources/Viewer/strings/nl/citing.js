// @ts-check
/** The texts of citations and of versions, in Dutch. */
export const phrases = {
    form: "Stijl van de verwijzing",
    inWords: "Gewone tekst",
    version: "Versie {version}",
    seen: "Geraadpleegd op {date}",
    quoted: "“{text}”",
    within: "In {title}",
    noDate: "z.d.",
    save: "Opslaan als bestand",
    formerVersion: "Dit is versie {version} van het document. De nieuwste is versie {newest}.",
    newestVersion: "Nieuwste versie tonen",
    otherVersion: "De link leidt naar versie {version} van het document. Hier staat versie {here}.",
};
