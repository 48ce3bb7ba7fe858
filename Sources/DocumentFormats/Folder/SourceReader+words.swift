package import DocumentModel
package import ImageGeometry

extension SourceReader {
    /// Reads `words.json`, an object of lists of positioned words by clause id. The file is optional.
    ///
    /// - Parameters:
    ///   - pages: The pages, or nil if they could not be read. Words are then not checked against them.
    ///   - clauses: The ids of all clauses, or nil if they could not be read.
    mutating func readWords(pages: [ReadPage]?, clauses: Set<String>?) -> [String: [ClauseWord]] {
        guard case .value(let file) = readJSON("words.json", root: ""),
            let object = file.object("an object of words by clause id")
        else { return [:] }
        let reader = LinkReader(sizes: pages?.map(\.size), isTolerant: isTolerant)
        var words: [String: [ClauseWord]] = [:]
        for (id, node) in object.nodes {
            if let clauses, !Identifier.isValid(id) || !clauses.contains(id) {
                node.fault(value: "words of \(FaultText.quoted(id))", expected: "the id of a clause of clauses.json")
            }
            words[id] = reader.words(node)
        }
        return words
    }
}

/// Reads positioned words and phrases.
package struct LinkReader {
    /// The sizes of the pages where known, or nil if words are not checked against pages.
    var sizes: [(width: Int, height: Int)?]?
    /// Whether to accept words outside their page.
    var isTolerant = false

    /// Reads the words of a clause.
    ///
    /// - Complexity: O(*n*) in the number of words.
    func words(_ node: SourceNode) -> [ClauseWord] {
        (node.array(limit: LinkLimits.words, "an array of words") ?? []).compactMap(word)
    }

    private func word(_ node: SourceNode) -> ClauseWord? {
        guard let object = node.object("an object with text, page and box") else { return nil }
        let text = object["text"].string("a word") { !$0.isBlank }
        object["text"].checkLength(of: text, "a word", limit: LinkLimits.wordLength)
        let page = object["page"].pageNumber(upTo: sizes?.count ?? FieldPath.pageLimit)
        let box = Self.box(object["box"])
        guard let text, let page, let box else { return nil }
        if let size = sizes?[page - 1], !isTolerant, !Self.isWithin(box, size) {
            object["box"].fault(expected: Self.boxRule(size))
        }
        return ClauseWord(text: text, page: page, box: box)
    }

    /// Whether a box is on a page, allowing for rounding errors.
    package static func isWithin(_ box: Rectangle, _ size: (width: Int, height: Int)) -> Bool {
        box.x >= 0 && box.y >= 0 && box.maxX <= Double(size.width) + 0.001 && box.maxY <= Double(size.height) + 0.001
    }

    /// A description of valid boxes on a page of this size, for errors.
    package static func boxRule(_ size: (width: Int, height: Int)) -> String {
        "[x, y, width, height] on the page of \(size.width) × \(size.height) pixels"
    }

    private static func box(_ node: SourceNode) -> Rectangle? {
        guard let sides = node.box else {
            node.fault(expected: "[x, y, width, height] in pixels, width and height above 0")
            return nil
        }
        return Rectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }

    /// Reads the phrases of a clause in a language.
    ///
    /// - Complexity: O(*n*) in the number of phrases.
    func phrases(_ node: SourceNode) -> [Phrase] {
        if node.isNothing { return [] }
        return (node.array(limit: LinkLimits.phrases, "an array of phrases") ?? []).compactMap { node in
            guard let object = node.object("an object with transcription and translation") else { return nil }
            let sides = (quotes(object["transcription"]), quotes(object["translation"]))
            guard !sides.0.isEmpty, !sides.1.isEmpty else { return nil }
            return Phrase(transcription: sides.0, translation: sides.1)
        }
    }

    /// Reads one quotation or a list of them.
    private func quotes(_ node: SourceNode) -> [PhraseQuote] {
        guard let elements = node.value?.elements else { return quote(node).map { [$0] } ?? [] }
        if elements.isEmpty { node.fault(expected: "at least one quotation") }
        return (node.array(limit: LinkLimits.quotes, "an array of quotations") ?? []).compactMap(quote)
    }

    private func quote(_ node: SourceNode) -> PhraseQuote? {
        let expected = "words of the text, or an object of text and occurrence"
        if case .object = node.value {
            guard let object = node.object() else { return nil }
            let text = object["text"].string("words of the text") { !$0.isBlank }
            object["text"].checkLength(of: text, "a quotation", limit: LinkLimits.quoteLength)
            let number = object["occurrence"]
            let occurrence =
                number.isNothing ? 1 : number.integer(in: 1...LinkLimits.occurrence, "a number from 1 to 10000")
            guard let text, let occurrence else { return nil }
            return PhraseQuote(text: text, occurrence: occurrence)
        }
        let text = node.string(expected) { !$0.isBlank }
        node.checkLength(of: text, "a quotation", limit: LinkLimits.quoteLength)
        return text.map { PhraseQuote(text: $0) }
    }
}

extension ClauseWord {
    /// The word as written in `words.json`.
    package var json: JSONValue {
        .members([
            ("text", .string(text)), ("page", .integer(page)),
            ("box", .array([box.x, box.y, box.width, box.height].map(JSONValue.number))),
        ])
    }

    /// Reads words that were validated before.
    package static func stored(_ value: JSONValue) -> [ClauseWord] {
        LinkReader().words(SourceNode(value: value, file: "", path: .root("words"), faults: FaultCollector()))
    }
}

extension Phrase {
    /// The phrase as written in a text file. A single quotation is written without a list.
    package var json: JSONValue {
        func side(_ quotes: [PhraseQuote]) -> JSONValue {
            quotes.count == 1 ? quotes[0].json : .array(quotes.map(\.json))
        }
        return .members([("transcription", side(transcription)), ("translation", side(translation))])
    }

    /// Reads phrases that were validated before.
    package static func stored(_ value: JSONValue) -> [Phrase] {
        LinkReader().phrases(SourceNode(value: value, file: "", path: .root("phrases"), faults: FaultCollector()))
    }
}

extension PhraseQuote {
    /// The quotation. The first occurrence is written as the text alone.
    fileprivate var json: JSONValue {
        occurrence == 1 ? .string(text) : .members([("text", .string(text)), ("occurrence", .integer(occurrence))])
    }
}
