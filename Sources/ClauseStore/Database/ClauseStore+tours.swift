import DocumentFormats
public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// The tours of a document, in their order; none where it has none.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of the tours.
    public func tours(of document: String) throws(ClauseStoreError) -> [Tour] {
        try read { try DocumentReader($0).tours(of: document) }
    }
}

extension DocumentReader {
    /// The tours of the version that is served, which its source file has.
    func tours(of id: String) throws -> [Tour] {
        guard let bytes = try file("tours.json", of: id) else { return [] }
        guard let file = try? JSONParser.parse(bytes) else {
            throw ClauseStoreError.damaged("the file tours.json of \(id)")
        }
        return Tour.stored(file)
    }
}
