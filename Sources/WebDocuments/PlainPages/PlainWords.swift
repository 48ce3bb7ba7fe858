import DocumentModel
package import Viewer

/// The texts of plain HTML pages, by the ids of the interface's texts: the viewer's own, or those that a theme provides
/// instead.
package struct PlainWords: Sendable {
    private let interface: InterfaceTexts
    private let own: [String: [String: InterfaceTexts.Text]]

    /// - Parameter own: The texts of a theme, by language and id.
    package init(_ interface: InterfaceTexts, own: [String: [String: InterfaceTexts.Text]] = [:]) {
        (self.interface, self.own) = (interface, own)
    }

    /// The languages that have texts: the interface's own first, starting with English, then those that only the theme
    /// has.
    package var languages: [String] {
        interface.languages + own.keys.filter { !interface.languages.contains($0) }.sorted()
    }

    /// Returns the language used for a tag: the tag itself, the tag without its region and script, or English.
    func language(for tag: String) -> String {
        LanguageTag.lookupChain(tag).lazy.compactMap { tag in languages.first { $0.lowercased() == tag } }.first ?? "en"
    }

    /// Returns a text in the language for a tag, or in English if that language lacks it.
    func text(_ id: String, in tag: String) -> String { found(id, in: tag)?.text.all.first ?? "" }

    /// Returns the number of documents in words.
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

    /// Returns the plural category of a whole number. Languages that only a theme has are assumed to distinguish one
    /// and other numbers.
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
