import DocumentModel
package import Viewer

/// The words of the pages of plain HTML, by the ids of the interface's texts: the viewer's own, or those that a theme has in
/// their place.
package struct PlainWords: Sendable {
    private let interface: InterfaceTexts
    private let own: [String: [String: InterfaceTexts.Text]]

    /// - Parameter own: The texts of a theme, by language and id.
    package init(_ interface: InterfaceTexts, own: [String: [String: InterfaceTexts.Text]] = [:]) {
        (self.interface, self.own) = (interface, own)
    }

    /// The languages that there are words in, English first.
    package var languages: [String] {
        interface.languages + own.keys.filter { !interface.languages.contains($0) }.sorted()
    }

    /// The language of the words for a tag: the same, the same without its region and script, or English.
    func language(for tag: String) -> String {
        LanguageTag.lookupChain(tag).lazy.compactMap { tag in languages.first { $0.lowercased() == tag } }.first ?? "en"
    }

    /// A text in the language for a tag, or in English where that language lacks it.
    func text(_ id: String, in tag: String) -> String { found(id, in: tag)?.text.all.first ?? "" }

    /// How many documents there are, in words.
    func documents(_ count: Int, in tag: String) -> String {
        guard let (text, language) = found("phrases.documentCount", in: tag), case .forms(let forms) = text else {
            return String(count)
        }
        let form = forms[Self.pluralCategory(of: count, in: language)] ?? forms["other"] ?? "{count}"
        return form.replacing("{count}", with: String(count))
    }

    private func found(_ id: String, in tag: String) -> (text: InterfaceTexts.Text, language: String)? {
        for language in [language(for: tag), "en"] {
            if let text = own[language]?[id] ?? interface.text(id, in: language) { return (text, language) }
        }
        return nil
    }

    /// The form that a whole number takes. Of languages that only a theme has, one and any other number are told apart.
    ///
    /// https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
    private static func pluralCategory(of count: Int, in language: String) -> String {
        switch (language, count) {
        case ("ar", 0): "zero"
        case ("ar", 2): "two"
        case ("ar", _) where (3...10).contains(count % 100): "few"
        case ("ar", _) where count % 100 > 10: "many"
        case ("fr", 0), (_, 1): "one"
        default: "other"
        }
    }
}
