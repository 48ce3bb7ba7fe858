import CVips
import Foundation
import Synchronization
import Testing

@testable import TileEngine

/// Scans read by several threads at once, each of which must get its own error.
@Suite("Errors of concurrent decoding", .serialized)
struct ScanFailureTests {
    private static let picture = Picture(300, 200) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }

    /// Returns files with damage that only libvips can find, each with a different reason.
    private static func broken() throws -> [(name: String, bytes: [UInt8], reason: String)] {
        func changed(_ bytes: [UInt8], _ change: (inout [UInt8]) throws -> Void) rethrows -> [UInt8] {
            var bytes = bytes
            try change(&bytes)
            return bytes
        }
        let profiled = try picture.withImage { image in
            try image.applying { cvips_icc_transform($0, "p3", "srgb", cvips_intent_relative) }
                .encoded(suffix: ".jpg[Q=90]")
        }
        let png = try picture.encoded(".png")
        let data = try #require(Data(png).range(of: Data("IDAT".utf8)))
        let header = try #require(Data(png).range(of: Data("IHDR".utf8)))
        let webp = try picture.encoded(".webp")
        let zeros = [UInt8](repeating: 0, count: 10)
        let frame = try #require(Data(webp).range(of: Data("VP8 ".utf8)))
        return [
            // It ends in the middle, and has a profile, so that libvips reads it.
            ("cut.jpg", Array(profiled.dropLast(profiled.count / 2)), "premature end"),
            // libpng reports its own messages as warnings.
            ("data.png", changed(png) { $0[data.upperBound + 200] ^= 0xFF }, ""),
            ("header.png", changed(png) { $0[header.upperBound + 9] = 5 }, "IHDR"),
            ("planes.tif", TIFFFixture.flat([1, 2, 3, 4, 5], side: 8, photometric: 8, profile: nil), ""),
            (
                "data.webp",
                changed(webp) { $0.replaceSubrange(frame.upperBound + 4..<frame.upperBound + 14, with: zeros) }, ""
            ),
        ]
    }

    private static func error(of path: String) -> TileEngineError? {
        do {
            try Slicer.slice(try Scan(path: path), to: path + ".szi")
            return nil
        } catch {
            return error as? TileEngineError
        }
    }

    @Test func `each of many scans that fail concurrently reports its own cause`() async throws {
        // In a separate process, because other tests write to libvips' error buffer too.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let files = try Self.broken()
            var reasons: [String: String] = [:]
            for (name, bytes, reason) in files {
                let error = try #require(Self.error(of: try folder.writing(bytes, to: name)), "\(name)")
                #expect(reason.isEmpty || error.reason.lowercased().contains(reason.lowercased()), "\(name): \(error)")
                for empty in ["no reason", "libpng read error", "error in tile"] {
                    #expect(!error.reason.contains(empty), "\(error)")
                }
                reasons[name] = error.reason
            }
            let expected = reasons
            #expect(Set(expected.values).count == files.count, "\(expected)")

            // Together with intact ones, on more threads than there are cores.
            let whole = try folder.writing(try Self.picture.encoded(".png"), to: "whole.png")
            let next = Atomic(0)
            let wrong = Mutex<[String]>([])
            let (threadCount, roundCount) = (8, 160)
            let done = DispatchGroup()
            for thread in 0..<threadCount {
                done.enter()
                Thread.detachNewThread {
                    defer { done.leave() }
                    while true {
                        let round = next.wrappingAdd(1, ordering: .relaxed).oldValue
                        guard round < roundCount else { return }
                        let (name, _, _) = files[round % files.count]
                        let path = folder.file("\(thread)-\(round)-\(name)")
                        _ = try? FileManager.default.copyItem(atPath: folder.file(name), toPath: path)
                        let reason = Self.error(of: path)?.reason
                        if reason != expected[name] {
                            wrong.withLock {
                                $0.append("\(name): \(reason ?? "none"), expected \(expected[name] ?? "")")
                            }
                        }
                        if round % 7 == 0 { _ = try? Slicer.slice(try Scan(path: whole), to: path + ".whole.szi") }
                        unlink(path)
                    }
                }
            }
            done.wait()
            let all = wrong.withLock { $0 }
            #expect(all.isEmpty, "\(all.count) of \(roundCount): \(all.prefix(3))")
        }
    }

    @Test func `each of many tiles that fail concurrently reports its own cause`() async throws {
        await #expect(processExitsWith: .success) {
            let size = PixelSize(width: 64, height: 64)
            let picture = Picture(64, 64) { x, y in (x * 3, y * 3, x * y) }
            var png = try picture.encoded(".png")
            png[png.count / 2] ^= 0xFF
            let webp = Array(try picture.encoded(".webp[strip]").prefix(30))
            let tiles: [([UInt8], TileFormat)] = [(png, .png), (webp, .webp)]
            @Sendable func reason(_ tile: ([UInt8], TileFormat)) -> String? {
                do {
                    _ = try TileCodec.decode(tile.0, as: tile.1, expected: size, colours: .coded)
                    return nil
                } catch {
                    return (error as? TileEngineError)?.reason
                }
            }
            let expected = tiles.map(reason)
            try #require(expected[0] != nil && expected[1] != nil && expected[0] != expected[1])
            let wrong = Atomic(0)
            let done = DispatchGroup()
            for thread in 0..<8 {
                done.enter()
                Thread.detachNewThread {
                    defer { done.leave() }
                    for round in 0..<300 where reason(tiles[(thread + round) % 2]) != expected[(thread + round) % 2] {
                        wrong.wrappingAdd(1, ordering: .relaxed)
                    }
                }
            }
            done.wait()
            #expect(wrong.load(ordering: .relaxed) == 0)
        }
    }
}
