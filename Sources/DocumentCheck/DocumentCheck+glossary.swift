import DocumentModel

extension DocumentCheck {
    /// Finds terms that occur in no text, words shared by two terms, missing translations of entries, and references to
    /// missing entries.
    ///
    /// Terms are searched for in the translations and contexts of each of the document's languages, and in the
    /// transcriptions.
    func glossaryFindings() -> [Finding] {
        let entries = document.glossary
        guard !entries.isEmpty else { return [] }
        let ids = Set(entries.map(\.id))
        let found = entries.flatMap { entry in referenceFindings(in: entry, ids) + incomplete(entry) }
        let own = document.header.language
        let languages = document.header.languages + (document.header.languages.contains(own) ? [] : [own])
        return found + languages.flatMap { wordFindings(in: $0, isTranslation: document.header.languages.contains($0)) }
    }

    private func wordFindings(in language: String, isTranslation: Bool) -> [Finding] {
        let words = document.glossary.map { $0.words(in: language) }
        let finder = TermFinder(words)
        var found: [Finding] = finder.shared.map { one, other, form in
            let names = [one, other].map { Self.name(of: document.glossary[$0]) }.joined(separator: " and ")
            return Finding(
                kind: .termTwice, language: language,
                message: "\(names) have the same word in \(language): \(FaultText.quoted(form))",
                remedy: "keep it in one of them; readers see only the first")
        }
        // A language that has no texts yet cannot contain any term.
        let texts = document.texts[language]?.values.map { text in
            (isTranslation ? [text.translation, text.context] : [])
                + (language == document.header.language ? [text.transcription] : [])
        }
        let said = (texts ?? []).map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
        guard !said.isEmpty else { return found }
        let places = said.reduce(into: Set<Int>()) { $0.formUnion(finder.entries(in: $1)) }
        for (position, entry) in document.glossary.enumerated()
        where !words[position].isEmpty && !places.contains(position) {
            // A term need not occur in the transcriptions: the glossary may describe words that the document does not
            // use.
            if !isTranslation { continue }
            found.append(
                Finding(
                    kind: .termNotFound, language: language,
                    message: "\(Self.name(of: entry)) occurs in no text in \(language)",
                    remedy: "add the forms that the texts use, or remove the term"))
        }
        return found
    }

    private func referenceFindings(in entry: GlossaryEntry, _ ids: Set<String>) -> [Finding] {
        entry.seeAlso.filter { !ids.contains($0) }.map { other in
            Finding(
                kind: .termAstray,
                message: "\(Self.name(of: entry)) refers to the term \(FaultText.quoted(other)), which does not exist",
                remedy: "remove it, or add it to glossary.json")
        }
    }

    private func incomplete(_ entry: GlossaryEntry) -> [Finding] {
        document.header.languages.compactMap { language in
            let parts = [
                Self.lacks(entry.term, language) ? "name" : nil,
                Self.lacks(entry.definition, language) ? "definition" : nil,
            ].compactMap(\.self)
            guard !parts.isEmpty else { return nil }
            return Finding(
                kind: .termIncomplete, language: language,
                message: "\(Self.name(of: entry)) has no \(parts.joined(separator: " and no ")) in \(language)",
                remedy: "add it to glossary.json, or in the editor")
        }
    }

    private static func name(of entry: GlossaryEntry) -> String { "the term \(FaultText.plain(entry.id))" }
}
