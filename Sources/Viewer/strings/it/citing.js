// @ts-check
/** The texts of citations and of versions, in Italian. */
export const phrases = {
    form: "Stile di citazione",
    inWords: "Testo semplice",
    version: "Versione {version}",
    seen: "Consultato il {date}",
    quoted: "«{text}»",
    within: "In {title}",
    noDate: "s.d.",
    save: "Salva come file",
    formerVersion: "Questa è la versione {version} del documento. La più recente è la versione {newest}.",
    newestVersion: "Mostra la versione più recente",
    otherVersion: "Il link porta alla versione {version} del documento. Qui è mostrata la versione {here}.",
};
