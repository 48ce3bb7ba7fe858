import DocumentModel
import FileSupport

/// Writes texts in TEI so that they can be read back scalar for scalar.
///
/// White space is not significant in most TEI elements, and programs indent them. So a text is written plainly only if
/// it has nothing but single spaces; any other text gets `xml:space="preserve"`.
enum TEIText {
    /// Returns an element with a text, whose line breaks become `lb`, on one line of the file.
    static func block(_ name: String, _ attributes: [(String, String?)] = [], _ text: String) -> String {
        let isPlain = isPlain(text)
        let lines = text.parts(at: "\n", omittingEmptyParts: false).map { MarkupEscaping.xml(String($0)) }
        return XMLText.start(name, attributes + [("xml:space", isPlain ? nil : "preserve")])
            + lines.joined(separator: "<lb/>") + "</\(name)>"
    }

    /// Returns an element of the header, which contains line breaks only as characters.
    static func field(_ name: String, _ attributes: [(String, String?)] = [], _ text: String) -> String {
        // An empty element counts as absent unless it preserves space.
        let isPlain = !text.isEmpty && text.isIdentical(to: XMLText.singleSpaced(text))
        return XMLText.start(name, attributes + [("xml:space", isPlain ? nil : "preserve")])
            + MarkupEscaping.xml(text) + "</\(name)>"
    }

    /// Splits a text at empty lines into paragraph elements, or returns a single block if it cannot be split.
    static func paragraphs(_ text: String) -> [String] {
        let parts = text.unicodeScalars.split(
            separator: "\n\n".unicodeScalars, omittingEmptySubsequences: false
        ).map { String($0) }
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && isPlain($0) }) else {
            return [block("p", [], text)]
        }
        return parts.map { block("p", [], $0) }
    }

    /// Whether a reader that does not preserve white space reads the text back unchanged: it consists of lines of words
    /// with single spaces, and its first and last lines are not empty.
    private static func isPlain(_ text: String) -> Bool {
        let lines = text.parts(at: "\n", omittingEmptyParts: false).map(String.init)
        return lines.first?.isEmpty == false && lines.last?.isEmpty == false
            && lines.allSatisfy { $0.isIdentical(to: XMLText.singleSpaced($0)) }
    }
}

/// Collects the text of elements as readable text: with single spaces, and with line breaks where the elements have
/// them.
struct TEITextBuilder {
    /// The text with all line breaks, including those at its ends.
    private(set) var text = ""
    private var isSpaceDue = false
    /// Whether a line ended within a word. The line break then follows the word.
    private var isBreakDue = false
    private var hasWordSinceBreak = false
    /// The line breaks to insert before the next text, if there is any.
    private var linesDue = 0
    private var hasWords = false

    /// Adds what an event of a walk contributes to the text.
    mutating func take(_ event: TEIEvent) {
        switch event {
        case .text(let words, let keepsSpace): add(words, keepsSpace: keepsSpace)
        case .lineBreak(let withinWord): breakLine(withinWord: withinWord)
        case .block(let lines): begin(lines: lines)
        case .start, .end: break
        }
    }

    /// Adds text.
    ///
    /// - Parameter keepsSpace: Whether white space is preserved.
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
    /// - Parameter withinWord: Whether a word continues on the next line.
    mutating func breakLine(withinWord: Bool = false) {
        // Ignore a break at the beginning of a paragraph, which already starts a line.
        guard linesDue == 0 else { return }
        if withinWord {
            // The word begins before this text, as where the text of a line begins with its `lb`.
            guard hasWords else { return }
            (isBreakDue, hasWordSinceBreak, isSpaceDue) = (true, false, false)
        } else {
            (isBreakDue, isSpaceDue) = (false, false)
            text.unicodeScalars.append("\n")
        }
    }

    /// Starts a line or a paragraph, if there is text both before and after it.
    ///
    /// - Parameter lines: 1 for a line, 2 for a paragraph, which follows an empty line.
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
