public import DocumentModel
import Foundation

/// A table (CSV) that describes the scans of a batch import. Its columns are `file`, `id`, `title`, `shelfmark`,
/// `rights`, `date` and `holder`, in any order. Only `file` is required.
public struct ScanTable: Sendable {
    /// A row.
    private struct Entry {
        /// The line number, from 1.
        let line: Int
        let file: String
        let description: ScanDescription
    }

    /// The table's name, for faults and notes.
    private let name: String
    private let entries: [Entry]
    /// A note for each unknown column.
    private var notes: [String] = []

    private static let columns = ["file", "id", "title", "shelfmark", "rights", "date", "holder"]

    /// Reads a table.
    ///
    /// - Throws: All faults in the table's form, ids and rights, each with its line.
    /// - Complexity: O(*n*) in the size of the file.
    public init(path: String) throws(SourceFaults) {
        let bytes = try FolderSource.bytes(of: path, byteLimit: CSV.byteLimit, expected: "a table of scans")
        try self.init(bytes, named: (path as NSString).lastPathComponent)
    }

    /// Reads a table from memory.
    init(_ bytes: Data, named name: String) throws(SourceFaults) {
        self.name = name
        let rows = try CSV.read(bytes, named: name)
        let header = rows.first?.cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() } ?? []
        let expected = "a first row of names: \(Self.columns.joined(separator: ", "))"
        var faults: [SourceFault] = []
        func fault(_ line: Int, _ value: String, _ expected: String) {
            faults.append(SourceFault(file: name, path: "line \(line)", value: value, expected: expected))
        }
        if !header.contains("file") { fault(1, "a first row without \"file\"", expected) }
        for (position, column) in header.enumerated() {
            if !Self.columns.contains(column) {
                guard !column.isEmpty else { continue }
                notes.append(
                    "\(name): the column \(FaultText.quoted(column)) is left out, expected "
                        + Self.columns.joined(separator: ", "))
            } else if header[..<position].contains(column) {
                fault(1, "a row with the column \(FaultText.quoted(column)) twice", "each once")
            }
        }
        var entries: [Entry] = []
        var lines: [String: Int] = [:]
        var ids: [String: Int] = [:]
        for row in rows.dropFirst() {
            let cells = Dictionary(zip(header, row.cells)) { first, _ in first }
            func cell(_ column: String) -> String? {
                let words = cells[column]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
                return words.isEmpty ? nil : words
            }
            guard let file = cell("file") else {
                if header.contains("file") { fault(row.line, "a row without a file", "the name of a scan") }
                continue
            }
            if let line = lines.updateValue(row.line, forKey: Self.standard(file)) {
                fault(row.line, "\(FaultText.quoted(file)) again, after line \(line)", "each file once")
            }
            if let id = cell("id") {
                if !Identifier.isValid(id) { fault(row.line, FaultText.quoted(id), Identifier.rule) }
                if let line = ids.updateValue(row.line, forKey: id) {
                    fault(row.line, "the id \(FaultText.quoted(id)) again, after line \(line)", "each id once")
                }
            }
            if let rights = cell("rights"), !WebAddress.isValid(rights) {
                fault(row.line, FaultText.quoted(rights), "an http or https URI")
            }
            entries.append(
                Entry(
                    line: row.line, file: file,
                    description: ScanDescription(
                        id: cell("id"), title: cell("title"), shelfmark: cell("shelfmark"), rights: cell("rights"),
                        date: cell("date"), holder: cell("holder"))))
        }
        guard faults.isEmpty else { throw SourceFaults(faults) }
        self.entries = entries
    }

    /// Matches rows to sources: by path, or by file name if only one source has that name.
    ///
    /// - Parameter sources: The paths of sources.
    /// - Returns: The description of each source, and a note for each unknown column, each row without a source and
    ///   each source without a row.
    /// - Throws: A fault for each row whose name matches several sources.
    /// - Complexity: O(*n*) in the numbers of rows and sources.
    public func descriptions(
        of sources: [String]
    ) throws(SourceFaults) -> (descriptions: [ScanDescription], notes: [String]) {
        var byPath: [String: [Int]] = [:]
        var byName: [String: [Int]] = [:]
        for (position, source) in sources.enumerated() {
            let path = Self.standard(source)
            byPath[path, default: []].append(position)
            byName[(path as NSString).lastPathComponent, default: []].append(position)
        }
        var descriptions = [ScanDescription](repeating: ScanDescription(), count: sources.count)
        var isDescribed = [Bool](repeating: false, count: sources.count)
        var (notes, faults) = (self.notes, [SourceFault]())
        for entry in entries {
            let path = Self.standard(entry.file)
            let found = byPath[path] ?? (path.contains("/") ? nil : byName[path]) ?? []
            if found.isEmpty {
                notes.append("\(name): line \(entry.line): \(FaultText.plain(entry.file)) is not among the sources")
            } else if found.count > 1, byPath[path] == nil {
                faults.append(
                    SourceFault(
                        file: name, path: "line \(entry.line)",
                        value: "\(FaultText.quoted(entry.file)), which is the name of \(found.count) sources",
                        expected: "the path of one"))
            }
            for position in found { (descriptions[position], isDescribed[position]) = (entry.description, true) }
        }
        guard faults.isEmpty else { throw SourceFaults(faults) }
        for (position, source) in sources.enumerated() where !isDescribed[position] {
            notes.append("\(FaultText.plain(source)) has no row in \(name)")
        }
        return (descriptions, notes)
    }

    /// Normalises a path: removes `./`, doubled slashes and a trailing slash.
    private static func standard(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
