/// Writes `clauses.json`, `texts/la.json` and `words.json`, with one clause per line, so that a diff shows which clause
/// changed.
package enum SourceFiles {
    /// Returns the text of `clauses.json`.
    ///
    /// - Complexity: O(vertices).
    package static func clauses(_ clauses: [FacsimileClause]) -> String {
        lines(clauses.map(clause), between: "[", "]")
    }

    /// Returns the text of `texts/la.json`: the transcriptions of the clauses that have one.
    ///
    /// - Complexity: O(length).
    package static func transcriptions(_ clauses: [FacsimileClause]) -> String {
        let entries = clauses.compactMap { clause in
            clause.transcription.map { "\(string(clause.id)): { \"transcription\": \(string($0)) }" }
        }
        return lines(entries, between: "{", "}")
    }

    /// Returns the text of `words.json`: the position of each word of the transcriptions.
    ///
    /// - Complexity: O(words).
    package static func words(_ clauses: [FacsimileClause]) -> String {
        let entries = clauses.filter { !$0.words.isEmpty }.map { clause in
            let words = clause.words.map { word in
                let box = word.box.map(tenths).joined(separator: ",")
                return "{\"text\":\(string(word.text)),\"page\":1,\"box\":[\(box)]}"
            }
            return "\(string(clause.id)): [\(words.joined(separator: ", "))]"
        }
        return lines(entries, between: "{", "}")
    }

    private static func lines(_ elements: [String], between start: String, _ end: String) -> String {
        start + "\n" + elements.map { "  " + $0 }.joined(separator: ",\n") + "\n" + end + "\n"
    }

    private static func clause(_ clause: FacsimileClause) -> String {
        var members = [
            "\"id\": \(string(clause.id))",
            "\"number\": \(clause.number.map(string) ?? "null")",
            "\"kind\": \(string(clause.kind))",
        ]
        if let incipit = clause.incipit { members.append("\"incipit\": \(string(incipit))") }
        members.append("\"categories\": [\(clause.categories.map(string).joined(separator: ", "))]")
        let regions = clause.rings.map { "{ \"page\": 1, \"polygon\": [\($0.map(vertex).joined(separator: ","))] }" }
        members.append("\"regions\": [\(regions.joined(separator: ", "))]")
        return "{ " + members.joined(separator: ", ") + " }"
    }

    private static func vertex(_ vertex: TenthVertex) -> String { "[\(tenths(vertex.x)),\(tenths(vertex.y))]" }

    private static func tenths(_ value: Int) -> String {
        let whole = "\(value < 0 ? "-" : "")\(value.magnitude / 10)"
        return value % 10 == 0 ? whole : "\(whole).\(value.magnitude % 10)"
    }

    /// Returns a JSON string; https://www.rfc-editor.org/rfc/rfc8259#section-7.
    private static func string(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
