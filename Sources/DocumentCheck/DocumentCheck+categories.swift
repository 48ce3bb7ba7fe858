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
                remedy: "assign it to clauses, or remove it from categories.json")
        }
        return empty + document.clauses.flatMap { categoryFindings($0, known: known) }
    }

    /// Finds names of icons that the viewer does not have. Files of the document were looked up when it was read.
    func iconFindings() -> [Finding] {
        let named =
            [("the emblem (mark)", document.header.mark)]
            + document.categories.map { ("the category \(FaultText.plain($0.id))", $0.icon) }
        return named.compactMap { subject, icon in
            guard let icon, !icon.hasSuffix(".svg"), !hasIcon(icon) else { return nil }
            return Finding(
                kind: .iconUnknown,
                message: "\(subject) names the icon \(FaultText.quoted(icon)), which does not exist",
                remedy: "name one of those that the editor offers, or an SVG file of the document")
        }
    }

    private func categoryFindings(_ clause: Clause, known: Set<String>) -> [Finding] {
        var found: [Finding] = []
        if clause.categories.isEmpty, !document.categories.isEmpty {
            found.append(
                finding(
                    .clauseWithoutCategory, about: clause, "\(Self.name(of: clause)) has no category",
                    remedy: "give it one; without one no category shows it"))
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
                        .categoryUnknown, about: clause, "\(name), which does not exist",
                        remedy: "remove it, or add it to categories.json"))
            }
        }
        return found
    }
}
