import Foundation

/// The own words of the pages of plain HTML in a language of the interface. The viewer's scripts have theirs in
/// `Sources/Viewer/strings`; a test compares the languages of both.
struct PlainWords: Sendable {
    /// Of the library's page.
    let title, field, find, more, first, script: String
    /// How many documents there are: one, and any other number, for which `{count}` stands.
    let one, other: String
    /// The way from a document's texts to its sheet.
    let sheet: String

    /// One row per language; the first is the fallback.
    private static let table: KeyValuePairs = [
        "en": PlainWords(
            title: "Documents", field: "Title, shelfmark, holder or date", find: "Find", more: "More",
            first: "From the start", script: "The page with JavaScript", one: "1 document", other: "{count} documents",
            sheet: "The sheet itself (with JavaScript)"),
        "de": PlainWords(
            title: "Dokumente", field: "Titel, Signatur, Ort oder Datum", find: "Suchen", more: "Weitere",
            first: "Von Anfang an", script: "Die Seite mit JavaScript", one: "1 Dokument", other: "{count} Dokumente",
            sheet: "Das Blatt selbst (mit JavaScript)"),
        "es": PlainWords(
            title: "Documentos", field: "Título, signatura, lugar o fecha", find: "Buscar", more: "Más",
            first: "Desde el principio", script: "La página con JavaScript", one: "1 documento",
            other: "{count} documentos", sheet: "La propia hoja (con JavaScript)"),
        "fr": PlainWords(
            title: "Documents", field: "Titre, cote, lieu ou date", find: "Chercher", more: "Suite", first: "Début",
            script: "La page avec JavaScript", one: "1 document", other: "{count} documents",
            sheet: "La feuille elle-même (avec JavaScript)"),
        "it": PlainWords(
            title: "Documenti", field: "Titolo, segnatura, luogo o data", find: "Cerca", more: "Altri",
            first: "Dall’inizio", script: "La pagina con JavaScript", one: "1 documento", other: "{count} documenti",
            sheet: "Il foglio stesso (con JavaScript)"),
        "nl": PlainWords(
            title: "Documenten", field: "Titel, signatuur, plaats of datum", find: "Zoeken", more: "Meer",
            first: "Vanaf het begin", script: "De pagina met JavaScript", one: "1 document",
            other: "{count} documenten", sheet: "Het blad zelf (met JavaScript)"),
        "ar": PlainWords(
            title: "الوثائق", field: "العنوان أو رقم الحفظ أو المكان أو التاريخ", find: "بحث", more: "المزيد",
            first: "من البداية", script: "الصفحة مع JavaScript", one: "وثيقة واحدة", other: "عدد الوثائق: {count}",
            sheet: "الورقة نفسها (مع JavaScript)"),
    ]

    /// The languages that there are words in, the fallback first.
    static let languages = table.map(\.key)

    /// The words for a language tag, with the tag of the language that they are in: the same, the same without its
    /// region and script, or the fallback.
    static func spoken(for tag: String) -> (language: String, words: PlainWords) {
        let names = [tag, String(tag.prefix { $0 != "-" })]
        let found = names.lazy.compactMap { name in table.first { $0.key == name } }.first ?? table[0]
        return (found.key, found.value)
    }

    /// How many documents there are, in words.
    func documents(_ count: Int) -> String {
        count == 1 ? one : other.replacing("{count}", with: String(count))
    }
}
