import DocumentLibrary
import FileSupport
import Foundation
import TestSupport
import Testing

@testable import Publishing

/// What a machine says whose disk cannot take what is fetched.
@Suite("Publishing, full disks")
struct FullDiskTests {
    @Test func `a database that finds no space for its comparison is an error with the file and the system's reason`()
        throws
    {
        // Every write to this device fails.
        let file = try PatchedFile("/dev/full")
        let error = #expect(throws: LibraryError.self) { try file.write(Data("piece".utf8), at: 0) }
        #expect(error.map { "\($0)" }?.contains("/dev/full") == true)
        #expect(error.map { "\($0)" }?.contains("No space left on device") == true)
        let missing = #expect(throws: LibraryError.self) { try PatchedFile("/nonexistent/library.sqlite") }
        #expect(missing.map { "\($0)" }?.contains("/nonexistent/library.sqlite") == true)
    }

    @Test func `a piece that differs, lies elsewhere or is cut off is lacking`() throws {
        let folder = try TemporaryFolder()
        let pieces = ["aaaa", "bbbb", "cc"]
        let database = Release.Database(
            byteCount: 10, sha256: Digest.sha256("aaaabbbbcc".utf8), pieceByteCount: 4,
            pieces: pieces.map { Digest.sha256($0.utf8) })
        for (text, lacking) in [("aaaabbbbcc", []), ("bbbbaaaacc", [0, 1]), ("aaaaxbbbc", [1, 2]), ("", [0, 1, 2])] {
            try folder.write("file", Data(text.utf8))
            let found = try PatchedFile(folder.path("file")).lackingPieces(of: database) { false }
            #expect(found == lacking, "\(text)")
        }
    }

    @Test func `a theme that cannot be written is an error of one line with its path`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("whole/theme"), withIntermediateDirectories: true)
        try folder.write("whole/theme/theme.json", Data("{}".utf8))
        let pack = try #require(try ThemePack(ofLibraryIn: folder.path("whole")))
        try folder.write("file", Data())
        let error = #expect(throws: LibraryError.self) { try pack.write(toLibraryIn: folder.path("file")) }
        let line = error.map { "\($0)" } ?? ""
        #expect(line == folder.path("file/theme") + ": cannot be made (\(SystemError.text(ENOTDIR)))")
    }
}
