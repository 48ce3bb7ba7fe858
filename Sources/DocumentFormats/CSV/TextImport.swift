package import DocumentModel
package import Foundation

/// The changes that a table of texts makes to a document, and the rows that cannot be imported.
package struct TextImport {
    /// A cell that differs from the document.
    package struct Change: Equatable {
        package let clause: String
        package let column: TextTable.Column
        /// The new text, or nil to delete the text.
        package let text: String?
    }

    package private(set) var changes: [Change] = []
    /// The rows that were left out, with reasons.
    package private(set) var faults: [SourceFault] = []
    /// Whether the table contains digests of the texts at the time of its export.
    package private(set) var hasChecks = false

    /// Compares a table with the document.
    ///
    /// - Throws: Faults of the table as a whole: its form or its header.
    /// - Complexity: O(*n*) in the sizes of both.
    package init(_ bytes: Data, named file: String, into document: SourceDocument) throws(SourceFaults) {
        let rows = try CSV.read(bytes, named: file)
        guard let header = rows.first else {
            throw SourceFaults(file: file, value: "an empty table", expected: "a row of names")
        }
        let columns = try Self.columns(header, named: file, of: document)
        hasChecks = header.cells.contains("check")
        let checked = TextTable.columns(of: document)
        let clauses = Set(document.clauses.map(\.id))
        var seen: [String: Int] = [:]
        for row in rows.dropFirst() {
            func leaveOut(_ value: String, _ expected: String) {
                faults.append(SourceFault(file: file, path: "line \(row.line)", value: value, expected: expected))
            }
            let cells = Dictionary(zip(header.cells, row.cells)) { first, _ in first }
            let id = cells["clause"] ?? ""
            if row.cells.count > header.cells.count {
                leaveOut("a row of \(row.cells.count) cells", "\(header.cells.count), as the first row has")
            } else if row.cells.contains(where: { $0.utf8.contains(0) }) {
                leaveOut("a row with the character U+0000", "texts without it")
            } else if !Identifier.isValid(id) || !clauses.contains(id) {
                leaveOut("a row for the clause \(FaultText.quoted(id))", "the id of a clause of \(document.id)")
            } else if let line = seen.updateValue(row.line, forKey: id) {
                leaveOut("a row for the clause \(FaultText.quoted(id)) again", "one row for it, which is line \(line)")
            } else if let check = cells["check"], !check.isEmpty,
                check != TextTable.check(of: id, in: document, checked)
            {
                leaveOut(
                    "a row with texts of the clause \(FaultText.quoted(id)) that were changed since",
                    "a table that was exported after that")
            } else {
                changes += columns.compactMap { column in
                    guard let cell = cells[column.name] else { return nil }
                    let text = cell.isEmpty ? nil : TextTable.meant(cell)
                    let former = document.texts[column.language]?[id]?[column.field]
                    return (text ?? "").isIdentical(to: former ?? "")
                        ? nil : Change(clause: id, column: column, text: text)
                }
            }
        }
    }

    private static func columns(
        _ header: CSV.Row, named file: String, of document: SourceDocument
    ) throws(SourceFaults) -> [TextTable.Column] {
        func fault(_ value: String, _ expected: String) -> SourceFault {
            SourceFault(file: file, path: "line \(header.line)", value: value, expected: expected)
        }
        guard header.cells.contains("clause") else {
            throw SourceFaults([fault("a first row without the column 'clause'", "a table of `explore texts export`")])
        }
        var faults: [SourceFault] = []
        let own = document.header.language
        let languages = document.header.languages + [own]
        var columns: [TextTable.Column] = []
        for (position, name) in header.cells.enumerated() where !TextTable.leading.contains(name) {
            let parts = name.parts(at: " ", maxSplits: 2, omittingEmptyParts: false)
            let field = parts.count == 2 ? Snippet.Field(rawValue: String(parts[1])) : nil
            guard let field, languages.contains(String(parts[0])) else {
                faults.append(
                    fault(
                        "a row with the column \(FaultText.quoted(name))",
                        "a language of the document and title, translation, context or transcription, such as '\(own) transcription'"
                    ))
                continue
            }
            columns.append(TextTable.Column(language: String(parts[0]), field: field))
            if header.cells[..<position].contains(name) {
                faults.append(fault("a row with the column \(FaultText.quoted(name)) twice", "each once"))
            }
        }
        guard faults.isEmpty else { throw SourceFaults(faults) }
        return columns
    }

    /// Returns the document's files with the changes applied. Everything else in the files is preserved.
    ///
    /// - Throws: Faults in the files' JSON.
    package func applied(to files: [SourceFile]) throws(SourceFaults) -> [SourceFile] {
        var files = files
        for (language, changes) in Dictionary(grouping: changes, by: \.column.language).sorted(by: { $0.key < $1.key })
        {
            let name = "texts/\(language).json"
            let place = files.firstIndex { $0.name == name }
            var texts: [JSONValue.Member] = []
            if let place, case .object(let members) = try JSONParser.parse(files[place]) { texts = members }
            let file = SourceFile(name: name, json: .object(Self.texts(texts, with: changes)))
            if let place { files[place] = file } else { files.append(file) }
        }
        return files
    }

    /// Applies changes to the texts of one language. A clause's entry is removed when it becomes empty. New entries are
    /// appended.
    ///
    /// - Complexity: O(*n* + *m*) in the numbers of texts and changes.
    private static func texts(_ texts: [JSONValue.Member], with changes: [Change]) -> [JSONValue.Member] {
        var places = Dictionary(texts.enumerated().map { ($1.key, $0) }) { first, _ in first }
        var changed: [JSONValue.Member?] = texts
        for change in changes {
            let place = places[change.clause, default: changed.count]
            var fields: [JSONValue.Member] = []
            if place < changed.count, case .object(let members)? = changed[place]?.value { fields = members }
            fields.change(change.column.field.rawValue) { _ in change.text.map { .string($0) } }
            let member = fields.isEmpty ? nil : JSONValue.Member(key: change.clause, value: .object(fields))
            if place < changed.count {
                changed[place] = member
            } else {
                places[change.clause] = place
                changed.append(member)
            }
        }
        return changed.compactMap(\.self)
    }
}
