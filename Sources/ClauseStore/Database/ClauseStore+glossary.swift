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
        try json("glossary.json", of: id).map { GlossaryEntry.stored($0) } ?? []
    }
}
