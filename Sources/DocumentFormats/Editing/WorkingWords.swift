import DocumentModel

/// The words of a working copy's clauses that have places, with the numbers that pages have there.
struct WorkingWords {
    /// In the order of the file, and then of the clauses.
    private var words: [JSONValue.Member]
    private(set) var isChanged = false

    /// - Parameter file: The value of `words.json`; nil where there is none.
    init(_ file: JSONValue?) { words = file?.members ?? [] }

    /// Sets the words of clauses.
    ///
    /// - Parameter clauses: The ids of all clauses that there are, in reading order; others lose their words.
    mutating func apply(_ fields: WorkingDocument.Fields<FieldPath.ClauseField>, clauses: [String]) {
        let known = Set(clauses)
        for id in clauses where fields[id] != nil {
            guard let value = fields[id]?.first(where: { $0.field == .words })?.value else { continue }
            isChanged = true
            words.change(id) { former in value == .null ? nil : Self.value(value, instead: former) }
        }
        if words.contains(where: { !known.contains($0.key) }) {
            isChanged = true
            words.removeAll { !known.contains($0.key) }
        }
    }

    /// A word that is as it was keeps the keys that this program does not know.
    private static func value(_ value: JSONValue, instead former: JSONValue?) -> JSONValue {
        func bare(_ word: JSONValue) -> JSONValue {
            FieldValue.normal(
                .object((word.members ?? []).filter { ["text", "page", "box"].contains($0.key) }),
                of: .clause("", .words))
        }
        var left = (former?.elements ?? []).map { (word: $0, bare: bare($0)) }[...]
        return .array(
            (value.elements ?? []).map { word in
                guard let place = left.firstIndex(where: { $0.bare == word }) else {
                    return .members([("text", word["text"]), ("page", word["page"]), ("box", word["box"])])
                }
                defer { left = left[(place + 1)...] }
                return left[place].word
            })
    }

    /// The words by clause id, as editors get them.
    var content: JSONValue { .object(words) }

    /// Whether the numbers that pages get change the file.
    func isMoved(by numbers: [Int: Int]) -> Bool {
        words.contains { clause in
            (clause.value.elements ?? []).contains { Self.page(of: $0).map { numbers[$0] != $0 } ?? false }
        }
    }

    /// The file with the numbers that pages get; nil where no word is left. Words on pages that are not there any more go.
    func file(renumbered numbers: [Int: Int]) -> JSONValue? {
        let left = words.compactMap { clause -> JSONValue.Member? in
            let kept = (clause.value.elements ?? []).compactMap { word -> JSONValue? in
                guard let page = Self.page(of: word), let number = numbers[page], var members = word.members else {
                    return nil
                }
                members.change("page") { _ in .integer(number) }
                return .object(members)
            }
            return kept.isEmpty ? nil : .init(key: clause.key, value: .array(kept))
        }
        return left.isEmpty ? nil : .object(left)
    }

    private static func page(of word: JSONValue) -> Int? {
        word["page"]?.numberValue.flatMap { Int(exactly: $0) }
    }
}
