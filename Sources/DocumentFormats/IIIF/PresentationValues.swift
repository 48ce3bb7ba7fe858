import DocumentModel
import FileSupport

/// Encodes values in the form of IIIF Presentation 3.
enum PresentationValues {
    /// Returns texts by language: `{ "en": ["…"] }`. The key `none` is used for texts without a language.
    static func words(_ map: LanguageMap) -> JSONValue {
        let words = map.byLanguage
        guard !words.isEmpty else { return ["none": .array([.string(map.text(in: nil) ?? "")])] }
        return .byLanguage(words) { .array([.string($0)]) }
    }

    /// Returns the same for a property that may contain HTML: a summary, or a value of metadata or of the required
    /// statement. Labels may not.
    static func markup(_ map: LanguageMap) -> JSONValue { words(map.mapTexts(escaped)) }

    /// Escapes text that would be taken for HTML.
    static func escaped(_ text: String) -> String {
        HTMLText.isMarkup(text) ? "<span>\(MarkupEscaping.content(text))</span>" : text
    }

    /// Returns the service that states the physical size of a canvas's pixels: https://iiif.io/api/annex/services/
    static func scale(of page: SourcePage, id: String) -> JSONValue? {
        guard let pixelsPerMillimetre = SourceReader.scale(page.pixelsPerMillimetre) else { return nil }
        return [
            "@context": "http://iiif.io/api/annex/services/physdim/1/context.json", "id": .string(id),
            "type": "PhysicalDimensions", "profile": "http://iiif.io/api/annex/services/physdim",
            "physicalScale": .number(1 / pixelsPerMillimetre), "physicalUnits": "mm",
        ]
    }

    /// Returns a metadata entry. Its English label identifies the field when the manifest is read.
    static func entry(_ field: ManifestHeader.Field, _ value: LanguageMap?) -> JSONValue? {
        value.map { ["label": words(["en": field.rawValue]), "value": markup($0)] }
    }

    /// Returns a metadata entry with language names for people and their tags for programs.
    static func entry(_ field: ManifestHeader.Field, naming tags: [String], in languages: [String]) -> JSONValue {
        [
            "label": words(["en": field.rawValue]), "value": markup(LanguageNames.names(of: tags, in: languages)),
            "language": .array(tags.map(JSONValue.string)),
        ]
    }

    /// Returns the service of an image. Files provide only stored tiles and sizes (level 0).
    static func imageService(_ id: String, isOfFiles: Bool) -> JSONValue {
        .array([["id": .string(id), "type": "ImageService3", "profile": isOfFiles ? "level0" : "level2"]])
    }

    /// Whether a language is written from right to left. A script subtag (BCP 47) takes precedence.
    static func isRightToLeft(_ language: String) -> Bool {
        let parts = language.lowercased().split(separator: "-")
        if let script = parts.dropFirst().first(where: { $0.count == 4 }) {
            return ["arab", "hebr", "syrc", "thaa", "nkoo", "samr", "mand", "rohg", "adlm"].contains(script)
        }
        let languages = [
            "ar", "arc", "ckb", "dv", "fa", "he", "jrb", "lad", "nqo", "ota", "ps", "sam", "sd", "syc", "syr", "ug",
            "ur",
            "yi",
        ]
        return parts.first.map { languages.contains(String($0)) } ?? false
    }
}
