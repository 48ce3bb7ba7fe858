import CJPEG
import NIOConcurrencyHelpers

/// A pool of tools that only one thread at a time may use. Reuse matters because setting up libjpeg costs as much as a
/// small tile.
///
/// `@unchecked Sendable`: a tool is lent to one caller at a time, and the list of idle tools is protected by a lock.
final class ToolPool<Tool: AnyObject>: @unchecked Sendable {
    /// The maximum number of idle tools kept. No more threads than this work at once.
    private static var limit: Int { 64 }

    private let idle = NIOLockedValueBox<[Tool]>([])
    private let make: @Sendable () throws -> Tool

    init(make: @escaping @Sendable () throws -> Tool) { self.make = make }

    /// Calls the body with a tool that is exclusive to it for the duration of the call.
    func borrow<Result>(_ body: (Tool) throws -> Result) throws -> Result {
        let tool = try idle.withLockedValue { $0.popLast() } ?? make()
        defer { idle.withLockedValue { if $0.count < Self.limit { $0.append(tool) } } }
        return try body(tool)
    }
}

/// A libjpeg decoder for tiles in memory.
final class JPEGTileDecoder {
    static let pool = ToolPool { try JPEGTileDecoder() }

    let decoder: OpaquePointer

    init() throws {
        guard let decoder = cjpeg_tile_decoder_new() else {
            throw TileEngineError(.io, "a tile cannot be decoded: there is not enough memory")
        }
        self.decoder = decoder
    }

    deinit { cjpeg_tile_decoder_free(decoder) }

    func check(_ status: cjpeg_status) throws {
        guard status != cjpeg_ok else { return }
        let message = String(cString: cjpeg_tile_message(decoder))
        guard status != cjpeg_no_memory else { throw TileEngineError(.io, "cannot be decoded: \(message)") }
        throw TileEngineError(.damaged, "cannot be decoded (\(message)), expected jpeg")
    }
}
