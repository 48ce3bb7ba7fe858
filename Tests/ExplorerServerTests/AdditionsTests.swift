import ClauseStore
import DocumentLibrary
import Foundation
import NIOConcurrencyHelpers
import Synchronization
import TestSupport
import Testing

@Suite(.ownThreads) struct AdditionsTests {
    /// Writes source folders, many of which have the same scan.
    private static func sources(_ count: Int, in folder: URL) throws -> [String] {
        try (0..<count).map { number in
            let source = folder.appending(path: "source-\(number)")
            try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
            let about = """
                {"id": "sheet-\(number)", "title": {"en": "Sheet \(number)"}, "language": "la", "languages": ["en"],
                 "status": "published", "pages": [{"image": "scan.tif"}]}
                """
            try Data(about.utf8).write(to: source.appending(path: "document.json"))
            let pixels = [UInt8](repeating: UInt8(number % 3), count: 300 * 200 * 3)
            try Data(PlainTIFF.bytes(width: 300, height: 200, pixels: pixels)).write(
                to: source.appending(path: "scan.tif"))
            return source.path()
        }
    }

    @Test func `files removed by another process during an import are recreated`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-additions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = try Self.sources(24, in: folder)
        let path = folder.appending(path: "library").path()
        let library = try Library(path: path, access: .write)
        let isOver = Atomic(false)
        let removals = Atomic(0)
        let ended = DispatchSemaphore(value: 0)
        // Removes documents, and thus scans that others are about to use, through a separate library.
        Thread.detachNewThread {
            let other = try? Library(path: path, access: .change)
            while !isOver.load(ordering: .relaxed) {
                for number in 0..<24 where (try? other?.remove("sheet-\(number)")) != nil {
                    removals.add(1, ordering: .relaxed)
                }
            }
            ended.signal()
        }
        var failures: [String] = []
        for _ in 0..<4 {
            let run = AddRun(jobs: 4, open: { library })
            try run.run(sources, progress: { _, _ in }) { outcome in
                if case .failure(let error) = outcome.result { failures.append("\(outcome.source): \(error)") }
            }
        }
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        // After three failed attempts it reports an error, and nothing else.
        #expect(
            failures.allSatisfy { $0.contains("were removed repeatedly") || $0.contains("no document") },
            "\(failures)")
        #expect(failures.count < 96)
        #expect(try library.verify().damages == [])
        #expect(removals.load(ordering: .relaxed) > 0)
        // Once nothing interferes, all documents are added, with three different scans.
        try AddRun(jobs: 4, open: { library }).run(sources, progress: { _, _ in }) { _ = try $0.result.get() }
        #expect(try library.store.documentIDs().count == 24)
        #expect(try library.verify().damages == [])
        for kind in ["originals", "pyramids"] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/" + kind).count == 3)
        }
    }

    @Test func `a scan that changes while it is added is refused, and nothing of it stays`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-additions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = try Self.sources(1, in: folder)[0]
        let path = folder.appending(path: "library").path()
        let library = try Library(path: path, access: .write)
        let change: @Sendable () -> Void = {
            let scan = FileHandle(forWritingAtPath: source + "/scan.tif")
            scan?.seekToEndOfFile()
            scan?.write(Data([0]))
            scan?.closeFile()
        }
        var failures: [String] = []
        try AddRun(jobs: 1, open: { library }).run(
            [source],
            progress: { _, progress in if case .slicing = progress { change() } },
            report: { outcome in if case .failure(let error) = outcome.result { failures.append("\(error)") } })
        #expect(failures.count == 1)
        #expect(failures.first?.contains("scan.tif: was changed while it was read") == true, "\(failures)")
        #expect(try library.store.documentIDs().isEmpty)
        for kind in ["originals", "pyramids"] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/" + kind).isEmpty)
        }
        // Once it stays as it is, it is added.
        try AddRun(jobs: 1, open: { library }).run([source], progress: { _, _ in }) { _ = try $0.result.get() }
        #expect(try library.verify().damages == [])
    }

    @Test func `outcomes are reported in list order, however long each source takes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-additions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var sources = try Self.sources(9, in: folder)
        sources.insert(folder.appending(path: "nowhere").path(), at: 4)
        let running = NIOLockedValueBox((now: 0, most: 0))
        let run = AddRun(
            jobs: 3, open: { try Library(path: folder.appending(path: "library").path(), access: .write) },
            source: { path in
                running.withLockedValue { running in
                    running.now += 1
                    running.most = max(running.most, running.now)
                }
                defer { running.withLockedValue { $0.now -= 1 } }
                usleep(UInt32.random(in: 1_000...50_000))
                return try DocumentSource(path: path)
            })
        var positions: [Int] = []
        try run.run(sources, progress: { _, _ in }) { outcome in
            positions.append(outcome.position)
            #expect(outcome.source == sources[outcome.position])
            let isThere = (try? outcome.result.get()) != nil
            #expect(isThere == (outcome.position != 4))
        }
        #expect(positions == Array(0..<10))
        #expect(running.withLockedValue { $0.most } <= 3)
        // An error thrown while results are consumed ends the run.
        struct Enough: Error {}
        #expect(throws: Enough.self) { try run.run(sources, progress: { _, _ in }) { _ in throw Enough() } }
    }
}
