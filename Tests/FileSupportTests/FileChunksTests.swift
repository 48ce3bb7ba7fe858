import FileSupport
import Foundation
import Testing

@Suite struct FileChunksTests {
    private struct Fault: Error, Equatable {
        let reason: String
    }

    private func chunks(of path: String, end: Int = .max) throws(Fault) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        try FileChunks.forEach(of: path, failure: { Fault(reason: $0) }) { bytes throws(Fault) in
            if chunks.count == end { throw Fault(reason: "enough") }
            chunks.append(Array(bytes))
        }
        return chunks
    }

    @Test func `the chunks are the bytes of the file, in order`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "file-chunks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        for byteCount in [0, 1, 1 << 20, 5 << 19] {
            let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
            try Data(bytes).write(to: file)
            let chunks = try chunks(of: file.path())
            #expect(chunks.count == (byteCount + (1 << 20) - 1) >> 20 && Array(chunks.joined()) == bytes)
        }
        #expect(throws: Fault(reason: "enough")) { try chunks(of: file.path(), end: 1) }
    }

    @Test func `what cannot be read is an error with the system's reason`() {
        #expect(throws: Fault(reason: "No such file or directory")) { try chunks(of: "/nonexistent") }
        // A folder can be opened, but not read.
        #expect(throws: Fault(reason: "Is a directory")) { try chunks(of: "/") }
    }
}
