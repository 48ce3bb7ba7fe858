import Foundation
import NIOConcurrencyHelpers
import Synchronization

@testable import TileEngine

/// An archive in memory that stands for a remote one and records reads.
final class FakeRemoteArchive: RemoteArchiveSource {
    let name: String
    let address: String
    var byteCount: Int64 { Int64(content.withLockedValue { $0.count }) }
    private let content: NIOLockedValueBox<[UInt8]>
    private let directoryOffset: Int
    private let isUnavailable = Atomic(false)
    private let ranges = NIOLockedValueBox<[Range<Int64>]>([])

    /// Creates an archive of tiles of this many bytes each, all different.
    init(_ pyramid: Pyramid, tileByteCount: Int, in folder: TemporaryFolder, name: String = "far.szi") throws {
        let path = folder.file("written-" + name)
        var writer = try SZIWriter(path: path, stem: "far", pyramid: pyramid, format: .png)
        for level in 0...pyramid.nativeLevel {
            for address in pyramid.addresses(atLevel: level) {
                try writer.append(Self.tile(address, byteCount: tileByteCount), at: address)
            }
        }
        try writer.finish()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        directoryOffset = Int(try ZipDirectory(of: OpenFile.forReading(path, expected: "")).offset)
        content = NIOLockedValueBox(bytes)
        self.name = name
        address = "far/pyramids/" + name
    }

    static func tile(_ address: TileAddress, byteCount: Int) -> [UInt8] {
        let seed = UInt64(address.level << 32 | address.column << 16 | address.row)
        return [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, count in
            var number = seed &* 0x9E37_79B9_7F4A_7C15
            for place in 0..<byteCount {
                number = number &* 6_364_136_223_846_793_005 &+ 1
                bytes[place] = UInt8(truncatingIfNeeded: number >> 56) | 1
            }
            count = byteCount
        }
    }

    /// Returns the ranges read since the last call.
    func takeReads() -> [Range<Int64>] {
        ranges.withLockedValue { ranges in
            defer { ranges = [] }
            return ranges
        }
    }

    func setUnavailable(_ isUnavailable: Bool = true) { self.isUnavailable.store(isUnavailable, ordering: .relaxed) }

    /// Inverts the bits of a byte; a second call restores it.
    func damage(at offset: Int64) { content.withLockedValue { $0[Int(offset)] ^= 0xFF } }

    func read(_ range: Range<Int64>) throws -> [UInt8] {
        ranges.withLockedValue { $0.append(range) }
        if isUnavailable.load(ordering: .relaxed) {
            throw TileEngineError(.unavailable, path: address, "is not there now")
        }
        return content.withLockedValue { Array($0[Int(range.lowerBound)..<Int(range.upperBound)]) }
    }

    func end(kept: (Range<Int64>) throws -> [UInt8]) throws -> RemoteEnd {
        let range = Int64(directoryOffset)..<byteCount
        let expected = content.withLockedValue { Array($0[directoryOffset...]) }
        if try kept(range) == expected { return RemoteEnd(offset: range.lowerBound, bytes: expected, isKept: true) }
        return RemoteEnd(offset: range.lowerBound, bytes: try read(range), isKept: false)
    }
}
