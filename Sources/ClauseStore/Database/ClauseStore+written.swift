public import DocumentModel
import GRDB

extension ClauseStore {
    /// What is said of each clause of a page in one language, from the file that was written for it; where there is none
    /// yet, it is written now.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - tag: The language, as ``IndexedPage/tag(for:)`` gives it.
    ///   - encode: Writes an answer, which holds no regions. A file whose answers it would write in another form is
    ///     written anew.
    ///   - isCancelled: Asked now and then whether to stop.
    /// - Returns: Nil when the page's version is not served any more, when the file cannot be written, and when cancelled.
    /// - Complexity: O(*n*) in the number of the page's clauses; when it is to be written, in their texts.
    public func writtenAnswers(
        of page: IndexedPage, tag: String, encode: (ClauseAnswer) -> [UInt8], isCancelled: () -> Bool = { false }
    ) throws(ClauseStoreError) -> WrittenAnswers? {
        let form = WrittenAnswers.checksum(encode(.complete))
        return try read { database in
            guard try isServed(page, database) else { return nil }
            let path = try derivedFiles.path(of: page.stored, .answers(tag: tag), database)
            if let written = WrittenAnswers(derivedFiles.open(path), form: form) { return written }
            let isWritten = try derivedFiles.write(to: path) { file in
                try Self.write(page, tag: tag, form: form, to: file, encode, isCancelled, database)
            }
            return isWritten ? WrittenAnswers(derivedFiles.open(path), form: form) : nil
        }
    }

    /// Writes the answers in parts, so that the memory that it takes does not grow with the page.
    private static func write(
        _ page: IndexedPage, tag: String, form: UInt32, to file: borrowing NewFile, _ encode: (ClauseAnswer) -> [UInt8],
        _ isCancelled: () -> Bool, _ database: Database
    ) throws -> Bool {
        let sql = "SELECT DISTINCT clause FROM region WHERE page = ? ORDER BY clause"
        let keys = try Int64.fetchAll(database, sql: sql, arguments: [page.stored.key])
        let reader = AnswerReader(database: database)
        var writer = AnswerFileWriter()
        for start in stride(from: 0, to: keys.count, by: 500) {
            if isCancelled() { return false }
            let part = Array(keys[start..<min(start + 500, keys.count)])
            let answers = try reader.answers(
                part, lang: tag.isEmpty ? nil : tag, occasion: .itself, includingRegions: false)
            for (key, answer) in zip(part, answers) where !writer.add(key, encode(answer), to: file) { return false }
        }
        return writer.finish(form: form, in: file)
    }
}

extension ClauseAnswer {
    /// One that has everything but regions: how it is written tells one form of answers from another.
    fileprivate static let complete = ClauseAnswer(
        id: "1", number: "1", kind: .clause, incipit: "incipit", title: "title", translation: "translation\n\"1\"",
        context: "context", transcription: "transcription", lang: "en", categories: ["a", "b"], style: .outline,
        regions: nil)
}
