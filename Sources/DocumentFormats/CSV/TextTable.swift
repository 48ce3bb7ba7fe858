package import DocumentModel
package import Foundation

/// The texts of a document as a table for people who translate in a spreadsheet: one row a clause, one column a language
/// and field.
///
/// The column `check` tells when a clause's texts were changed after the table was written, so that a translator's table
/// never undoes what somebody else has done meanwhile.
package enum TextTable {
    /// A column of texts.
    package struct Column: Hashable {
        package let language: String
        package let field: Snippet.Field

        /// `en title`
        var name: String { "\(language) \(field.rawValue)" }
    }

    /// The header's first cells.
    static let leading = ["clause", "number", "check"]

    /// The columns of a document: translations' fields for each language, the transcription for its own.
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
            [clause.id, clause.number ?? "", check(of: clause.id, in: document)]
                + columns.map { shown(document.texts[$0.language]?[clause.id]?[$0.field] ?? "") }
        }
        return CSV.write([leading + columns.map(\.name)] + rows)
    }

    /// The text as a spreadsheet leaves it alone: one that begins like a formula gets an apostrophe before it.
    package static func shown(_ text: String) -> String { isLikeFormula(text[...]) ? "'\(text)" : text }

    /// The text that a cell stands for: what ``shown(_:)`` put before it is taken away.
    static func meant(_ cell: String) -> String {
        let rest = Substring(cell.unicodeScalars.dropFirst())
        return cell.begins(with: "'") && isLikeFormula(rest) ? String(rest) : cell
    }

    /// Whether a spreadsheet would calculate with it, apostrophes left aside.
    private static func isLikeFormula(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.drop(while: { $0 == "'" }).first else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
    }

    /// What the texts of a clause are, in a few letters: FNV-1a of all of them (G. Fowler, L. C. Noll, K.-P. Vo).
    package static func check(of clause: String, in document: SourceDocument) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for column in columns(of: document) {
            let text = document.texts[column.language]?[clause]?[column.field] ?? ""
            for byte in Array(column.name.utf8) + [0] + Array(text.utf8) + [0] {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            }
        }
        return String(hash, radix: 36)
    }
}

extension ClauseText {
    /// A part of the text.
    package subscript(field: Snippet.Field) -> String? {
        switch field {
        case .title: title
        case .translation: translation
        case .context: context
        case .transcription: transcription
        }
    }
}
