import DocumentModel
import ImageGeometry

/// Numbers as the files of text lines hold them.
enum LineNumbers {
    /// A number in decimal notation within ±``Point/coordinateLimit``; nil for anything else.
    static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { abs($0) <= Point.coordinateLimit ? $0 : nil }
    }

    /// The most points of an outline or a baseline.
    static let pointLimit = 20_000

    /// The points of `x,y x,y …` or `x y x y …`: versions and programs differ, and both mean the same.
    ///
    /// - Returns: Nil when the number of coordinates is odd, or there are more than ``pointLimit``.
    /// - Throws: A fault for what is no number, at the line of the file.
    /// - Complexity: O(*n*) in the length of the text.
    static func points(_ text: String, at line: Int) throws(LineFault) -> [Point]? {
        var numbers: [Double] = []
        for part in text.parts(at: { $0.properties.isWhitespace || $0 == "," }) {
            guard let number = number(part) else {
                throw .line(
                    line, value: "the coordinate \(FaultText.quoted(String(part)))",
                    expected: "a number within ±1,000,000,000")
            }
            numbers.append(number)
            if numbers.count > 2 * pointLimit { break }
        }
        guard numbers.count.isMultiple(of: 2), numbers.count <= 2 * pointLimit else { return nil }
        return stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }
}

/// Why a file of text lines cannot be read.
enum LineFault: Error {
    /// The place, what is there, and what was expected.
    case place(String, value: String, expected: String)
    /// The document made of it does not pass the checks of a source folder, or the map of clauses is faulty.
    case source(SourceFaults)

    static func line(_ line: Int, value: String, expected: String) -> LineFault {
        .place("line \(line)", value: value, expected: expected)
    }

    /// As faults of a file.
    func faults(of file: String) -> SourceFaults {
        switch self {
        case .place(let path, let value, let expected):
            SourceFaults([SourceFault(file: file, path: path, value: value, expected: expected)])
        case .source(let faults): faults
        }
    }
}
