import DocumentLibrary
import Foundation
import NIOPosix
import ObjectStore
import TestSupport
import Testing

@testable import explore

@Suite("explore publish", .enabled(if: RealStore.isInstalled, "\(RealStore.reason)"), .ownThreads)
struct PublishCommandTests {
    /// Creates a bucket.
    private static func bucket() async throws -> String {
        let address = "s3://c\(UUID().uuidString.lowercased())"
        try await withStore(address) { try await $0.makeBucket() }
        return address
    }

    private static func withStore(_ address: String, _ body: (ObjectStore) async throws -> Void) async throws {
        let environment = try RealStore.shared().environment
        let store = ObjectStore(
            try StoreAddress(address), options: try StoreOptions(environment: environment),
            credentials: try StoreCredentials(environment: environment),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
        try await body(store)
        await store.shutdown()
    }

    private func run(_ arguments: [String], _ scratch: Scratch? = nil, _ environment: [String: String] = [:]) throws
        -> CommandLineRun
    {
        try CommandLineRun(
            ["publish"] + arguments, library: scratch,
            environment: try RealStore.shared().environment.merging(environment) { $1 })
    }

    @Test func `the requests of a backup to a store are counted, as those of a publication are`() async throws {
        let (scratch, address) = (try Scratch(), try await Self.bucket() + "/backups")
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        let environment = try RealStore.shared().environment
        for arguments in [["save", address], ["verify", address]] {
            let run = try CommandLineRun(
                ["backup"] + arguments + ["--json"], library: arguments[0] == "save" ? scratch : nil,
                environment: environment)
            let requests = try #require(try run.json()["requests"] as? [String: Int], "\(run.errorOutput)")
            #expect((requests["GET"] ?? 0) > 0, "\(arguments[0]): \(requests)")
        }
    }

    @Test func `a library is published, listed, rolled back and pruned`() async throws {
        let (scratch, address) = (try Scratch(), try await Self.bucket() + "/my library")
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        let first = try run([address], scratch)
        #expect(first.status == 0 && first.output.hasPrefix("\(address): release 1 ("), "\(first.errorOutput)")
        let again = try run([address, "--json"], scratch).json()
        #expect(again["new"] as? Bool == false && again["sentObjects"] as? Int == 0)
        try VersionedSheet.add(version: 2, to: "library", in: scratch)
        let dry = try run([address, "--dry-run"], scratch)
        #expect(dry.output.contains(": would send 4 objects"), "\(dry.output)")
        #expect(try run([address, "--keep", "2"], scratch).output.contains("release 2 ("))
        let list = try run(["list", address])
        #expect(
            list.output.split(separator: "\n").count == 2 && list.output.contains("  served\n1  "), "\(list.output)")
        #expect(try run(["rollback", address]).output.contains("release 1 ("))
        let listed = try run(["list", address, "--json"]).json()
        let releases = try #require(listed["releases"] as? [[String: Any]])
        #expect(releases.map { $0["served"] as? Bool } == [false, true])
        #expect(listed["total"] as? Int == 2 && listed["lost"] as? [String] == [])
        let pruned = try run(["prune", address, "--now"])
        #expect(pruned.output == "\(address): removed 0 objects, 0 bytes\n", "\(pruned.output)\(pruned.errorOutput)")
        #expect(try run(["rollback", address, "--to", "9"]).errors.count == 1)
    }

    @Test func `a killed publication stays invisible, leaves no files, and the next one succeeds`()
        async throws
    {
        let (scratch, address) = (try Scratch(), try await Self.bucket())
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        #expect(try run([address], scratch).status == 0)
        let before = try run(["list", address, "--json"]).output
        try VersionedSheet.add(version: 2, to: "library", in: scratch)
        try addNoise(to: scratch)
        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments = ["publish", address, "--library", scratch.path("library")]
        process.environment = ProcessInfo.processInfo.environment.merging(try RealStore.shared().environment) { $1 }
        let errorOutput = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errorOutput)
        try process.run()
        var errorText = ""
        while !errorText.contains("sending: 0 %") {
            let bytes = errorOutput.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            errorText += String(decoding: bytes, as: UTF8.self)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "it ended before it was killed: \(errorText)")
        #expect(try run(["list", address, "--json"]).output == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path("library"))
        #expect(!left.contains { $0.contains("partial") }, "\(left)")
        // Its lease belongs to this machine and blocks nobody.
        let next = try run([address], scratch)
        #expect(next.output.hasPrefix("\(address): release 2 ("), "\(next.errorOutput)")
    }

    @Test func `a publication interrupted by Ctrl-C stays invisible and releases its lease`() async throws {
        let (scratch, address) = (try Scratch(), try await Self.bucket())
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        try addNoise(to: scratch)
        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments = ["publish", address, "--library", scratch.path("library")]
        process.environment = ProcessInfo.processInfo.environment.merging(try RealStore.shared().environment) { $1 }
        let errorOutput = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errorOutput)
        try process.run()
        var errorText = ""
        while !errorText.contains("sending: 0 %") {
            let bytes = errorOutput.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            errorText += String(decoding: bytes, as: UTF8.self)
        }
        process.interrupt()
        errorText += String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(errorText.contains("explore: interrupted; nothing changed for readers"), "\(errorText)")
        let list = try run(["list", address])
        #expect(list.status == 2 && list.errors.count == 1 && list.errorOutput.contains("nothing is published here"))
        try await Self.withStore(address) { store in
            let lease = try await store.information("publishing.json")
            #expect(lease == nil)
        }
    }

    @Test func `of two concurrent publications, both succeed or one reports the other`() async throws {
        let (scratch, address) = (try Scratch(), try await Self.bucket())
        var doneCount = 0
        for version in 1...4 {
            let processes = try ["one", "two"].map { name in
                try VersionedSheet.add(version: version, to: name, in: scratch)
                let process = Process()
                process.executableURL = CommandLineRun.program
                process.arguments = ["publish", address, "--keep", "1000", "--library", scratch.path(name)]
                process.environment = ProcessInfo.processInfo.environment.merging(try RealStore.shared().environment) {
                    $1
                }
                (process.standardOutput, process.standardError) = (FileHandle.nullDevice, Pipe())
                return process
            }
            for process in processes { try process.run() }
            for process in processes {
                process.waitUntilExit()
                let errors = (process.standardError as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
                let errorText = String(decoding: errors, as: UTF8.self)
                if process.terminationStatus == 0 {
                    doneCount += 1
                } else {
                    #expect(
                        errorText.contains("has been changing the releases since")
                            || errorText.contains("another publication was made meanwhile"), "\(errorText)")
                }
            }
            let list = try run(["list", address, "--json"]).json()
            #expect(list["total"] as? Int == doneCount, "a publication was lost in round \(version)")
        }
        #expect(doneCount >= 4)
    }

    @Test func `each error is one line without secrets`() async throws {
        let scratch = try Scratch.withBlankSheet()
        let address = try await Self.bucket()
        let cases: [([String], [String: String], String)] = [
            (["http://archive"], [:], "the address is 'http://archive', expected s3://bucket or s3://bucket/prefix"),
            ([address], ["AWS_ACCESS_KEY_ID": ""], "AWS_ACCESS_KEY_ID is not set"),
            ([address], ["AWS_SECRET_ACCESS_KEY": "not-the-secret"], "the store denies access (status 403"),
            ([address, "--profile", "press"], [:], "the profile 'press' is in neither"),
            ([address, "--endpoint", "localhost"], [:], "--endpoint is 'localhost', expected"),
            (["s3://no-such-bucket-is-here"], [:], "s3://no-such-bucket-is-here/"),
            (["rollback", address], [:], "nothing is published here, expected a release"),
            ([address, "--site", scratch.path("source")], [:], "has no site.json, expected"),
        ]
        for (arguments, environment, line) in cases {
            let run = try run(arguments, scratch, environment)
            #expect(run.status == 2 && run.errors.count == 1, "\(arguments): \(run.errorOutput)")
            #expect(run.errorOutput.contains(line) && !run.errorOutput.contains("not-the-secret"), "\(run.errorOutput)")
        }
    }

    /// Adds an incompressible scan, so that sending it takes a while.
    private func addNoise(to scratch: Scratch) throws {
        var random = Seeded(8)
        var pixels = [UInt8](repeating: 0, count: 3 * 2400 * 2400)
        for place in stride(from: 0, to: pixels.count, by: 8) {
            let bits = random.next()
            for byte in 0..<8 where place + byte < pixels.count {
                pixels[place + byte] = UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))
            }
        }
        let file = scratch.folder.appending(path: "noise.tif")
        try Data(PlainTIFF.bytes(width: 2400, height: 2400, pixels: pixels)).write(to: file)
        let added = try CommandLineRun(["add", file.path()], library: scratch)
        try #require(added.status == 0, "\(added.errorOutput)")
    }
}
