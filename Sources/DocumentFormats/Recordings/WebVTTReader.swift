package import DocumentModel
package import Foundation

/// A fault in a file of cues.
package struct WebVTTFault: Error, Equatable {
    /// The line number, from 1.
    package let line: Int
    /// What was found.
    package let value: String
    /// What was expected.
    package let expected: String
}

/// Reads the cues of a WebVTT file: <https://www.w3.org/TR/webvtt1/#file-structure>.
///
/// It is stricter than browsers, which skip what they do not understand, so that authors learn of every mistake.
package enum WebVTTReader {
    /// The maximum length of a cue's text, in Unicode scalars.
    static let textLimit = 5_000

    /// Reads a file.
    ///
    /// - Returns: The cues, in the order of the file.
    /// - Throws: ``WebVTTFault`` for the first invalid line.
    /// - Complexity: O(*n*) in the size of the file.
    package static func cues(_ data: Data) throws(WebVTTFault) -> [RecordingCue] {
        guard data.count <= RecordingLimits.cueFileByteCount, let text = String(validating: data, as: UTF8.self) else {
            throw WebVTTFault(
                line: 1, value: data.count > RecordingLimits.cueFileByteCount ? "\(data.count) bytes" : "not UTF-8",
                expected: "at most \(RecordingLimits.cueFileByteCount) bytes of UTF-8")
        }
        var lines = lines(of: text)
        if let first = lines.first, first.first == "\u{FEFF}" { lines[0] = Array(first.dropFirst()) }
        guard let first = lines.first, begins(first, with: "WEBVTT") else {
            throw WebVTTFault(
                line: 1, value: quoted(lines.first ?? []), expected: "a first line that begins with WEBVTT")
        }
        var place = 1
        // The header ends with an empty line. Without one it ends before the first cue's time, as in browsers.
        while place < lines.count, !lines[place].isEmpty, arrow(in: lines[place]) == nil { place += 1 }
        var cues: [RecordingCue] = []
        while place < lines.count {
            if lines[place].isEmpty {
                place += 1
                continue
            }
            var end = lines[place...].firstIndex(where: \.isEmpty) ?? lines.count
            if !isComment(lines[place]) {
                // A further time begins the next cue, even if the empty line before it is missing.
                let time = timeLine(of: lines, place..<end)
                end = lines[(time + 1)..<end].firstIndex { arrow(in: $0) != nil } ?? end
                guard cues.count < RecordingLimits.cues else {
                    throw WebVTTFault(
                        line: place + 1, value: "one cue too many", expected: "at most \(RecordingLimits.cues) cues")
                }
                cues.append(try cue(lines, place..<end, after: cues.last?.start ?? 0))
            }
            place = end
        }
        return cues
    }

    private static func lines(of text: String) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = [[]]
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": lines.append([])
            case "\n": if !wasReturn { lines.append([]) }
            default: lines[lines.count - 1].append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        return lines
    }

    private static func isComment(_ line: [Unicode.Scalar]) -> Bool {
        ["NOTE", "STYLE", "REGION"].contains { begins(line, with: $0) }
    }

    /// Whether a line begins with a word, with white space or nothing after it.
    private static func begins(_ line: [Unicode.Scalar], with word: String) -> Bool {
        line.starts(with: word.unicodeScalars) && line.dropFirst(word.unicodeScalars.count).first.map(isSpace) ?? true
    }

    private static func cue(
        _ lines: [[Unicode.Scalar]], _ block: Range<Int>, after former: Int
    ) throws(WebVTTFault) -> RecordingCue {
        let place = timeLine(of: lines, block)
        func fault(_ expected: String) -> WebVTTFault {
            WebVTTFault(line: place + 1, value: quoted(lines[place]), expected: expected)
        }
        guard let between = arrow(in: lines[place]), let start = time(lines[place][..<between]),
            let end = time(lines[place][(between + 3)...].drop(while: isSpace).prefix { !isSpace($0) })
        else { throw fault("a cue's time such as 00:01.200 --> 00:02.500") }
        guard end > start else { throw fault("an end after the start") }
        guard start >= former else { throw fault("a start not before that of the cue before") }
        let text = plain(Array(lines[(place + 1)..<block.upperBound].joined(separator: [" "])))
        guard text.unicodeScalars.count <= textLimit else {
            throw WebVTTFault(
                line: place + 2, value: "a text of \(text.unicodeScalars.count) characters",
                expected: "at most \(textLimit)")
        }
        return RecordingCue(start: start, end: end, text: text)
    }

    /// Returns the line of a cue that states its time: the first one, or the second one after a name.
    private static func timeLine(of lines: [[Unicode.Scalar]], _ block: Range<Int>) -> Int {
        let isNamed = arrow(in: lines[block.lowerBound]) == nil && block.count > 1
        return block.lowerBound + (isNamed ? 1 : 0)
    }

    /// Returns the place of the arrow between the times of a cue. The standard library's search takes fifty times as
    /// long.
    private static func arrow(in line: [Unicode.Scalar]) -> Int? {
        line.indices.first { line[$0...].starts(with: "-->".unicodeScalars) }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    /// Parses `hh:mm:ss.ttt` or `mm:ss.ttt`. Returns milliseconds.
    private static func time(_ scalars: some Sequence<Unicode.Scalar>) -> Int? {
        var text = String.UnicodeScalarView()
        for scalar in scalars where !isSpace(scalar) { text.append(scalar) }
        let parts = String(text).split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(separator: ".", omittingEmptySubsequences: false)
        guard seconds.count == 2, seconds[0].utf8.count == 2, seconds[1].utf8.count == 3,
            parts.dropLast().suffix(1).allSatisfy({ $0.utf8.count == 2 }), parts[0].utf8.count <= 4
        else { return nil }
        let texts = (parts.dropLast() + seconds)
        guard texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return nil }
        // Each number has at most four digits.
        let numbers = texts.compactMap { Int($0) }
        let (hours, minutes) = (numbers.count == 4 ? numbers[0] : 0, numbers[numbers.count - 3])
        let second = numbers[numbers.count - 2]
        guard minutes < 60, second < 60 else { return nil }
        return ((hours * 60 + minutes) * 60 + second) * 1_000 + numbers[numbers.count - 1]
    }

    /// Returns a cue's text without tags, with character references resolved.
    private static func plain(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        var isTag = false
        for scalar in scalars {
            if scalar == "<" { isTag = true }
            if !isTag { text.append(scalar) }
            if scalar == ">" { isTag = false }
        }
        return HTMLEntities.decoded(String(text)[...])
    }

    private static func quoted(_ line: [Unicode.Scalar]) -> String {
        FaultText.quoted(String(String.UnicodeScalarView(line.prefix(200))))
    }
}
