import DocumentModel

/// The English language names of PAGE XML, and their tags (BCP 47).
///
/// Source: `LanguageSimpleType` of the schema, restricted to languages of manuscripts and prints.
enum PAGELanguage {
    private static let tags = [
        "Arabic": "ar", "Armenian": "hy", "Catalan": "ca", "Chinese": "zh", "Croatian": "hr", "Czech": "cs",
        "Danish": "da", "Dutch": "nl", "English": "en", "Estonian": "et", "Finnish": "fi", "French": "fr",
        "Georgian": "ka", "German": "de", "Greek": "el", "Hebrew": "he", "Hungarian": "hu", "Icelandic": "is",
        "Irish": "ga", "Italian": "it", "Japanese": "ja", "Korean": "ko", "Latin": "la", "Latvian": "lv",
        "Lithuanian": "lt", "Norwegian": "no", "Persian": "fa", "Polish": "pl", "Portuguese": "pt",
        "Romanian": "ro", "Russian": "ru", "Sanskrit": "sa", "Scottish Gaelic": "gd", "Slovak": "sk",
        "Slovene": "sl", "Spanish": "es", "Swedish": "sv", "Syriac": "syr", "Turkish": "tr", "Ukrainian": "uk",
        "Urdu": "ur", "Welsh": "cy", "Yiddish": "yi",
    ]
    private static let names = Dictionary(uniqueKeysWithValues: tags.map { ($1, $0) })

    /// Returns the tag of a language name. A short tag is also accepted, because some programs write one.
    static func tag(_ name: String) -> String? {
        tags[name] ?? (LanguageTag.isValid(name) && name.utf8.count <= 3 ? name : nil)
    }

    /// Returns the name of a tag's primary language, or nil if the schema has none.
    static func name(_ tag: String) -> String? {
        names[String(tag.lowercased().unicodeScalars.prefix { $0 != "-" })]
    }
}
