import DocumentFormats
public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns the glossary entries of a document, in order; empty if it has no glossary.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of the glossary.
    public func glossary(of document: String) throws(ClauseStoreError) -> [GlossaryEntry] {
        try read { try DocumentReader($0).glossary(of: document) }
    }
}

extension DocumentReader {
    /// Returns the glossary of the served version, read from its source file.
    func glossary(of id: String) throws -> [GlossaryEntry] {
        guard let bytes = try file("glossary.json", of: id) else { return [] }
        guard let file = try? JSONParser.parse(bytes) else {
            throw ClauseStoreError.damaged("the file glossary.json of \(id)")
        }
        return GlossaryEntry.stored(file)
    }
}
