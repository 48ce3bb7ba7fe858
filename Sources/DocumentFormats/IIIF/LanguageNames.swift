import DocumentModel
import Foundation

/// Display names of languages.
enum LanguageNames {
    /// The codes of the languages in which names are available.
    private static let known = Set(
        Locale.availableIdentifiers.compactMap { Locale(identifier: $0).language.languageCode?.identifier })

    /// Returns the names of languages in other languages: "Latin" in English, "latin" in French. A tag without a name
    /// is returned as it is.
    ///
    /// - Parameters:
    ///   - tags: The languages to name, as BCP 47 tags.
    ///   - languages: The languages of the names. English is always added; languages in which no names are available
    ///     are skipped.
    static func names(of tags: [String], in languages: [String]) -> LanguageMap {
        var names: [String: String] = [:]
        for language in languages + ["en"] {
            let locale = Locale(identifier: language)
            guard let code = locale.language.languageCode?.identifier, known.contains(code) else { continue }
            names[language] = tags.map { locale.localizedString(forIdentifier: $0) ?? $0 }.joined(separator: ", ")
        }
        return LanguageMap(names)
    }
}
