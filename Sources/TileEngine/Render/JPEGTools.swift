import CJPEG
import NIOConcurrencyHelpers

/// Tools that one thread at a time may use, kept for the next one: setting up libjpeg costs as much as a small tile.
///
/// `@unchecked Sendable`: a tool is lent to one caller at a time, and the list of those at rest is behind a lock.
final class ToolPool<Tool: AnyObject>: @unchecked Sendable {
    private struct Rest: @unchecked Sendable {
        var tools: [Tool] = []
    }

    /// More than this many are not kept: no more than so many threads work at a time.
    private static var limit: Int { 64 }

    private let rest = NIOLockedValueBox(Rest())
    private let make: @Sendable () throws -> Tool

    init(make: @escaping @Sendable () throws -> Tool) { self.make = make }

    /// Lends a tool for as long as the body runs.
    func borrow<Result>(_ body: (Tool) throws -> Result) throws -> Result {
        let tool = try rest.withLockedValue { $0.tools.popLast() } ?? make()
        defer { rest.withLockedValue { if $0.tools.count < Self.limit { $0.tools.append(tool) } } }
        return try body(tool)
    }
}

/// libjpeg's decoder for tiles in memory.
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

/// libjpeg's encoder for planes.
final class JPEGPlaneEncoder {
    static let pool = ToolPool { try JPEGPlaneEncoder() }

    private let encoder: OpaquePointer

    init() throws {
        guard let encoder = cjpeg_plane_encoder_new() else {
            throw TileEngineError(.io, "a picture cannot be encoded: there is not enough memory")
        }
        self.encoder = encoder
    }

    deinit { cjpeg_plane_encoder_free(encoder) }

    /// Encodes planes of grey or YCbCr as they are.
    ///
    /// - Throws: ``TileEngineError`` of kind `io`.
    func encode(_ planes: inout Planes, quality: Int) throws -> [UInt8] {
        let layout = planes.layout
        let size = planes.size
        var settings = cjpeg_plane_settings(
            width: Int32(clamping: size.width), height: Int32(clamping: size.height),
            plane_count: Int32(clamping: layout.planeCount), columns_shared: Int32(clamping: layout.columnsShared),
            rows_shared: Int32(clamping: layout.rowsShared), quality: Int32(clamping: quality))
        let encoded = planes.withMutableBytes { base in
            Planes.pointers(to: base, layout: layout, size: size) { planes, strides -> [UInt8]? in
                var byteCount = 0
                guard let bytes = cjpeg_encode_planes(encoder, &settings, planes, strides, &byteCount) else {
                    return nil
                }
                return [UInt8](UnsafeBufferPointer(start: bytes, count: byteCount))
            }
        }
        guard let encoded, let encoded else {
            throw TileEngineError(.io, "a picture of \(size) that cannot be encoded as jpeg")
        }
        return encoded
    }
}
