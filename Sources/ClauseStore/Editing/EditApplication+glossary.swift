import DocumentFormats
import DocumentModel

/// Checks of edits to the glossary.
extension EditApplication {
    /// Checks for missing entries that an entry refers to. A conflict is added if one existed before, else a fault is
    /// thrown.
    mutating func addConflictIfTermReferenceMissing(_ operation: EditOperation, _ current: JSONValue) throws -> Bool {
        let known = Set((current.elements ?? []).compactMap(\.textValue))
        for id in (operation.after.elements ?? []).compactMap(\.textValue) where !known.contains(id) {
            guard Identifier.isValid(id) else { continue }
            let other = FieldPath.term(id, .existence)
            if try existsOrIsAdded(other) { continue }
            guard try fields.published.value(of: other) == .bool(true) || journal.hasEdit(of: other) else {
                throw EditFault(
                    path: operation.path.description, value: "an array with \(FaultText.quoted(id))",
                    expected: "ids of terms that are there")
            }
            try add(.absent, operation, theirs: current, since: other)
            return true
        }
        return false
    }

    /// Throws if the glossary would have too many entries.
    ///
    /// - Parameter changes: The operations about to be written.
    func checkCount(ofTerms changes: [EditOperation]) throws {
        guard changes.contains(where: { $0.path.isTerm && $0.after == .bool(true) }) else { return }
        let count = try fields.terms(after: newValues).count
        if count > GlossaryLimits.entries { throw limit("glossary", "\(count) altogether", GlossaryLimits.entries) }
    }
}

extension WorkingFields {
    /// Returns the ids of the glossary's entries.
    ///
    /// - Parameter changes: Values about to be written.
    /// - Complexity: O(*n*) in the number of glossary fields.
    fileprivate func terms(after changes: [FieldPath: JSONValue]) throws -> Set<String> {
        let paths = try Set(changedPaths().filter(\.isTerm)).union(published.terms().keys.filter(\.isTerm))
            .union(changes.keys.filter(\.isTerm))
        var terms: Set<String> = []
        for case .term(let id, .existence) in paths
        where try (changes[.term(id, .existence)] ?? value(of: .term(id, .existence))) == .bool(true) {
            terms.insert(id)
        }
        return terms
    }
}

extension FieldPath {
    /// Whether the field is the existence of a glossary entry.
    fileprivate var isTerm: Bool {
        if case .term(_, .existence) = self { true } else { false }
    }
}
