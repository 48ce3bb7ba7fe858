import DocumentModel
import ImageGeometry

/// A clause under construction from annotations.
struct ClauseDraft {
    let id: String
    /// The regions of each annotation of the clause. There is one annotation per page, numbered from 1.
    var parts: [(number: Int, regions: [(page: Int, polygon: Polygon)])]
    var number: String?
    var kind = ClauseKind.clause
    var incipit: String?
    private(set) var categories: [String] = []
    private var seenCategories: Set<String> = []
    /// The texts by language and field.
    var texts: [String: [Snippet.Field: String]] = [:]
    /// The languages of the texts in order of first use.
    var languages: [String] = []

    init(id: String, part: Int, regions: [(page: Int, polygon: Polygon)]) {
        self.id = id
        parts = [(part, regions)]
    }

    /// All regions in order, each with the index of its page.
    var regions: [(page: Int, polygon: Polygon)] {
        parts.sorted { $0.number < $1.number }.flatMap(\.regions)
    }

    /// The maximum length of a label that is read as a number, in Unicode scalars. Such a label has no language.
    static let numberLimit = 24

    /// Reads a label: with a language it is the title, without one the number.
    mutating func read(_ label: LanguageMap?, canonical: (String) -> String) {
        guard let label else { return }
        for (language, words) in label.byLanguage.sorted(by: { $0.key < $1.key }) {
            append(words, .title, canonical(language))
        }
        guard label.byLanguage.isEmpty, let words = label.text(in: nil) else { return }
        if words.unicodeScalars.count <= Self.numberLimit { number = words } else { append(words, .title, "und") }
    }

    /// Reads a body according to its purpose.
    ///
    /// - Parameter language: The document's original language.
    mutating func read(_ body: AnnotationBody, language: String, _ tags: inout TagCategories) {
        switch body.purpose {
        case "classifying" where body.text == ClauseKind.detail.rawValue: kind = .detail
        case "tagging", "classifying": add(category: tags.id(of: body))
        case "quoting":
            // Append in place, here and below: copying the text for each of many bodies would take quadratic time.
            if incipit == nil { incipit = body.text } else { incipit?.append(" \(body.text)") }
        case "identifying", "titling": append(body.text, .title, body.language ?? "und")
        case "translating": append(body.text, .translation, body.language ?? "und")
        case "transcribing", "supplementing": append(body.text, .transcription, body.language ?? language)
        default: append(body.text, .context, body.language ?? "und")
        }
    }

    /// Adds the clause to a category.
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

    /// Uses the first words of each language's text as the title, or the label of the first category if there are no
    /// texts. For files without titles.
    mutating func addTitles(_ tags: TagCategories) {
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
