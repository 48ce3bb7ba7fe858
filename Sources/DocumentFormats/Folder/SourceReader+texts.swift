import DocumentModel

extension SourceReader {
    /// Reads the files `texts/LANGUAGE.json`.
    ///
    /// - Parameters:
    ///   - languages: The document's languages, or nil if they could not be read.
    ///   - clauses: The ids of all clauses, or nil if they could not be read.
    mutating func readTexts(languages: [String]?, clauses: Set<String>?) -> [String: [String: ClauseText]] {
        var texts: [String: [String: ClauseText]] = [:]
        do throws(SourceProblem) {
            for name in try source.textFiles() {
                let tag = String(name.unicodeScalars.dropFirst("texts/".count).dropLast(".json".count))
                if let languages, !LanguageTag.isValid(tag) || !languages.contains(tag) {
                    let expected = "one of the document's languages: \(languages.prefix(20).joined(separator: ", "))"
                    faults.add(file: name, value: "language \(FaultText.quoted(tag))", expected: expected)
                    continue
                }
                texts[tag] = readTexts(of: name, clauses: clauses)
            }
        } catch {
            faults.add(file: "texts", value: error.value, expected: error.expected)
        }
        return texts
    }

    private mutating func readTexts(of name: String, clauses: Set<String>?) -> [String: ClauseText] {
        guard case .value(let file) = readJSON(name, root: "") else { return [:] }
        guard let object = file.object("an object of texts by clause id") else { return [:] }
        var texts: [String: ClauseText] = [:]
        for (id, node) in object.nodes {
            if let clauses, !Identifier.isValid(id) || !clauses.contains(id) {
                node.fault(value: "a text for \(FaultText.quoted(id))", expected: "the id of a clause of clauses.json")
            }
            let expected = "an object of title, translation, context, transcription and phrases"
            guard let parts = node.object(expected) else { continue }
            let title = parts["title"].optionalString()
            checkTitle(title, at: parts["title"])
            texts[id] = ClauseText(
                title: title, translation: parts["translation"].optionalString(),
                context: parts["context"].optionalString(), transcription: parts["transcription"].optionalString(),
                phrases: LinkReader().phrases(parts["phrases"]))
        }
        return texts
    }
}
