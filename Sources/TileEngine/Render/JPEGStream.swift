import CJPEG

/// libjpeg's encoder for a picture whose rows come in strips.
///
/// It keeps its buffers from one picture to the next. `@unchecked Sendable`: one caller at a time uses it, behind the lock
/// of a ``WholeImageEncoder`` or borrowed from the ``pool``.
final class JPEGStream: @unchecked Sendable {
    static let pool = ToolPool { try JPEGStream() }

    /// How many rows are encoded before whoever encodes a picture in memory is asked whether it is still wanted: of 600
    /// pixels, they take a tenth of a millisecond. A multiple of the rows that libjpeg takes at once.
    private static let stripHeight = 32

    private let stream: OpaquePointer

    init() throws {
        guard let stream = cjpeg_stream_new() else {
            throw TileEngineError(.io, "a picture cannot be encoded as jpeg: there is not enough memory")
        }
        self.stream = stream
    }

    deinit { cjpeg_stream_free(stream) }

    /// Begins a picture; what was begun before is given up.
    ///
    /// - Parameters:
    ///   - layout: The planes of the strips. Red, green and blue get colour at all of the resolution.
    ///   - quality: 1 to 100.
    ///   - hasHeader: Whether the bytes begin with a JFIF header.
    /// - Throws: ``TileEngineError`` of kind `io`: without memory, or where a JPEG has no such size.
    func begin(_ size: PixelSize, layout: PlaneLayout, quality: Int, hasHeader: Bool) throws {
        let isRGB = layout.colours == .rgb
        var settings = cjpeg_stream_settings(
            width: Int32(clamping: size.width), height: Int32(clamping: size.height),
            plane_count: Int32(clamping: layout.planeCount),
            columns_shared: isRGB ? 0 : Int32(clamping: layout.columnsShared),
            rows_shared: isRGB ? 0 : Int32(clamping: layout.rowsShared), quality: Int32(clamping: quality),
            has_header: hasHeader ? 1 : 0)
        guard cjpeg_stream_begin(stream, &settings) == 0 else {
            throw TileEngineError(.io, "a picture of \(size) that cannot be encoded as jpeg")
        }
    }

    /// Adds a strip, and the end behind the last one.
    ///
    /// - Returns: What came out.
    /// - Throws: ``TileEngineError`` of kind `io`.
    func write(_ strip: inout Planes, isLast: Bool) throws -> [UInt8] {
        let (layout, size) = (strip.layout, strip.size)
        let status: Int32
        if layout.colours == .rgb {
            status = strip.pixels.bytes.withUnsafeBufferPointer {
                cjpeg_stream_write_pixels(stream, $0.baseAddress, Int32(clamping: size.height))
            }
        } else {
            status =
                strip.withMutableBytes { base in
                    Planes.pointers(to: base, layout: layout, size: size) {
                        cjpeg_stream_write_planes(stream, $0, $1, Int32(clamping: size.height))
                    }
                } ?? -1
        }
        return try taken(status, isLast: isLast)
    }

    /// Encodes planes of grey or YCbCr as they are, without a header.
    ///
    /// - Parameter isCancelled: Asked every few rows; once it says yes, the call throws `CancellationError`.
    /// - Throws: ``TileEngineError`` of kind `io`, `CancellationError`.
    /// - Complexity: O(*n*) in the number of pixels.
    func encode(_ planes: inout Planes, quality: Int, isCancelled: () -> Bool) throws -> [UInt8] {
        let (layout, size) = (planes.layout, planes.size)
        try begin(size, layout: layout, quality: quality, hasHeader: false)
        let status = try planes.withMutableBytes { base -> Int32 in
            for top in stride(from: 0, to: size.height, by: Self.stripHeight) {
                if isCancelled() { throw CancellationError() }
                let status = Planes.pointers(to: base, layout: layout, size: size, fromRow: top) {
                    cjpeg_stream_write_planes(
                        stream, $0, $1, Int32(clamping: min(Self.stripHeight, size.height - top)))
                }
                if status != 0 { return status }
            }
            return 0
        }
        return try taken(status ?? -1, isLast: true)
    }

    private func taken(_ status: Int32, isLast: Bool) throws -> [UInt8] {
        guard status == 0, !isLast || cjpeg_stream_finish(stream) == 0 else {
            throw TileEngineError(.io, "a picture that cannot be encoded as jpeg: there is not enough memory")
        }
        var count = 0
        guard let bytes = cjpeg_stream_take(stream, &count) else { return [] }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }
}
