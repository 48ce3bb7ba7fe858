import DocumentModel
import ImageGeometry

/// Parses numbers in files of text lines.
enum LineNumbers {
    /// Parses a decimal number within ±``Point/coordinateLimit``. Returns nil for anything else.
    static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { abs($0) <= Point.coordinateLimit ? $0 : nil }
    }

    /// The maximum number of points in an outline or a baseline.
    static let pointLimit = 20_000

    /// Parses points given as `x,y x,y …` or `x y x y …`. Versions and programs differ, but both mean the same.
    ///
    /// - Returns: Nil if the number of coordinates is odd, or if there are more than ``pointLimit`` points.
    /// - Throws: A fault, at the given line of the file, for anything that is not a number.
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

/// The reason why a file of text lines cannot be read.
enum LineFault: Error {
    /// A fault in the file: the place, the value found, and what was expected.
    case place(String, value: String, expected: String)
    /// Faults of the resulting document, which did not pass the checks of a source folder, or of the table of clauses.
    case source(SourceFaults)

    static func line(_ line: Int, value: String, expected: String) -> LineFault {
        .place("line \(line)", value: value, expected: expected)
    }

    /// Returns the fault as faults of a file.
    func faults(of file: String) -> SourceFaults {
        switch self {
        case .place(let path, let value, let expected):
            SourceFaults(file: file, path: path, value: value, expected: expected)
        case .source(let faults): faults
        }
    }
}
