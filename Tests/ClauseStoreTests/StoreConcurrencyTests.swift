import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@Suite struct StoreConcurrencyTests {
    @Test func `concurrent readers see a single version in every result`() async throws {
        let library = try TestStore(SourceFixture())
        var other = SourceFixture()
        for name in ["texts/en.json", "texts/fr.json"] {
            other.files[name] = Data(#"{ "1": { "title": "second" }, "2": { "title": "second" } }"#.utf8)
        }
        try other.replace(#"["church"], "remark""#, with: #"["money"], "remark""#, in: "clauses.json")
        let documents = [try SourceFixture().read(), try other.read()]
        let isDone = Flag()
        // A second store on the same file represents another process.
        let stores = [library.store, try ClauseStore(path: library.path, access: .readOnly)]

        try await withThrowingTaskGroup(of: Int.self) { group in
            for store in stores {
                group.addTask {
                    try await onThread {
                        var count = 0
                        while !isDone.isSet || count == 0 {
                            let church = try store.clauses(of: "psalter", ClauseFilter(categories: ["church"]))
                            let isSecond = church.contains { $0.title == "second" }
                            #expect(church.map(\.id) == (isSecond ? ["2", "note"] : ["2", "1", "note"]))
                            let point = try store.clauses(of: "psalter", at: .init(x: 650, y: 150))
                            #expect(point.map(\.id) == ["2", "1"])
                            #expect(Set(point.map { $0.title == "second" }).count == 1)
                            count += 1
                        }
                        return count
                    }
                }
            }
            group.addTask {
                try await onThread {
                    defer { isDone.set() }
                    for version in 2...40 {
                        let outcome = try library.store.put(
                            documents[(version + 1) % 2], images: [1: SourceFixture.image], source: "", at: Date())
                        #expect(outcome == .replaced(version: version))
                    }
                    return 39
                }
            }
            for try await count in group { #expect(count > 0) }
        }
    }

    @Test func `writers in two stores wait for each other`() async throws {
        let library = try TestStore()
        let other = try ClauseStore(path: library.path, access: .readWrite)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, store) in [("a", library.store), ("b", other)] {
                group.addTask {
                    try await onThread {
                        for number in 0..<20 {
                            let document = try SourceDocument.imageAlone(
                                id: "\(name)\(number)", title: name, image: "i.png", width: 1000, height: 800)
                            _ = try store.put(document, images: [1: SourceFixture.image], source: "", at: Date())
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.store.documents().count == 40)
    }

    @Test func `tables of texts that are imported concurrently keep each other's texts`() async throws {
        let library = try TestStore(SourceFixture())
        let other = try ClauseStore(path: library.path, access: .readWrite)
        let clauses = ["preamble", "2", "1", "3", "seal", "note"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (language, store) in [("en", library.store), ("fr", other)] {
                group.addTask {
                    try await onThread {
                        for cell in 0..<2 * clauses.count {
                            let (purpose, clause) = (["title", "context"][cell % 2], clauses[cell / 2])
                            let table = "clause,\(language) \(purpose)\n\(clause),\(language) \(clause)\n"
                            let report = try store.importTexts(
                                Data(table.utf8), named: "t.csv", into: "psalter", at: Date())
                            #expect(report.changeCount == 1 && report.outcome != .unchanged)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.store.document("psalter").version == 25)
        for language in ["en", "fr"] {
            for id in clauses {
                let clause = try library.store.clause(id, of: "psalter", lang: language)
                #expect(clause.title == "\(language) \(id)" && clause.context == "\(language) \(id)")
            }
        }
    }

    @Test func `stores created concurrently at one path all work`() async throws {
        for _ in 0..<40 {
            let folder = try TemporaryFolder()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await onThread {
                            let store = try ClauseStore(path: folder.path("library.sqlite"), access: .readWrite)
                            #expect(try store.documents().isEmpty)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Runs blocking work on a separate thread, as the store requires of its callers.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// A flag shared between threads.
private final class Flag: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
