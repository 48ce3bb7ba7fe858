import DocumentModel

/// What could not be taken over as it was. The same words are said once, with how often and where first.
struct ImportNotes {
    /// The most lines; further ones are counted.
    private static let limit = 100

    private var order: [String] = []
    private var counts: [String: (count: Int, first: String)] = [:]
    private var furtherCount = 0

    /// Notes something, and the place: an annotation's id, say, or a path.
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

    /// Notes a value that documents have no place for.
    ///
    /// - Parameter what: What it is, in words that do not name the place: "thumbnail of a canvas".
    mutating func leaveOut(_ node: SourceNode, _ what: String) {
        add("\(what) is not supported and was left out", at: node.path.description)
    }

    /// Notes the members of an object that nothing is made of, each by its path.
    ///
    /// - Parameters:
    ///   - whole: What the object is: "a canvas".
    ///   - known: The keys of what is taken over.
    mutating func leaveOut(from object: SourceObject, _ whole: String, besides known: Set<String>) {
        for (key, node) in object.nodes where !known.contains(key) && !node.isEmpty {
            leaveOut(node, "\(FaultText.plain(key)) of \(whole)")
        }
    }

    /// The lines, each beginning with the file's name.
    func lines(of file: String) -> [String] { lines.map { "\(file): \($0)" } }

    /// The lines.
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
