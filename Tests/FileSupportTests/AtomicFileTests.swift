import FileSupport
import Foundation
import Testing

@Suite struct AtomicFileTests {
    private struct Fault: Error, Equatable {
        let reason: String
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "atomic-file-\(UUID().uuidString)")

    private func withFolder(_ body: (String) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func replace(_ path: String, isDurable: Bool = true, _ pieces: [String]) throws(Fault) {
        try AtomicFile.replace(path, isDurable: isDurable, failure: { Fault(reason: $0) }) {
            (file: AtomicFile) throws(Fault) in
            for piece in pieces { Array(piece.utf8).withUnsafeBytes { file.append($0) } }
        }
    }

    @Test(arguments: [true, false])
    func `a file replaces the former one as a whole`(_ isDurable: Bool) throws {
        try withFolder { folder in
            let path = folder + "/a"
            try replace(path, isDurable: isDurable, ["former"])
            try replace(path, isDurable: isDurable, ["", "new ", "content"])
            #expect(FileManager.default.contents(atPath: path) == Data("new content".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func `if writing fails, the former file remains and no other file is left`() throws {
        try withFolder { folder in
            let path = folder + "/a"
            try replace(path, ["former"])
            #expect(throws: Fault(reason: "stopped")) {
                try AtomicFile.replace(path, failure: { Fault(reason: $0) }) { file throws(Fault) in
                    Array("new".utf8).withUnsafeBytes { file.append($0) }
                    throw Fault(reason: "stopped")
                }
            }
            #expect(FileManager.default.contents(atPath: path) == Data("former".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func `two files that are written to one path at once do not mix`() throws {
        try withFolder { folder in
            let path = folder + "/a"
            let files = try ["a long text", "short"].map { text in
                let file = try AtomicFile(path) { Fault(reason: $0) }
                Array(text.utf8).withUnsafeBytes { file.append($0) }
                return file
            }
            for (file, text) in zip(files, ["a long text", "short"]) {
                try file.moveIntoPlace { Fault(reason: $0) }
                #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func `the reason of a failure is the operating system's message`() throws {
        try withFolder { folder in
            #expect(throws: Fault(reason: "No such file or directory")) { try replace(folder + "/none/a", ["b"]) }
            try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: false)
            #expect(throws: Fault(reason: "Is a directory")) { try replace(folder + "/a", ["b"]) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }
}
