import DocumentModel
import FileSupport

/// Texts in TEI: what is written comes back scalar for scalar.
///
/// White space is not significant in most elements of TEI, and programs indent them. So a text stands as it is only where it
/// has single spaces; any other carries `xml:space="preserve"`.
enum TEIText {
    /// An element that holds a text with its line breaks as `lb`, of one line whatever the text is.
    static func block(_ name: String, _ attributes: [(String, String?)] = [], _ text: String) -> String {
        let isPlain = isPlain(text)
        let lines = text.parts(at: "\n", omittingEmptyParts: false).map { MarkupEscaping.xml(String($0)) }
        return XMLText.start(name, attributes + [("xml:space", isPlain ? nil : "preserve")])
            + lines.joined(separator: "<lb/>") + "</\(name)>"
    }

    /// An element of the header, which holds no line breaks but as characters.
    static func field(_ name: String, _ attributes: [(String, String?)] = [], _ text: String) -> String {
        // An empty element says nothing, unless it keeps its space.
        let isPlain = !text.isEmpty && text.isIdentical(to: XMLText.singleSpaced(text))
        return XMLText.start(name, attributes + [("xml:space", isPlain ? nil : "preserve")])
            + MarkupEscaping.xml(text) + "</\(name)>"
    }

    /// Paragraphs, an element each, where an empty line divides them; else one block.
    static func paragraphs(_ text: String) -> [String] {
        let parts = text.parts(divider: "\n\n")
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && isPlain($0) }) else {
            return [block("p", [], text)]
        }
        return parts.map { block("p", [], $0) }
    }

    /// Whether a reader that does not keep white space reads a text back as it is: lines of words with single spaces, the
    /// first and the last not empty, and some.
    private static func isPlain(_ text: String) -> Bool {
        let lines = text.parts(at: "\n", omittingEmptyParts: false).map(String.init)
        return lines.first?.isEmpty == false && lines.last?.isEmpty == false
            && lines.allSatisfy { $0.isIdentical(to: XMLText.singleSpaced($0)) }
    }
}

extension String {
    /// The parts between the places where a text of ASCII stands.
    fileprivate func parts(divider: String) -> [String] {
        var parts: [String] = []
        var rest = unicodeScalars[...]
        while let range = rest.firstRange(of: divider.unicodeScalars) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}

/// Gathers the text of elements as one that can be read: with single spaces, and with line breaks where the elements have
/// them.
struct TEITextBuilder {
    /// The text with all line breaks, also at its ends.
    private(set) var text = ""
    private var isSpaceDue = false
    /// Whether a line ended within a word; the line break then comes after the word.
    private var isBreakDue = false
    private var hasWordSinceBreak = false
    /// Line ends that come before the next text, if there is any.
    private var linesDue = 0
    private var hasWords = false

    /// Adds text.
    ///
    /// - Parameter keepsSpace: Whether white space is kept as it is.
    mutating func add(_ words: String, keepsSpace: Bool) {
        if keepsSpace {
            guard !words.isEmpty else { return }
            beginDueLines()
            if isSpaceDue, !isAtLineStart { text.unicodeScalars.append(" ") }
            (isSpaceDue, isBreakDue) = (false, false)
            text += words
            hasWords = hasWords || words.unicodeScalars.contains { $0 != "\n" }
            return
        }
        for scalar in words.unicodeScalars {
            switch scalar {
            case " ", "\t", "\n", "\r":
                if isBreakDue, hasWordSinceBreak { breakLine() } else { isSpaceDue = true }
            default:
                beginDueLines()
                if isSpaceDue, !isAtLineStart, !isBreakDue { text.unicodeScalars.append(" ") }
                isSpaceDue = false
                (hasWordSinceBreak, hasWords) = (true, true)
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Ends the line.
    ///
    /// - Parameter withinWord: Whether a word goes on in the next one.
    mutating func breakLine(withinWord: Bool = false) {
        // A break at the beginning of a paragraph says that it is one.
        guard linesDue == 0 else { return }
        if withinWord {
            (isBreakDue, hasWordSinceBreak, isSpaceDue) = (true, false, false)
        } else {
            (isBreakDue, isSpaceDue) = (false, false)
            text.unicodeScalars.append("\n")
        }
    }

    /// Begins a paragraph or a line, where there is text before it and after it.
    ///
    /// - Parameter lines: 1 for a line, 2 for an empty one before it.
    mutating func begin(lines: Int) {
        guard hasWords else { return }
        (isSpaceDue, isBreakDue) = (false, false)
        linesDue = max(linesDue, lines)
    }

    /// The text without empty lines at its ends.
    var trimmed: String {
        let scalars = text.unicodeScalars
        let start = scalars.drop { $0 == "\n" }
        let end = start.lastIndex { $0 != "\n" }
        return end.map { String(start[...$0]) } ?? ""
    }

    private var isAtLineStart: Bool { text.unicodeScalars.last.map { $0 == "\n" } ?? true }

    private mutating func beginDueLines() {
        guard linesDue > 0 else { return }
        let count = text.unicodeScalars.reversed().prefix { $0 == "\n" }.count
        for _ in min(count, linesDue)..<linesDue { text.unicodeScalars.append("\n") }
        linesDue = 0
    }
}
