import DocumentModel

/// The positioned words of a working copy's clauses, with page numbers as in the working copy.
struct WorkingWords {
    /// The words by clause id, in the order of the file. Clauses that had no words before are appended in reading
    /// order.
    private var words: [JSONValue.Member]
    private(set) var isChanged = false

    /// - Parameter file: The value of `words.json`, or nil if there is no such file.
    init(_ file: JSONValue?) { words = file?.members ?? [] }

    /// Applies changes to the words of clauses.
    ///
    /// - Parameter clauses: The ids of all existing clauses, in reading order. The words of other clauses are removed.
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

    /// Replaces the words of a clause. An unchanged word keeps its unknown keys.
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

    /// The words by clause id, as sent to editors.
    var content: JSONValue { .object(words) }

    /// Whether renumbering the pages changes the file.
    func isMoved(by numbers: [Int: Int]) -> Bool {
        words.contains { clause in
            (clause.value.elements ?? []).contains { $0["page"]?.integerValue.map { numbers[$0] != $0 } ?? false }
        }
    }

    /// Returns the content of `words.json` with renumbered pages, or nil if no words are left. Words on deleted pages
    /// are removed.
    func file(renumbered numbers: [Int: Int]) -> JSONValue? {
        let left = words.compactMap { clause -> JSONValue.Member? in
            let kept = (clause.value.elements ?? []).compactMap { word -> JSONValue? in
                guard let number = WorkingPages.number(renumbered: word["page"], numbers), var members = word.members
                else { return nil }
                members.change("page") { _ in number }
                return .object(members)
            }
            return kept.isEmpty ? nil : .init(key: clause.key, value: .array(kept))
        }
        return left.isEmpty ? nil : .object(left)
    }
}
