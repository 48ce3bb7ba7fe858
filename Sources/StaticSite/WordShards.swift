import ClauseStore
import WebDocuments

/// An index of the words of a document's texts, in parts small enough to be fetched while a reader types.
///
/// Words are in code point order, and a shard contains a range of them. The first words of the shards identify the
/// shards that contain a word, or all words with a prefix. A shard is a list of `[word, places]`. A place is four times
/// the text's number plus the field's number, followed by the positions of the word in that field.
struct WordShards {
    /// `words.json`: for each text the clause's position, the language and its position, whether it is the document's
    /// own, whether it has more than a transcription, and its number of words; and the first word of each shard.
    let directory: JSON
    /// `words/0.json` and so on.
    let shards: [JSON]

    /// The approximate number of integers in a shard, of about three bytes each.
    private static let size = 10_000

    /// - Complexity: O(*n* log *n*) in the number of words.
    init(_ texts: [WordedText]) {
        var places: [String: [(unit: Int, positions: [Int])]] = [:]
        for (number, text) in texts.enumerated() {
            for (field, words) in text.words.enumerated() {
                let unit = number * 4 + field
                for (position, word) in words.enumerated() {
                    Self.add(position, in: unit, to: &places[word, default: []])
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

    /// Modifies the array in place, because a word can have as many places as there are texts.
    private static func add(_ position: Int, in unit: Int, to places: inout [(unit: Int, positions: [Int])]) {
        if let last = places.indices.last, places[last].unit == unit {
            places[last].positions.append(position)
        } else {
            places.append((unit, [position]))
        }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) { $0.value < $1.value }
    }
}
