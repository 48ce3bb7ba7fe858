import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import ExplorerServer

/// Whatever happens to the library's files, a response is the original one, or an error with an incident id: never a
/// different one.
///
/// Tests a few dozen positions, the same in every run; `EXPLORE_DAMAGE_TRIALS=1000` in the environment sets their
/// number, and `EXPLORE_DAMAGE_SEED` varies them. Each trial prints the faults it found, and each test their number.
@Suite(.serialized) struct DamageTests {
    private static let trialCount =
        ProcessInfo.processInfo.environment["EXPLORE_DAMAGE_TRIALS"].flatMap { Int($0) } ?? 24
    private static let seed =
        ProcessInfo.processInfo.environment["EXPLORE_DAMAGE_SEED"].flatMap { UInt64($0) } ?? 1215

    private static let sound = Task { try await DamagedLibrary() }

    /// The outcome for one damaged library.
    private enum Outcome: String {
        case same, failed, refused
    }

    /// Requests everything from a damaged library and compares it with the intact one.
    ///
    /// - Parameters:
    ///   - untouched: Documents whose every response must succeed.
    ///   - what: A description of the damage.
    private func outcome(
        of copy: URL, _ sound: DamagedLibrary, untouched: [String] = [], _ what: String
    ) async throws -> Outcome {
        defer { try? FileManager.default.removeItem(at: copy) }
        let paths = ["alpha", "beta"].flatMap(DamagedLibrary.paths) + DamagedLibrary.commonPaths
        let library: Library
        let responses: [String: SampleResponse]
        do {
            library = try Library(path: copy.path(), access: .read)
            responses = try await DamagedLibrary.request(paths, of: library)
        } catch let error as ClauseStoreError {
            #expect(error.description.contains("library.sqlite"), "\(what): \(error)")
            return .refused
        }
        var hasFailed = false
        for (path, response) in responses where response.bytes != sound.responses[path] || response.status != .ok {
            hasFailed = true
            let problem = String(decoding: response.bytes, as: UTF8.self)
            // A document's page omits its first view if that cannot be rendered.
            if response.status == .ok, path.hasPrefix("/documents/"), let page = sound.responses[path] {
                #expect(!problem.contains(#"id="outlines""#) && !problem.contains("data-page"), "\(what): \(path)")
                #expect(
                    Self.withoutFirstView(problem) == Self.withoutFirstView(String(decoding: page, as: UTF8.self)),
                    "\(what): \(path)")
                continue
            }
            #expect(response.status == .internalServerError, "\(what): \(path) is \(response.status): \(problem)")
            #expect(problem.contains("under incident "), "\(what): \(path): \(problem)")
            #expect(!untouched.contains { path.contains($0) }, "\(what): \(path): \(problem)")
        }
        if hasFailed {
            let damages = try library.verify().damages
            #expect(!damages.isEmpty, "\(what): answers failed, but verify finds nothing")
        }
        return hasFailed ? .failed : .same
    }

    private static func withoutFirstView(_ page: String) -> String {
        page.replacing(#/<style>:root.*?</style>\n?/#.dotMatchesNewlines(), with: "")
            .replacing(#/<div id="paper".*?</div>/#.dotMatchesNewlines(), with: "")
            .replacing(#/<svg id="outlines".*?</svg>/#.dotMatchesNewlines(), with: "")
    }

    private func flip(_ place: Int, _ bits: UInt8, of file: URL) throws {
        var bytes = try Data(contentsOf: file)
        bytes[place] ^= bits
        try bytes.write(to: file)
    }

    /// Damages a file at many positions, one at a time.
    private func damageRepeatedly(
        _ name: String, of sound: DamagedLibrary, untouched: [String] = [], _ word: String,
        damage: (_ file: URL, _ size: Int, inout Seeded) throws -> String
    ) async throws -> [Outcome: Int] {
        var seeded = Seeded(Self.seed)
        var counts: [Outcome: Int] = [:]
        for _ in 0..<Self.trialCount {
            let copy = try sound.copy(of: [name])
            let file = copy.appending(path: name)
            let size = try Data(contentsOf: file).count
            let what = try damage(file, size, &seeded)
            counts[try await outcome(of: copy, sound, untouched: untouched, "\(name), \(what)"), default: 0] += 1
        }
        let summary = counts.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: ", ")
        print("damage: \(word) of \(name.prefix(14)), seed \(Self.seed), \(Self.trialCount) times: \(summary)")
        return counts
    }

    @Test func `a flipped byte of the database gives no wrong response, and verify finds the damage`() async throws {
        let sound = try await Self.sound.value
        let counts = try await damageRepeatedly("library.sqlite", of: sound, "a byte") { file, size, seeded in
            let (place, bits) = (Int.random(in: 0..<size, using: &seeded), UInt8.random(in: 1...255, using: &seeded))
            try flip(place, bits, of: file)
            return "byte \(place), bits \(bits)"
        }
        #expect(counts[.failed, default: 0] > 0)
    }

    @Test func `zeroed, swapped or missing database pages give no wrong response`()
        async throws
    {
        let sound = try await Self.sound.value
        _ = try await damageRepeatedly("library.sqlite", of: sound, "a page") { file, size, seeded in
            var bytes = try Data(contentsOf: file)
            let (page, other) = (
                Int.random(in: 0..<size / 4096, using: &seeded), Int.random(in: 0..<size / 4096, using: &seeded)
            )
            let (range, otherRange) = (page * 4096..<(page + 1) * 4096, other * 4096..<(other + 1) * 4096)
            switch Int.random(in: 0..<4, using: &seeded) {
            case 0:
                bytes.replaceSubrange(range, with: Data(count: 4096))
                try bytes.write(to: file)
                return "page \(page + 1) zeros"
            case 1:
                bytes.replaceSubrange(range.prefix(512), with: Data(count: 512))
                try bytes.write(to: file)
                return "half a kilobyte of page \(page + 1) zeros"
            case 2:
                let content = bytes[otherRange]
                bytes.replaceSubrange(range, with: content)
                try bytes.write(to: file)
                return "page \(other + 1) at \(page + 1)"
            default:
                let count = Int.random(in: 0..<size, using: &seeded)
                try bytes.prefix(count).write(to: file)
                return "cut to \(count) bytes"
            }
        }
    }

    @Test func `a flipped byte of a pyramid gives no wrong response, and other documents are served`() async throws {
        let sound = try await Self.sound.value
        let name = try #require(sound.pyramids["alpha"])
        let counts = try await damageRepeatedly(name, of: sound, untouched: ["beta"], "a byte") { file, size, seeded in
            let (place, bits) = (Int.random(in: 0..<size, using: &seeded), UInt8.random(in: 1...255, using: &seeded))
            try flip(place, bits, of: file)
            return "byte \(place), bits \(bits)"
        }
        #expect(counts[.failed, default: 0] > 0)
    }

    @Test func `a truncated or missing pyramid gives no wrong response, and other documents are served`() async throws {
        let sound = try await Self.sound.value
        let name = try #require(sound.pyramids["alpha"])
        _ = try await damageRepeatedly(name, of: sound, untouched: ["beta"], "the end") { file, size, seeded in
            guard Bool.random(using: &seeded) || Self.trialCount > 100 else {
                try FileManager.default.removeItem(at: file)
                return "missing"
            }
            let count = Int.random(in: 0..<size, using: &seeded)
            try Data(contentsOf: file).prefix(count).write(to: file)
            return "cut to \(count) bytes"
        }
    }

    @Test func `a damaged tile is a 500 with an incident id, others are served, and health is degraded`()
        async throws
    {
        let sound = try await Self.sound.value
        let name = try #require(sound.pyramids["alpha"])
        let copy = try sound.copy(of: [name])
        defer { try? FileManager.default.removeItem(at: copy) }
        let file = copy.appending(path: name)
        let written = try Data(contentsOf: file)
        // The last tile of the archive's native level: the second last JPEG from the end, not the one of level 0.
        let start = try #require(written.range(of: Data([0xFF, 0xD8, 0xFF]), options: .backwards)).lowerBound
        try flip(start + 20, 4, of: file)
        let library = try Library(path: copy.path(), access: .read)
        let server = try ExplorerServer(library: library, options: ServerOptions(), logger: .init(label: "tests"))
        try await server.application().test(.router) { client in
            let client = SampleClient(client: client)
            try await #expect(client.get("/health/ready").json()["status"] as? String == "ready")
            let tiles = DamagedLibrary.paths(of: "alpha").filter { $0.contains("_files/") && !$0.contains("/10/") }
            var failed: [String] = []
            for path in tiles {
                let response = try await client.get(path)
                if response.status == .ok {
                    #expect(response.bytes == sound.responses[path])
                } else {
                    failed.append(path)
                    #expect(response.status == .internalServerError)
                    #expect(String(decoding: response.bytes, as: UTF8.self).contains("under incident "))
                    #expect(response.headers[.contentType] == "application/problem+json")
                }
            }
            #expect(failed.count <= 1)
            server.lookForDamage()
            let degraded = try await client.get("/health/ready")
            #expect(degraded.status == .ok)
            #expect(try degraded.json()["status"] as? String == "degraded")
            #expect(try degraded.json()["documents"] as? Int == 1)
            #expect(server.health.damages.map(\.documents) == [["alpha"]])
            #expect(server.metrics.text().contains("\nexplore_library_damages 1\n"))
            #expect(server.metrics.text().contains("\nexplore_library_damaged_documents 1\n"))
            for path in DamagedLibrary.paths(of: "beta") {
                try await #expect(client.get(path).bytes == sound.responses[path], "\(path)")
            }
            // Once repaired, the damage is forgotten, and the tile is served again.
            try written.write(to: file)
            server.lookForDamage(in: [name])
            try await #expect(client.get("/health/ready").json()["status"] as? String == "ready")
            #expect(server.metrics.text().contains("\nexplore_library_damages 0\n"))
            // Requested until it is checked again, for as long as a busy machine may need.
            for path in tiles {
                let start = ContinuousClock.now
                while try await client.get(path).status != .ok, start.duration(to: .now) < .seconds(60) {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            for path in tiles { try await #expect(client.get(path).bytes == sound.responses[path], "\(path)") }
        }
        try await server.shutDown()
    }

    @Test func `the background check finds damage, clears it once repaired, and can be stopped`() async throws {
        let sound = try await Self.sound.value
        let name = try #require(sound.pyramids["beta"])
        let copy = try sound.copy(of: [name])
        defer { try? FileManager.default.removeItem(at: copy) }
        let file = copy.appending(path: name)
        let written = try Data(contentsOf: file)
        try flip(written.count / 2, 16, of: file)
        let library = try Library(path: copy.path(), access: .read)
        let health = ServiceHealth()
        let check = LibraryCheck(
            library: library, health: health,
            logger: Logger(label: "tests", factory: { _ in SwiftLogNoOpLogHandler() }),
            intervalSeconds: 1, delaySeconds: 0)
        let hasEnded = NIOLockedValueBox(false)
        let checking = Task {
            await check.run()
            hasEnded.withLockedValue { $0 = true }
        }
        func waitUntil(_ condition: () -> Bool) async throws {
            for _ in 0..<1_200 where !condition() { try await Task.sleep(for: .milliseconds(50)) }
            #expect(condition(), "\(health.damages)")
        }
        try await waitUntil { health.damagedFiles == [name] }
        #expect(health.damagedDocuments == ["beta"])
        // Not even the number of documents hidden from the client is revealed.
        #expect(try library.store.documentCount(among: health.damagedDocuments.union(["alpha"]), for: .anyone) == 2)
        #expect(try library.store.documentCount(among: ["alpha", "gamma"], for: .anyone) == 1)
        #expect(health.damages.count == 1)
        try written.write(to: file)
        try await waitUntil { health.damages.isEmpty }
        #expect(!hasEnded.withLockedValue { $0 })
        let start = ContinuousClock.now
        check.stop()
        await checking.value
        #expect(start.duration(to: .now) < .seconds(60))
    }

    /// Blocks loggers until it is opened.
    private struct Gate: LogHandler {
        let isReached = AsyncEvent()
        let opened = DispatchSemaphore(value: 0)
        var logLevel = Logger.Level.error
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            isReached.signal()
            opened.wait()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `cancelling the background check does not wait for the file being checked`() async throws {
        let sound = try await Self.sound.value
        let name = try #require(sound.pyramids["beta"])
        let copy = try sound.copy(of: [name])
        defer { try? FileManager.default.removeItem(at: copy) }
        try flip(1_000, 16, of: copy.appending(path: name))
        let gate = Gate()
        let check = LibraryCheck(
            library: try Library(path: copy.path(), access: .read), health: ServiceHealth(),
            logger: Logger(label: "tests", factory: { _ in gate }), intervalSeconds: 3_600, delaySeconds: 0)
        let checking = Task { await check.run() }
        await gate.isReached.wait()
        checking.cancel()
        await checking.value
        gate.opened.signal()
    }

    @Test func `a damaged original changes no response and is found by the background check`() async throws {
        let sound = try await Self.sound.value
        let originals = sound.library.appending(path: "originals").path()
        let name = "originals/" + (try #require(FileManager.default.contentsOfDirectory(atPath: originals).first))
        let copy = try sound.copy(of: [name])
        try flip(1_000, 1, of: copy.appending(path: name))
        let library = try Library(path: copy.path(), access: .read)
        let health = ServiceHealth()
        let logger = Logger(label: "tests", factory: { _ in SwiftLogNoOpLogHandler() })
        LibraryCheck(library: library, health: health, logger: logger, intervalSeconds: 0).look(byteRate: .max)
        #expect(health.damages.map(\.file) == [name])
        #expect(try library.verify(only: ["library.sqlite"]).damages == [])
        #expect(try await outcome(of: copy, sound, untouched: ["alpha", "beta"], name) == .same)
    }

    @Test func `a database that cannot list its documents makes the server not ready`() async throws {
        let sound = try await Self.sound.value
        let copy = try sound.copy(of: ["library.sqlite"])
        defer { try? FileManager.default.removeItem(at: copy) }
        let file = copy.appending(path: "library.sqlite")
        // The database page that contains the documents: the one with the JSON of a header.
        let header = try #require(
            try Data(contentsOf: file).range(of: Data("\"id\":\"alpha\"".utf8), options: .backwards))
        try flip(header.lowerBound + 7, 1, of: file)
        let library = try Library(path: copy.path(), access: .read)
        let responses = try await DamagedLibrary.request(
            ["/api/documents", "/health/ready", "/health/live"], of: library)
        #expect(responses["/health/ready"]?.status == .serviceUnavailable)
        #expect(try responses["/health/ready"]?.json()["status"] as? String == "damaged")
        #expect(responses["/health/live"]?.status == .ok)
        #expect(responses["/api/documents"]?.status == .internalServerError)
    }
}
