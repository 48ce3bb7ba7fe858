/// One thing that is wrong with what was to be read.
public struct SourceFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, by its path within the source folder: `clauses.json`, `texts/en.json`.
    public let file: String
    /// The place in the file: `clauses[3].regions[0].polygon`, or `line 3, column 14`; empty for the file as a whole.
    public let path: String
    /// What is there, shortened and on one line.
    public let value: String
    /// What was expected instead.
    public let expected: String

    /// Makes a fault.
    public init(file: String, path: String, value: String, expected: String) {
        self.file = file
        self.path = path
        self.value = value
        self.expected = expected
    }

    /// One line: `clauses.json: clauses[3].regions[0].page is 9, expected a page from 1 to 1`.
    public var description: String {
        path.isEmpty ? "\(file): \(value), expected \(expected)" : "\(file): \(path) is \(value), expected \(expected)"
    }
}

/// Everything that is wrong with what was to be read, so that it can be mended in one go.
public struct SourceFaults: Error, Hashable, Sendable, CustomStringConvertible {
    /// The most faults that are kept one by one.
    public static let limit = 100

    /// The faults, in the order in which they were found; at least one, at most ``limit``.
    public let faults: [SourceFault]
    /// How many more there are.
    public let furtherCount: Int

    /// Makes an error of all faults that were found; those beyond ``limit`` are only counted.
    public init(_ faults: [SourceFault], furtherCount: Int = 0) {
        self.faults = Array(faults.prefix(Self.limit))
        self.furtherCount = furtherCount + max(0, faults.count - Self.limit)
    }

    /// One line a fault, and one for the rest: `and 12 more`.
    public var lines: [String] {
        faults.map(\.description) + (furtherCount > 0 ? ["and \(furtherCount) more"] : [])
    }

    /// The lines, one below another.
    public var description: String { lines.joined(separator: "\n") }
}
