import DocumentModel
import Foundation

/// The names of languages, as readers know them.
enum LanguageNames {
    /// The languages that names are known in, by their codes.
    private static let known = Set(
        Locale.availableIdentifiers.compactMap { Locale(identifier: $0).language.languageCode?.identifier })

    /// The names of some languages in others: "Latin" in English, "latin" in French. A tag without a name stands for itself.
    ///
    /// - Parameters:
    ///   - tags: The languages to be named, as BCP 47 tags.
    ///   - languages: The languages that their names are wanted in; English is always among them, others only where
    ///     names are known in them.
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
