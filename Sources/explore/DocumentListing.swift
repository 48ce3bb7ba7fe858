import ClauseStore
import DocumentModel
import ExplorerServer
import WebDocuments
import Foundation

/// Writes `{ "total": …, "documents": [ … ] }` to standard output document by document, byte for byte as it would be
/// written at once, so that a list of any length takes the memory of one document.
struct DocumentListing {
    private var isEmpty = true

    /// Begins the list.
    ///
    /// - Parameters:
    ///   - total: How many documents there are altogether.
    ///   - next: Where the next list goes on, where there is one.
    init(total: Int, next: DocumentCursor? = nil) {
        let head = JSON.documents([], total: total, next: next).bytes(indented: true)
        // Without the closing of the empty list and of the whole.
        Self.put(head.dropLast("]\n}".utf8.count))
    }

    /// Writes one more.
    mutating func write(_ document: JSON) {
        let lines = document.bytes(indented: true).split(separator: 0x0A)
        Self.put(Array((isEmpty ? "\n    " : ",\n    ").utf8) + lines.joined(separator: Array("\n    ".utf8)))
        isEmpty = false
    }

    /// Ends the list.
    func end() { Self.put(Array((isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)) }

    private static func put(_ bytes: some Sequence<UInt8>) { FileHandle.standardOutput.write(Data(bytes)) }
}
