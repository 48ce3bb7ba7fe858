/// A fault in a source file.
public struct SourceFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file within the source folder: `clauses.json`, `texts/en.json`.
    public let file: String
    /// The location in the file: `clauses[3].regions[0].polygon`, or `line 3, column 14`; empty for the file as a
    /// whole.
    public let path: String
    /// The faulty value, shortened and on one line.
    public let value: String
    /// The expected value.
    public let expected: String

    /// Creates a fault.
    public init(file: String, path: String, value: String, expected: String) {
        self.file = file
        self.path = path
        self.value = value
        self.expected = expected
    }

    /// The fault on one line: `clauses.json: clauses[3].regions[0].page is 9, expected a page from 1 to 1`.
    public var description: String {
        path.isEmpty ? "\(file): \(value), expected \(expected)" : "\(file): \(path) is \(value), expected \(expected)"
    }
}

/// All faults found while reading a source, so that they can be fixed together.
public struct SourceFaults: Error, Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of faults that are kept individually.
    public static let limit = 100

    /// The faults in the order in which they were found; at least one and at most ``limit``.
    public let faults: [SourceFault]
    /// The number of further faults.
    public let furtherCount: Int

    /// Creates an error from the faults found. Those beyond ``limit`` are only counted.
    public init(_ faults: [SourceFault], furtherCount: Int = 0) {
        self.faults = Array(faults.prefix(Self.limit))
        self.furtherCount = furtherCount + max(0, faults.count - Self.limit)
    }

    /// Creates an error from a single fault.
    package init(file: String, path: String = "", value: String, expected: String) {
        self.init([SourceFault(file: file, path: path, value: value, expected: expected)])
    }

    /// One line per fault, and one for the rest: `and 12 more`.
    public var lines: [String] {
        faults.map(\.description) + (furtherCount > 0 ? ["and \(furtherCount) more"] : [])
    }

    /// The lines, joined by line breaks.
    public var description: String { lines.joined(separator: "\n") }
}
