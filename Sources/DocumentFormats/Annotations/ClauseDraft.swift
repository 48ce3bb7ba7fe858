import DocumentModel
import ImageGeometry

/// A clause that is being made of an annotation.
struct ClauseDraft {
    let id: String
    /// What each annotation of it brought: one a page, numbered from 1.
    var parts: [(number: Int, regions: [(page: Int, polygon: Polygon)])]
    var number: String?
    var kind = ClauseKind.clause
    var incipit: String?
    private(set) var categories: [String] = []
    private var seenCategories: Set<String> = []
    /// By language and field.
    var texts: [String: [Snippet.Field: String]] = [:]
    /// The languages of the texts, in order of their first use.
    var languages: [String] = []

    init(id: String, part: Int, regions: [(page: Int, polygon: Polygon)]) {
        self.id = id
        parts = [(part, regions)]
    }

    /// All regions in order, each with the position of its page.
    var regions: [(page: Int, polygon: Polygon)] {
        parts.sorted { $0.number < $1.number }.flatMap(\.regions)
    }

    /// The most characters (Unicode scalars) of a label without language that is taken for a number.
    static let numberLimit = 24

    /// A label in no language is the number, in a language the title.
    mutating func read(_ label: LanguageMap?, canonical: (String) -> String) {
        guard let label else { return }
        for (language, words) in label.byLanguage.sorted(by: { $0.key < $1.key }) {
            append(words, .title, canonical(language))
        }
        guard label.byLanguage.isEmpty, let words = label.text(in: nil) else { return }
        if words.unicodeScalars.count <= Self.numberLimit { number = words } else { append(words, .title, "und") }
    }

    /// Reads a body by its purpose.
    ///
    /// - Parameter language: The document's own language.
    mutating func read(_ body: AnnotationBody, language: String, _ tags: inout TagCategories) {
        switch body.purpose {
        case "classifying" where body.text == ClauseKind.detail.rawValue: kind = .detail
        case "tagging", "classifying":
            add(category: tags.id(of: body, classes: body.classes))
        case "quoting":
            // In place, here and below: a copy for each of many bodies would take time by their square.
            if incipit == nil { incipit = body.text } else { incipit?.append(" \(body.text)") }
        case "identifying", "titling": append(body.text, .title, body.language ?? "und")
        case "translating": append(body.text, .translation, body.language ?? "und")
        case "transcribing", "supplementing": append(body.text, .transcription, body.language ?? language)
        default: append(body.text, .context, body.language ?? "und")
        }
    }

    /// Puts the clause into a category, unless it is in it.
    mutating func add(category: String) {
        if seenCategories.insert(category).inserted { categories.append(category) }
    }

    private mutating func append(_ text: String, _ field: Snippet.Field, _ language: String) {
        if texts[language] == nil { languages.append(language) }
        if texts[language]?[field] == nil {
            texts[language, default: [:]][field] = text
        } else {
            texts[language, default: [:]][field, default: ""].append("\n\n\(text)")
        }
    }

    /// First words as titles, where the file has none: of each language's text, or of the first tag.
    func addTitles(
        to texts: inout [String: [Snippet.Field: String]], language: String, _ tags: TagCategories
    ) {
        let translated = texts.filter { $0.value[.translation] != nil || $0.value[.context] != nil }
        for (language, fields) in translated {
            texts[language]?[.title] = (fields[.translation] ?? fields[.context] ?? "").opening()
        }
        guard translated.isEmpty else { return }
        let transcribed = texts.filter { $0.value[.transcription] != nil }
        for (language, fields) in transcribed {
            texts[language]?[.title] = (fields[.transcription] ?? "").opening()
        }
        guard transcribed.isEmpty, let label = categories.first.flatMap(tags.label) else { return }
        for (language, words) in label.byLanguage { texts[language, default: [:]][.title] = words }
        if label.byLanguage.isEmpty, let words = label.text(in: nil) { texts["und", default: [:]][.title] = words }
    }
}
