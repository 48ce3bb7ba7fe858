import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore

@Suite struct DerivedFileRoomTests {
    private let scratch: TemporaryFolder
    private let files: DerivedFiles

    init() throws {
        scratch = try TemporaryFolder()
        files = DerivedFiles(besideDatabase: scratch.path("library.sqlite"))
    }

    private var folder: String { scratch.path("library.sqlite-indexes") }

    private func path(_ number: Int) -> String { "\(folder)/\(number)-1.index" }

    /// Writes a file of three blocks of 4096 bytes, and lets the clock of the file system go on.
    @discardableResult
    private func write(_ number: Int, byteCount: Int = 3 * 4096, with files: DerivedFiles? = nil) -> Bool {
        defer { usleep(12_000) }
        return (files ?? self.files).write(to: path(number)) { file in
            let part = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount / 3)
            return (0..<3).allSatisfy { _ in part.withUnsafeBytes { file.write($0) } }
        }
    }

    private func names() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0 != DerivedFileRoom.fileName }.sorted()
    }

    private func isThere(_ number: Int) -> Bool { FileManager.default.fileExists(atPath: path(number)) }

    private func byteCount() throws -> Int {
        try names().reduce(0) { sum, name in
            let size = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size] as? Int
            return sum + (size ?? 0)
        }
    }

    @Test func `all files together never pass the limit, and what was used longest ago goes first`() throws {
        files.setLimit(100_000)
        for number in 0..<40 {
            #expect(write(number))
            #expect(try byteCount() <= 100_000)
            // Used again and again, it is never the one of longest ago.
            #expect(files.open(path(0)) != nil)
        }
        // Eight files of three blocks: the first, and the last seven.
        #expect((0..<40).filter(isThere) == [0] + (33..<40))
    }

    @Test func `a file that is open is never removed, also by another program`() throws {
        files.setLimit(100_000)
        #expect(write(0))
        var opened = files.open(path(0))
        // As another program would have it: a room of its own.
        let other = DerivedFiles(besideDatabase: scratch.path("library.sqlite"))
        for number in 1..<30 { #expect(write(number, with: number.isMultiple(of: 2) ? files : other)) }
        #expect(isThere(0))
        #expect(try byteCount() <= 100_000)
        #expect(opened?.byteCount == 3 * 4096)
        opened = nil
        #expect(write(30, with: other))
        #expect(!isThere(0))
    }

    @Test func `a file that is opened twice is in use until it is closed twice`() throws {
        files.setLimit(3 * 4096)
        #expect(write(0))
        do {
            let second = files.open(path(0))
            do {
                let first = files.open(path(0))
                #expect(first != nil && second != nil)
            }
            withExtendedLifetime(second) { #expect(!write(1)) }
        }
        #expect(write(1))
        #expect(names() == ["1-1.index"])
    }

    @Test func `where there is no room nothing is written, nothing removed and nothing left`() throws {
        files.setLimit(30_000)
        #expect(write(0) && write(1))
        withExtendedLifetime([0, 1].map { files.open(path($0)) }) {
            #expect(!write(2))
            #expect(names() == ["0-1.index", "1-1.index"])
        }
        // One part that is larger than the limit.
        #expect(!write(3, byteCount: 100_000))
        #expect(names() == ["0-1.index", "1-1.index"])
        #expect(write(4))
    }

    @Test func `what was not finished gives its room back`() throws {
        files.setLimit(30_000)
        for number in 0..<10 {
            let isWritten = files.write(to: path(number)) { file in
                [UInt8](repeating: 1, count: 25_000).withUnsafeBytes { file.write($0) } && false
            }
            #expect(!isWritten)
        }
        #expect(names().isEmpty)
        #expect(write(1) && write(2))
        #expect(names().count == 2)
    }

    @Test func `the limit is the library's, and a lower one holds at once`() throws {
        files.setLimit(100_000)
        let other = DerivedFiles(besideDatabase: scratch.path("library.sqlite"))
        for number in 0..<20 { #expect(write(number, with: other)) }
        #expect(try byteCount() <= 100_000)
        files.setLimit(40_000)
        #expect((0..<20).filter(isThere) == [17, 18, 19])
        files.setLimit(0)
        #expect(names().isEmpty)
        #expect(!write(21, with: other))
    }

    @Test func `files that an older program has written are counted`() throws {
        files.setLimit(100_000)
        for number in 0..<20 {
            try Data(count: 8192).write(to: URL(filePath: path(number)))
            usleep(12_000)
        }
        let other = DerivedFiles(besideDatabase: scratch.path("library.sqlite"))
        #expect(write(20, with: other))
        #expect(try byteCount() <= 100_000)
        #expect(isThere(20) && isThere(19) && !isThere(0))
    }

    @Test func `a damaged count is made again`() throws {
        files.setLimit(100_000)
        for content in [Data(), Data("rubbish".utf8), Data(repeating: 0xFF, count: 24)] {
            try content.write(to: URL(filePath: folder + "/" + DerivedFileRoom.fileName))
            #expect(write(0))
        }
    }

    @Test func `with no room at all the answers are the same, and nothing is kept`() throws {
        let library = try TestStore(SourceFixture())
        let places = (0..<20).map { Point(x: Double($0) * 50 + 5, y: Double($0) * 40 + 5) }
        let expected = try places.map { try library.store.clauses(of: "psalter", at: $0).map(\.id) }
        #expect(expected.contains { !$0.isEmpty })
        let store = try ClauseStore(path: library.path, access: .readOnly, derivedByteLimit: 0)
        #expect(try places.map { try store.clauses(of: "psalter", at: $0).map(\.id) } == expected)
        let page = try store.indexedPage(1, of: "psalter")
        #expect(try store.writtenAnswers(of: page, tag: "", encode: { Array($0.id.utf8) }) == nil)
        // The index that the other store has in use stays.
        let kept = try FileManager.default.contentsOfDirectory(atPath: library.path + "-indexes")
        #expect(kept.allSatisfy { $0 == ".room" || $0.hasSuffix(".index") })
        #expect(!kept.contains { $0.contains("partial") })
    }

    @Test func `a server that starts removes what a killed one was writing, but not what another one writes`() throws {
        let library = try TestStore(SourceFixture())
        let folder = library.path + "-indexes"
        try Data("half".utf8).write(to: URL(filePath: folder + "/1-1-0-3.answers.partial-999999-1"))
        let other = DerivedFiles(besideDatabase: library.path)
        let isWritten = try other.write(to: folder + "/1-1-0-3.fr.answers") { file in
            #expect([UInt8](repeating: 7, count: 100).withUnsafeBytes { file.write($0) })
            _ = try ClauseStore(path: library.path, access: .readOnly, derivedByteLimit: 1 << 20)
            return true
        }
        #expect(isWritten)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!names.contains { $0.contains("partial") })
        #expect(names.contains("1-1-0-3.fr.answers"))
    }
}
