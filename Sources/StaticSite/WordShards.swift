import ClauseStore
import WebDocuments

/// An index of the words of a document's texts, in parts small enough to be fetched while somebody types.
///
/// Words are in the order of their code points, and a shard holds a stretch of them: a word, or all that begin alike, are in
/// shards that the first words tell. A shard is a list of `[word, places]`; a place is the text's number times four plus its
/// field's, and the positions where the word stands in that field.
struct WordShards {
    /// `words.json`: of each text the clause's position, the language, its place, whether it is the document's own, whether
    /// it has more than a transcription, and how many words it has; and the first word of each shard.
    let directory: JSON
    /// `words/0.json` and so on.
    let shards: [JSON]

    /// How many numbers a shard holds, at some three bytes each.
    private static let size = 10_000

    /// - Complexity: O(*n* log *n*) in the number of words.
    init(_ texts: [WordedText]) {
        var places: [String: [(unit: Int, positions: [Int])]] = [:]
        for (number, text) in texts.enumerated() {
            for (field, words) in text.words.enumerated() {
                let unit = number * 4 + field
                for (position, word) in words.enumerated() {
                    var known = places[word] ?? []
                    if let last = known.indices.last, known[last].unit == unit {
                        known[last].positions.append(position)
                    } else {
                        known.append((unit, [position]))
                    }
                    places[word] = known
                }
            }
        }
        var (firsts, shards): ([JSON], [JSON]) = ([], [])
        var (entries, count): ([JSON], Int) = ([], 0)
        func close() {
            if !entries.isEmpty { shards.append(.array(entries)) }
            (entries, count) = ([], 0)
        }
        for (word, places) in places.sorted(by: { Self.precedes($0.key, $1.key) }) {
            if entries.isEmpty { firsts.append(.string(word)) }
            let list = places.map { JSON.array([.int($0.unit)] + $0.positions.map(JSON.int)) }
            entries.append(.array([.string(word), .array(list)]))
            count += places.reduce(2) { $0 + 1 + $1.positions.count }
            if count >= Self.size { close() }
        }
        close()
        let rows = texts.map { text in
            JSON.array([
                .int(text.clause), .string(text.language), .int(text.position), .int(text.isOwn ? 1 : 0),
                .int(text.hasWords ? 1 : 0), .int(text.words.reduce(0) { $0 + $1.count }),
            ])
        }
        directory = .object([("texts", .array(rows)), ("shards", .array(firsts))])
        self.shards = shards
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) { $0.value < $1.value }
    }
}
