import DocumentFormats
public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns the tours of a document, in order; empty if it has none.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of the tours.
    public func tours(of document: String) throws(ClauseStoreError) -> [Tour] {
        try read { try DocumentReader($0).tours(of: document) }
    }
}

extension DocumentReader {
    /// Returns the tours of the served version, read from its source file.
    func tours(of id: String) throws -> [Tour] {
        try json("tours.json", of: id).map { Tour.stored($0) } ?? []
    }
}
