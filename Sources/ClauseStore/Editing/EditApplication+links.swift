import DocumentFormats
import DocumentModel

/// Checks of edits to positioned words.
extension EditApplication {
    /// Throws unless all words are on existing pages and within their bounds.
    ///
    /// - Complexity: O(*n*) in the number of words.
    func checkPlaces(ofWords change: EditOperation) throws {
        var sizes: [Int: (width: Int, height: Int)] = [:]
        for word in ClauseWord.stored(change.after) {
            let path = change.path.description
            guard try willExist(page: word.page) else {
                throw EditFault(
                    path: path, value: "a word on page \(word.page)", expected: "a page of the document")
            }
            guard let size = try sizes[word.page] ?? fields.size(ofPage: word.page, after: newValues) else { continue }
            sizes[word.page] = size
            guard LinkReader.isWithin(word.box, size) else {
                throw EditFault(
                    path: path, value: "the word \(FaultText.quoted(word.text)), which leaves its page",
                    expected: LinkReader.boxRule(size))
            }
        }
    }
}
