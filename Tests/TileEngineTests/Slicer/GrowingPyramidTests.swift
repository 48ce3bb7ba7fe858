import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

@Suite("GrowingPyramid")
struct GrowingPyramidTests {
    private static func scan(in folder: TemporaryFolder, suffix: String = ".jpg") throws -> Scan {
        try Scan(path: try StripReference.write(try StripReference.picture(2300, 3100), to: folder, suffix: suffix))
    }

    /// The state of a pyramid at one moment.
    private struct Snapshot {
        var rowCounts: [Int]
        var tiles: [TileAddress: [UInt8]] = [:]
        var missing: [TileAddress] = []
    }

    /// Reads every tile.
    private static func snapshot(of growing: GrowingPyramid) throws -> Snapshot {
        // Counted first: tiles available then remain available.
        var snapshot = Snapshot(rowCounts: (0...growing.pyramid.nativeLevel).map(growing.rowCount))
        for level in snapshot.rowCounts.indices {
            for address in growing.pyramid.addresses(atLevel: level) {
                if let tile = try growing.tile(address) {
                    snapshot.tiles[address] = tile
                } else {
                    snapshot.missing.append(address)
                }
            }
        }
        return snapshot
    }

    @Test(arguments: [".jpg", ".png", ".jpg[profile=p3]", ".tif[tile,compression=deflate]"])
    func `tiles are available during slicing and equal those of the archive`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(in: folder, suffix: suffix)
        let growing = try GrowingPyramid(of: scan)
        #expect(growing.state == .waiting && growing.tileCount == 0)
        let first = TileAddress(level: growing.pyramid.nativeLevel, column: 0, row: 0)
        #expect(try growing.tile(first) == nil)
        let snapshots = NIOLockedValueBox<[Snapshot]>([])
        try Slicer.slice(
            scan, to: folder.file("scan.szi"), growing: growing,
            progress: { progress in
                guard progress.stage == .cutting, progress.fraction < 1 else { return }
                #expect(growing.state == .cutting)
                do {
                    let snapshot = try Self.snapshot(of: growing)
                    snapshots.withLockedValue { $0.append(snapshot) }
                } catch {
                    Issue.record(error)
                }
            })
        let archive = try TileArchive(path: folder.file("scan.szi"))
        let recorded = snapshots.withLockedValue { $0 }
        for snapshot in recorded {
            for (address, tile) in snapshot.tiles { #expect(try archive.tile(address) == tile, "\(address)") }
            for address in snapshot.missing { #expect(address.row >= snapshot.rowCounts[address.level], "\(address)") }
        }
        // Halfway, some tiles were available and some were not.
        #expect(recorded.contains { !$0.tiles.isEmpty && !$0.missing.isEmpty })
        #expect(recorded.map(\.tiles.count) == recorded.map(\.tiles.count).sorted())

        let last = try Self.snapshot(of: growing)
        #expect(growing.state == .finished)
        #expect(last.missing.isEmpty && last.tiles.count == archive.pyramid.storedTileCount)
        #expect(growing.tileCount == last.tiles.count)
        for (address, tile) in last.tiles { #expect(try archive.tile(address) == tile, "\(address)") }
        for level in 0...growing.pyramid.nativeLevel {
            #expect(growing.rowCount(atLevel: level) == growing.pyramid.rows(atLevel: level))
        }
    }

    @Test func `other threads read right tiles during slicing, and growing does not change the archive`() throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(in: folder)
        try Slicer.slice(scan, to: folder.file("scan.szi"))
        let reference = try Data(contentsOf: URL(fileURLWithPath: folder.file("scan.szi")))
        let archive = try TileArchive(path: folder.file("scan.szi"))

        let growing = try GrowingPyramid(of: scan)
        let readers = DispatchGroup()
        let hasRead = DispatchSemaphore(value: 0)
        for seed in 0..<3 {
            readers.enter()
            Thread.detachNewThread {
                defer { readers.leave() }
                var numbers = RepeatableNumbers(seed: UInt64(seed))
                let addresses = (0...growing.pyramid.nativeLevel).flatMap { growing.pyramid.addresses(atLevel: $0) }
                while growing.state == .waiting || growing.state == .cutting {
                    guard let address = addresses.randomElement(using: &numbers) else { return }
                    do {
                        guard let tile = try growing.tile(address) else { continue }
                        let expected = try archive.tile(address)
                        #expect(tile == expected, "\(address)")
                        hasRead.signal()
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        let waits = NIOLockedValueBox(0)
        // Under the same file name, which the archive contains.
        let other = try TemporaryFolder()
        try Slicer.slice(
            scan, to: other.file("scan.szi"), growing: growing,
            progress: { progress in
                // However busy the machine is, something is read before the end.
                guard progress.stage == .cutting, (0.5..<1).contains(progress.fraction) else { return }
                let isFirst = waits.withLockedValue { count in
                    count += 1
                    return count == 1
                }
                if isFirst { #expect(hasRead.wait(timeout: .now() + 60) == .success) }
            })
        readers.wait()
        #expect(waits.withLockedValue { $0 } > 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: other.file("scan.szi"))) == reference)
    }

    @Test func `after a failed slicing the state holds the error and no tiles remain`() throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(in: folder)
        let growing = try GrowingPyramid(of: scan)
        let whole = try Data(contentsOf: URL(fileURLWithPath: scan.path))
        try whole.prefix(whole.count * 3 / 4).write(to: URL(fileURLWithPath: scan.path))
        let peak = NIOLockedValueBox(0)
        let error = #expect(throws: TileEngineError.self) {
            try Slicer.slice(
                scan, to: folder.file("scan.szi"), growing: growing,
                progress: { _ in peak.withLockedValue { $0 = max($0, growing.tileCount) } })
        }
        #expect(growing.state == .failed(try #require(error)))
        #expect(peak.withLockedValue { $0 } > 0)
        #expect(growing.tileCount == 0)
        let first = TileAddress(level: growing.pyramid.nativeLevel, column: 0, row: 0)
        #expect(try growing.tile(first) == nil)
        #expect(growing.rowCount(atLevel: first.level) == 0)
    }

    @Test func `after a cancelled slicing the state is cancelled and no tiles remain`() throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(in: folder)
        let growing = try GrowingPyramid(of: scan)
        #expect(throws: CancellationError.self) {
            try Slicer.slice(
                scan, to: folder.file("scan.szi"), growing: growing, isCancelled: { growing.tileCount > 0 })
        }
        #expect(growing.state == .cancelled && growing.tileCount == 0)
    }

    @Test func `a growing pyramid accepts one slicing with the same tile size and format`() throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(in: folder)
        let growing = try GrowingPyramid(of: scan)
        for options in [SliceOptions(tileSize: 512), SliceOptions(format: .webp)] {
            let error = #expect(throws: TileEngineError.self) {
                try Slicer.slice(scan, to: folder.file("scan.szi"), options: options, growing: growing)
            }
            #expect(error?.kind == .outOfRange)
            #expect(growing.state == .waiting)
        }
        try Slicer.slice(scan, to: folder.file("scan.szi"), growing: growing)
        #expect(throws: TileEngineError.self) {
            try Slicer.slice(scan, to: folder.file("scan.szi"), growing: growing)
        }
        #expect(growing.state == .finished)
        #expect(throws: TileEngineError.self) { try GrowingPyramid(of: scan, options: SliceOptions(quality: 0)) }
    }

    @Test func `tiles outside the grid or at the double level are nil`() throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(in: folder)
        let growing = try GrowingPyramid(of: scan)
        try Slicer.slice(scan, to: folder.file("scan.szi"), growing: growing)
        let pyramid = growing.pyramid
        for address in [
            TileAddress(level: pyramid.doubleLevel, column: 0, row: 0), TileAddress(level: -1, column: 0, row: 0),
            TileAddress(level: pyramid.nativeLevel, column: 9, row: 0), TileAddress(level: 3, column: 0, row: -1),
        ] {
            #expect(try growing.tile(address) == nil, "\(address)")
        }
        #expect(growing.rowCount(atLevel: -1) == 0 && growing.rowCount(atLevel: pyramid.doubleLevel) == 0)
    }
}
