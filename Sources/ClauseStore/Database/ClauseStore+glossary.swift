import DocumentFormats
public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// The entries of a document's glossary, in their order; none where it has none.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of the glossary.
    public func glossary(of document: String) throws(ClauseStoreError) -> [GlossaryEntry] {
        try read { try DocumentReader($0).glossary(of: document) }
    }
}

extension DocumentReader {
    /// The glossary of the version that is served, which its source file has.
    func glossary(of id: String) throws -> [GlossaryEntry] {
        guard let bytes = try file("glossary.json", of: id) else { return [] }
        guard let file = try? JSONParser.parse(bytes) else {
            throw ClauseStoreError.damaged("the file glossary.json of \(id)")
        }
        return GlossaryEntry.stored(file)
    }
}
