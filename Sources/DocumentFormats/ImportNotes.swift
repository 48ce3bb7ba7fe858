import DocumentModel

/// Notes on what could not be imported unchanged. Identical notes are merged, with a count and the first place.
struct ImportNotes {
    /// The maximum number of lines. Further notes are only counted.
    private static let limit = 100

    private var order: [String] = []
    private var counts: [String: (count: Int, first: String)] = [:]
    private var furtherCount = 0

    /// Adds a note with a place, such as an annotation's id or a path.
    mutating func add(_ text: String, at place: String = "") {
        if let known = counts[text] {
            counts[text] = (known.count + 1, known.first)
        } else if order.count < Self.limit {
            order.append(text)
            counts[text] = (1, place)
        } else {
            furtherCount += 1
        }
    }

    /// Notes that a value is left out because documents cannot hold it.
    ///
    /// - Parameter what: A description of the value that does not include the place, such as "thumbnail of a canvas".
    mutating func leaveOut(_ node: SourceNode, _ what: String) {
        add("\(what) is not supported and was left out", at: node.path.description)
    }

    /// Notes each non-empty member of an object that is not imported, with its path.
    ///
    /// - Parameters:
    ///   - whole: A description of the object, such as "a canvas".
    ///   - known: The keys of the members that are imported.
    mutating func leaveOut(from object: SourceObject, _ whole: String, besides known: Set<String>) {
        for (key, node) in object.nodes where !known.contains(key) && !node.isEmpty {
            leaveOut(node, "\(FaultText.plain(key)) of \(whole)")
        }
    }

    /// The lines, each prefixed with the file's name.
    func lines(of file: String) -> [String] { lines.map { "\(file): \($0)" } }

    /// The notes as lines of text.
    var lines: [String] {
        let lines = order.map { text in
            let (count, first) = counts[text] ?? (1, "")
            let place = first.isEmpty ? "" : FaultText.plain(first, limit: 120)
            switch (count, place.isEmpty) {
            case (1, true): return text
            case (1, false): return "\(text) (\(place))"
            case (_, true): return "\(text) (\(count) times)"
            default: return "\(text) (\(count) times, first \(place))"
            }
        }
        return lines + (furtherCount > 0 ? ["and \(furtherCount) more notes"] : [])
    }
}
