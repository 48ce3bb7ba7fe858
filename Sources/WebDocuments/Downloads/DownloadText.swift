import DocumentModel
import DocumentPDF

extension DownloadContent {
    /// Returns the content as plain text: with underlined headings, an empty line between paragraphs, and LF line
    /// endings.
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    package func plainText(words: PlainWords, base: String) -> String {
        let blocks = DownloadBlocks(self, words: words, base: base)
        var text = ""
        for block in blocks.front + clauses.flatMap(blocks.blocks) + blocks.end { Self.write(block, to: &text) }
        return text
    }

    private static func write(_ block: BookletBlock, to text: inout String) {
        let plain = Self.plain(block.text)
        switch block.role {
        case .title: text += heading(plain.singleSpaced, "=")
        case .heading(let number):
            let name = [number.map(Self.plain), plain].compactMap(\.self).joined(separator: ". ")
            text += "\n" + heading(name.singleSpaced, "-")
        case .field(let label): text += "\(Self.plain(label)): \(plain)\n"
        case .label: text += "\n[\(plain)]\n\n"
        case .small: text += "\n\(plain)\n"
        case .rule: text += "\n"
        case .subtitle, .lead, .subheading, .text, .transcription, .note: text += "\(plain)\n\n"
        }
    }

    private static func heading(_ name: String, _ line: Character) -> String {
        "\(name)\n\(String(repeating: line, count: min(72, max(3, name.unicodeScalars.count))))\n\n"
    }

    /// Removes control characters, which would reach a reader's terminal.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.isLineEnd {
                if plain.last != "\n" { plain.append("\n") }
            } else if scalar == "\t" || scalar.properties.generalCategory != .control {
                plain.append(scalar)
            }
        }
        return String(String(plain).trimmed)
    }
}
