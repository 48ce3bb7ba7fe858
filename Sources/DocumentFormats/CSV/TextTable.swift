package import DocumentModel
package import Foundation

/// The texts of a document as a table for translation in a spreadsheet, with one row per clause and one column per
/// language and field.
///
/// The column `check` holds a digest of a clause's texts, so that importing an outdated table cannot undo changes made
/// after its export.
package enum TextTable {
    /// A text column.
    package struct Column: Hashable {
        package let language: String
        package let field: Snippet.Field

        /// The column's name, such as `en title`.
        var name: String { "\(language) \(field.rawValue)" }
    }

    /// The first columns of every table.
    static let leading = ["clause", "number", "check"]

    /// Returns a document's columns: all fields for each translation language, and the transcription for the original
    /// language.
    ///
    /// - Complexity: O(*n*) in the number of texts.
    static func columns(of document: SourceDocument) -> [Column] {
        let header = document.header
        let languages = header.languages + (header.languages.contains(header.language) ? [] : [header.language])
        return languages.flatMap { language in
            Snippet.Field.allCases.map { Column(language: language, field: $0) }.filter { column in
                switch column.field {
                case .transcription: language == header.language || uses(column, document)
                default: language != header.language || header.languages.contains(language) || uses(column, document)
                }
            }
        }
    }

    private static func uses(_ column: Column, _ document: SourceDocument) -> Bool {
        document.texts[column.language]?.values.contains { $0[column.field] != nil } ?? false
    }

    /// Writes the table of a document.
    package static func write(_ document: SourceDocument) -> Data {
        let columns = columns(of: document)
        let rows = document.clauses.map { clause in
            [clause.id, shown(clause.number ?? ""), check(of: clause.id, in: document, columns)]
                + columns.map { shown(document.texts[$0.language]?[clause.id]?[$0.field] ?? "") }
        }
        return CSV.write([leading + columns.map(\.name)] + rows)
    }

    /// Returns the text as a cell. A text that looks like a formula gets a leading apostrophe, so that spreadsheets do
    /// not evaluate it.
    package static func shown(_ text: String) -> String { isLikeFormula(text[...]) ? "'\(text)" : text }

    /// Returns the text of a cell, without the apostrophe that ``shown(_:)`` may have added.
    static func meant(_ cell: String) -> String {
        let rest = Substring(cell.unicodeScalars.dropFirst())
        return cell.begins(with: "'") && isLikeFormula(rest) ? String(rest) : cell
    }

    /// Whether a spreadsheet would evaluate the text as a formula, ignoring leading apostrophes.
    private static func isLikeFormula(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.drop(while: { $0 == "'" }).first else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
    }

    /// Returns a short digest of a clause's texts: FNV-1a of all of them (G. Fowler, L. C. Noll, K.-P. Vo).
    ///
    /// - Parameter columns: The columns of the document. Finding them reads all texts, so callers do it once.
    static func check(of clause: String, in document: SourceDocument, _ columns: [Column]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for column in columns {
            let text = document.texts[column.language]?[clause]?[column.field] ?? ""
            for byte in Array(column.name.utf8) + [0] + Array(text.utf8) + [0] {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            }
        }
        return String(hash, radix: 36)
    }
}

extension ClauseText {
    /// The text in a field.
    package subscript(field: Snippet.Field) -> String? {
        switch field {
        case .title: title
        case .translation: translation
        case .context: context
        case .transcription: transcription
        }
    }
}
