import DocumentLibrary
import Foundation
import NIOConcurrencyHelpers
import Synchronization
import TestSupport
import Testing

/// Replacing a library, or a document in it, while `explore serve` serves it.
@Suite(.serialized, .ownThreads) struct ReloadTests {
    /// Sends requests without a pause and checks that each response is a good one of a single version.
    private final class Readers: Sendable {
        private let faults = NIOLockedValueBox<[String]>([])
        private let count = Atomic(0)
        private let isEnded = Atomic(false)
        private let left = Atomic(0)
        /// The bytes of each picture by version, fetched while nothing was being replaced.
        private let pictures: [String: [[UInt8]]]

        init(port: Int, threads: Int, pictures: [String: [[UInt8]]]) {
            self.pictures = pictures
            for number in 0..<threads {
                left.add(1, ordering: .sequentiallyConsistent)
                Thread.detachNewThread { [self] in
                    request(port: port, beginning: number)
                    left.subtract(1, ordering: .sequentiallyConsistent)
                }
            }
        }

        private func request(port: Int, beginning start: Int) {
            var turn = start
            do {
                let connection = try KeptConnection(port: port)
                while !isEnded.load(ordering: .relaxed) {
                    turn += 1
                    let addresses = VersionedSheet.addresses + VersionedSheet.pictures
                    let address = addresses[turn % addresses.count]
                    let response = try connection.get(address)
                    count.add(1, ordering: .relaxed)
                    if response.status != 200 {
                        note("\(address): \(response.status) \(response.text.prefix(300))")
                    } else if let known = pictures[address] {
                        if !known.contains(response.body) { note("\(address): the picture of no version") }
                    } else if VersionedSheet.versions(in: response.text).count != 1 {
                        note("\(address): of the versions \(VersionedSheet.versions(in: response.text))")
                    }
                }
            } catch { note("\(error)") }
        }

        private func note(_ fault: String) { faults.withLockedValue { $0.append(fault) } }

        /// Stops the requests; returns their number and the faults in responses.
        func end() -> (count: Int, faults: [String]) {
            isEnded.store(true, ordering: .relaxed)
            while left.load(ordering: .sequentiallyConsistent) > 0 { usleep(5_000) }
            return (count.load(ordering: .relaxed), faults.withLockedValue { $0 })
        }
    }

    private static let versions = 0..<5

    /// Creates a library for each version; returns the bytes of their pictures.
    private static func libraries(in scratch: Scratch) throws -> [String: [[UInt8]]] {
        var pictures: [String: [[UInt8]]] = [:]
        for version in versions {
            try VersionedSheet.add(version: version, to: "whole-\(version)", in: scratch)
            let server = try RunningServer(library: scratch.path("whole-\(version)"))
            let connection = try KeptConnection(port: server.port)
            for address in VersionedSheet.pictures {
                pictures[address, default: []].append(try connection.get(address).body)
            }
            #expect(server.interrupt().status == 0)
        }
        // The versions must differ for the test to be meaningful.
        for (address, bodies) in pictures { try #require(Set(bodies).count == versions.count, "\(address)") }
        return pictures
    }

    /// Waits until a version is served; returns the seconds that this took.
    private static func wait(
        for version: Int, from port: Int, at address: String = VersionedSheet.addresses[0]
    ) throws -> Double {
        let start = ContinuousClock.now
        let connection = try KeptConnection(port: port)
        while start.duration(to: .now) < .seconds(60) {
            if VersionedSheet.versions(in: try connection.get(address).text) == [version] { break }
            usleep(10_000)
        }
        let took = start.duration(to: .now).components
        return Double(took.seconds) + Double(took.attoseconds) / 1e18
    }

    @Test func `a document and then the library are replaced 20 times under load, and no request fails`() throws {
        let scratch = try Scratch()
        let pictures = try Self.libraries(in: scratch)
        let manager = FileManager.default
        try manager.copyItem(atPath: scratch.path("whole-0"), toPath: scratch.path("library"))
        let server = try RunningServer(library: scratch.path("library"), log: scratch.path("log"))
        _ = try Self.wait(for: 0, from: server.port)
        let readers = Readers(port: server.port, threads: 4, pictures: pictures)
        var waits: [Double] = []
        // Replace a document within the library 20 times; wait for every fourth.
        for turn in 1...20 {
            try VersionedSheet.add(version: turn % Self.versions.count, to: "library", in: scratch)
            if turn.isMultiple(of: 4) {
                waits.append(try Self.wait(for: turn % Self.versions.count, from: server.port))
            }
        }
        // Replace the library itself, in three ways and with a signal.
        for turn in 1...20 {
            let version = turn % Self.versions.count
            let next = scratch.path("next-\(turn)")
            try manager.copyItem(atPath: scratch.path("whole-\(version)"), toPath: next)
            switch turn % 4 {
            case 0:
                // Replace only the database, with the other files already in place.
                for folder in ["pyramids", "originals"] {
                    for name in try manager.contentsOfDirectory(atPath: "\(next)/\(folder)") {
                        let place = scratch.path("library/\(folder)/\(name)")
                        if !manager.fileExists(atPath: place) {
                            try manager.copyItem(atPath: "\(next)/\(folder)/\(name)", toPath: place)
                        }
                    }
                }
                #expect(rename("\(next)/library.sqlite", scratch.path("library/library.sqlite")) == 0)
            default:
                #expect(rename(scratch.path("library"), scratch.path("former-\(turn)")) == 0)
                #expect(rename(next, scratch.path("library")) == 0)
            }
            if turn % 4 == 1 { server.signal(SIGHUP) }
            waits.append(try Self.wait(for: version, from: server.port))
        }
        let numbers = try KeptConnection(port: server.port).get("/metrics").text
        let reloads = try #require(numbers.firstMatch(of: /explore_library_reloads_total{outcome="served"} ([0-9]+)/))
        // A signal may coincide with the check of each second.
        #expect(Int(reloads.output.1) ?? 0 >= 20)
        #expect(numbers.contains("\nexplore_library_reloads_total{outcome=\"refused\"} 0\n"))
        let (count, faults) = readers.end()
        #expect(faults.count == 0, "\(faults.prefix(5))")
        #expect(count > 200)
        // One or two may be late if other tests keep the machine busy.
        #expect(waits.filter { $0 < 2 }.count >= waits.count - 2, "\(waits)")
        #expect(waits.allSatisfy { $0 < 5 }, "\(waits)")
        print("replaced 40 times: \(count) requests, longest wait \(waits.max() ?? 0) s")
        // The former library is closed: its folder could be deleted, and its files would take no space.
        let open = try Self.openFiles(of: server)
        #expect(!open.contains { $0.contains("/former-") }, "\(open)")
        #expect(server.end(by: SIGTERM).status == 0)
    }

    /// Returns the targets of the open descriptors of a process.
    private static func openFiles(of server: RunningServer) throws -> [String] {
        let folder = "/proc/\(server.identifier)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }

    @Test func `a damaged, incomplete or missing library does not replace the served one`()
        throws
    {
        let scratch = try Scratch()
        for version in 0...1 { try VersionedSheet.add(version: version, to: "whole-\(version)", in: scratch) }
        let manager = FileManager.default
        try manager.copyItem(atPath: scratch.path("whole-0"), toPath: scratch.path("library"))
        let server = try RunningServer(library: scratch.path("library"), log: scratch.path("log"))
        _ = try Self.wait(for: 0, from: server.port)
        let connection = try KeptConnection(port: server.port)
        func log() throws -> String { try String(contentsOfFile: scratch.path("log"), encoding: .utf8) }
        let whole = try Data(contentsOf: scratch.folder.appending(path: "whole-1/library.sqlite"))
        for (name, words) in [("gone", "no library here"), ("cut", "library.sqlite"), ("bare", "missing")] {
            if manager.fileExists(atPath: scratch.path("library")) {
                #expect(rename(scratch.path("library"), scratch.path("before-\(name)")) == 0)
            }
            if name != "gone" {
                try manager.copyItem(atPath: scratch.path("whole-1"), toPath: scratch.path("next"))
                if name == "cut" {
                    try whole.prefix(whole.count / 2).write(to: scratch.folder.appending(path: "next/library.sqlite"))
                } else {
                    try manager.removeItem(atPath: scratch.path("next/pyramids"))
                }
                #expect(rename(scratch.path("next"), scratch.path("library")) == 0)
            }
            let former = try log().count
            server.signal(SIGHUP)
            let start = ContinuousClock.now
            while try log().count == former, start.duration(to: .now) < .seconds(60) { usleep(10_000) }
            let logged = try log().dropFirst(former)
            #expect(logged.contains(words), "\(name): \(logged)")
            #expect(try connection.get("/health/ready").text.contains("degraded"))
            for address in VersionedSheet.addresses + VersionedSheet.pictures {
                let response = try connection.get(address)
                #expect(response.status == 200, "\(name) \(address)")
                if VersionedSheet.addresses.contains(address) {
                    #expect(VersionedSheet.versions(in: response.text) == [0], "\(name) \(address)")
                }
            }
        }
        // A valid library is served once it is in place.
        try manager.copyItem(atPath: scratch.path("whole-1"), toPath: scratch.path("next"))
        #expect(rename(scratch.path("library"), scratch.path("before-sound")) == 0)
        #expect(rename(scratch.path("next"), scratch.path("library")) == 0)
        #expect(try Self.wait(for: 1, from: server.port) < 20)
        #expect(try connection.get("/health/ready").text.contains("ready"))
    }

    @Test func `a symbolic link that points to another library is followed`() throws {
        let scratch = try Scratch()
        for version in 0...1 { try VersionedSheet.add(version: version, to: "release-\(version)", in: scratch) }
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("current"), withDestinationPath: scratch.path("release-0"))
        let server = try RunningServer(library: scratch.path("current"))
        _ = try Self.wait(for: 0, from: server.port)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("next"), withDestinationPath: scratch.path("release-1"))
        #expect(rename(scratch.path("next"), scratch.path("current")) == 0)
        #expect(try Self.wait(for: 1, from: server.port) < 20)
    }

    @Test func `a sweep removes no files of a library that replaced the opened one`() throws {
        let scratch = try Scratch()
        for version in 0...1 { try VersionedSheet.add(version: version, to: "release-\(version)", in: scratch) }
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("current"), withDestinationPath: scratch.path("release-0"))
        let library = try Library(path: scratch.path("current"), access: .read)
        func files() throws -> [String] {
            try ["pyramids", "originals"].flatMap {
                try FileManager.default.contentsOfDirectory(atPath: scratch.path("release-1/\($0)"))
            }
        }
        let before = try files()
        #expect(before.count == 2)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("next"), withDestinationPath: scratch.path("release-1"))
        #expect(rename(scratch.path("next"), scratch.path("current")) == 0)
        library.sweep()
        #expect(try files() == before)
    }
}
