import ClauseStore
import DocumentModel
import ExplorerServer
import WebDocuments

/// Writes `{ "total": …, "documents": [ … ] }` to standard output, one document at a time. The bytes are the same as if
/// it was written at once, but memory holds only one document.
struct DocumentListing {
    private var isEmpty = true

    /// Starts the list.
    ///
    /// - Parameters:
    ///   - total: The total number of documents.
    ///   - next: The cursor at which the next list continues, if there is one.
    init(total: Int, next: DocumentCursor? = nil) {
        let head = JSON.documents([], total: total, next: next).bytes(indented: true)
        // Without the end of the empty array and of the object.
        Self.put(head.dropLast("]\n}".utf8.count))
    }

    /// Writes one document.
    mutating func write(_ document: JSON) {
        let lines = document.bytes(indented: true).split(separator: 0x0A)
        Self.put(Array((isEmpty ? "\n    " : ",\n    ").utf8) + lines.joined(separator: Array("\n    ".utf8)))
        isEmpty = false
    }

    /// Ends the list.
    func end() { Self.put(Array((isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)) }

    private static func put(_ bytes: some Sequence<UInt8>) { Terminal.write(Array(bytes)) }
}
