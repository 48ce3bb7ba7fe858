import CJPEG

/// A libjpeg encoder for an image whose rows arrive in strips.
///
/// Its buffers are reused from one image to the next. `@unchecked Sendable`: only one caller at a time uses it, either
/// under the lock of a ``WholeImageEncoder`` or after borrowing it from the ``pool``.
final class JPEGStream: @unchecked Sendable {
    static let pool = ToolPool { try JPEGStream() }

    /// The number of rows encoded between checks for cancellation: 0.1 ms for rows of 600 pixels. A multiple of the
    /// number of rows that libjpeg processes at once.
    private static let stripHeight = 32

    private let stream: OpaquePointer

    init() throws {
        guard let stream = cjpeg_stream_new() else {
            throw TileEngineError(.io, "a picture cannot be encoded as jpeg: there is not enough memory")
        }
        self.stream = stream
    }

    deinit { cjpeg_stream_free(stream) }

    /// Begins an image, abandoning any unfinished one.
    ///
    /// - Parameters:
    ///   - layout: The layout of the planes in each strip. RGB is encoded without chroma subsampling.
    ///   - quality: The quality, 1 to 100.
    ///   - hasHeader: Whether the output begins with a JFIF header.
    /// - Throws: ``TileEngineError`` of kind `io` if memory runs out or JPEG does not support the size.
    func begin(_ size: PixelSize, layout: PlaneLayout, quality: Int, hasHeader: Bool) throws {
        let isRGB = layout.colours == .rgb
        var settings = cjpeg_stream_settings(
            width: Int32(clamping: size.width), height: Int32(clamping: size.height),
            plane_count: Int32(clamping: layout.planeCount),
            horizontal_subsampling: isRGB ? 0 : Int32(clamping: layout.horizontalSubsampling),
            vertical_subsampling: isRGB ? 0 : Int32(clamping: layout.verticalSubsampling),
            quality: Int32(clamping: quality),
            has_header: hasHeader ? 1 : 0)
        guard cjpeg_stream_begin(stream, &settings) == 0 else {
            throw TileEngineError(.io, "a picture of \(size) that cannot be encoded as jpeg")
        }
    }

    /// Encodes a strip, and completes the image after the last one.
    ///
    /// - Returns: The bytes encoded since the previous call.
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
        return try takeOutput(status, isLast: isLast)
    }

    /// Encodes grey or YCbCr planes without conversion and without a header.
    ///
    /// - Parameter isCancelled: Called every few rows. Once it returns true, the call throws `CancellationError`.
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
        return try takeOutput(status ?? -1, isLast: true)
    }

    private func takeOutput(_ status: Int32, isLast: Bool) throws -> [UInt8] {
        guard status == 0, !isLast || cjpeg_stream_finish(stream) == 0 else {
            throw TileEngineError(.io, "a picture that cannot be encoded as jpeg: there is not enough memory")
        }
        var count = 0
        guard let bytes = cjpeg_stream_take(stream, &count) else { return [] }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }
}
