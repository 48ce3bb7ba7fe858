import DocumentModel

extension DocumentCheck {
    /// Finds texts that are missing in a language, and texts that are too long.
    ///
    /// Every clause needs a title and a translation in each of the document's languages; a detail needs a title. No
    /// translation is needed into the document's own language. A context is missing if another language has one, and a
    /// transcription is missing if most clauses have one.
    func textFindings() -> [Finding] {
        let own = document.header.language
        let texts = document.clauses.filter { $0.kind == .clause }
        let transcribed = texts.count { document.texts[own]?[$0.id]?.transcription != nil }
        let needsTranscription = transcribed > 0 && transcribed * 2 >= texts.count
        var found: [Finding] = []
        for language in document.header.languages {
            if let whole = languageMissing(language) {
                found.append(whole)
            } else {
                found += document.clauses.compactMap { missing($0, in: language) }
            }
        }
        if needsTranscription { found += texts.compactMap { transcriptionMissing($0, in: own) } }
        return found + document.clauses.flatMap(tooLong)
    }

    private func languageMissing(_ language: String) -> Finding? {
        guard !document.clauses.isEmpty, document.texts[language]?.isEmpty ?? true else { return nil }
        return Finding(
            kind: .textMissing, language: language, message: "there are no texts in \(language)",
            remedy: "add texts/\(language).json, or remove \(language) from the document's languages")
    }

    private func missing(_ clause: Clause, in language: String) -> Finding? {
        let text = document.texts[language]?[clause.id]
        let hasContext = document.header.languages.contains { Self.has(document.texts[$0]?[clause.id]?.context) }
        let parts = [
            ("title", !Self.has(text?.title)),
            (
                "translation",
                clause.kind == .clause && language != document.header.language && !Self.has(text?.translation)
            ),
            ("context", hasContext && !Self.has(text?.context)),
        ].filter(\.1).map(\.0)
        guard !parts.isEmpty else { return nil }
        let list = parts.count == 1 ? parts[0] : "\(parts.dropLast().joined(separator: ", ")) and \(parts.last ?? "")"
        return finding(
            .textMissing, about: clause, language: language,
            "\(Self.name(of: clause)) has no \(list) in \(language)",
            remedy: "add it to texts/\(language).json, or to the table of `explore texts export`")
    }

    private func transcriptionMissing(_ clause: Clause, in own: String) -> Finding? {
        guard !Self.has(document.texts[own]?[clause.id]?.transcription) else { return nil }
        return finding(
            .textMissing, about: clause, language: own,
            "\(Self.name(of: clause)) has no transcription, unlike most clauses",
            remedy: "add it to texts/\(own).json")
    }

    private static func has(_ text: String?) -> Bool { text.map { !$0.isBlank } ?? false }

    private func tooLong(_ clause: Clause) -> [Finding] {
        document.texts.sorted { $0.key < $1.key }.flatMap { language, texts -> [Finding] in
            guard let text = texts[clause.id] else { return [] }
            let parts = [
                ("title", text.title, limits.titleLength), ("translation", text.translation, limits.textLength),
                ("context", text.context, limits.textLength),
            ]
            return parts.compactMap { part, words, limit in
                // A string has at most as many scalars as bytes.
                guard let words, words.utf8.count > limit else { return nil }
                let length = words.unicodeScalars.count
                guard length > limit else { return nil }
                return finding(
                    .textTooLong, about: clause, language: language,
                    "\(Self.name(of: clause)) has a \(part) of \(length) characters in \(language), "
                        + "expected at most \(limit)",
                    remedy: part == "title" ? "shorten it; the rest belongs in the translation" : "shorten it")
            }
        }
    }

    /// Finds translations that have not been changed since their source was changed.
    func staleFindings() -> [Finding] {
        guard let history else { return [] }
        return document.clauses.flatMap { clause in
            history.staleLanguages(of: clause.id, in: document).map { stale in
                finding(
                    .textStale, about: clause, language: stale.language,
                    "\(Self.name(of: clause)) has a translation in \(stale.language) of version \(stale.version), "
                        + "but its \(stale.source) was changed in version \(stale.sourceVersion)",
                    remedy: "compare the two, and correct the translation; any change to it resolves this")
            }
        }
    }
}
