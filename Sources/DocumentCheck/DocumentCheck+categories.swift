import DocumentModel

extension DocumentCheck {
    /// Finds categories without clauses, clauses without a category, and category ids in clauses that are duplicate or
    /// unknown.
    ///
    /// A document without categories has no such findings.
    func categoryFindings() -> [Finding] {
        let known = Set(document.categories.map(\.id))
        let used = Set(document.clauses.flatMap(\.categories))
        let empty = document.categories.filter { !used.contains($0.id) }.map { category in
            Finding(
                kind: .categoryEmpty, message: "the category \(FaultText.plain(category.id)) has no clauses",
                remedy: "give it to clauses, or take it out of categories.json")
        }
        return empty + document.clauses.flatMap { categoryFindings($0, known: known) }
    }

    private func categoryFindings(_ clause: Clause, known: Set<String>) -> [Finding] {
        var found: [Finding] = []
        if clause.categories.isEmpty, !document.categories.isEmpty {
            found.append(
                finding(
                    .clauseWithoutCategory, about: clause, "\(Self.name(of: clause)) has no category",
                    remedy: "give it one; no theme shows it"))
        }
        var seen: Set<String> = []
        for category in clause.categories {
            let name = "\(Self.name(of: clause)) names the category \(FaultText.quoted(category))"
            if !seen.insert(category).inserted {
                var twice = finding(.categoryTwice, about: clause, "\(name) twice", remedy: "name it once")
                twice.isMendable = true
                found.append(twice)
            } else if !known.contains(category) {
                found.append(
                    finding(
                        .categoryUnknown, about: clause, "\(name), which there is not",
                        remedy: "take it away, or add it to categories.json"))
            }
        }
        return found
    }
}
