import CJPEG

/// Encodes tiles whose rows arrive strip by strip, directly from the strip's memory. Only one thread at a time may use
/// it.
protocol TileEncoder: AnyObject {
    /// Begins a tile.
    ///
    /// - Throws: ``TileEngineError`` of kind `io` if the tile cannot be encoded, as do all methods here.
    func begin(_ size: PixelSize) throws

    /// Adds rows.
    ///
    /// - Parameters:
    ///   - rows: The tile's first pixel in the first row.
    ///   - count: The number of rows.
    ///   - stride: The distance between rows, in bytes.
    func append(_ rows: UnsafeRawPointer, count: Int, stride: Int) throws

    /// Finishes a tile after all its rows have been added.
    ///
    /// - Parameter body: Receives the encoded bytes, which are valid only during the call.
    func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

extension TileEncoding {
    /// Creates an encoder for pixels with a number of channels.
    func makeEncoder(channels: Int) throws -> any TileEncoder {
        switch format {
        case .jpeg: try JPEGTileEncoder(self, channels: channels)
        case .webp, .png: VipsTileEncoder(suffix: suffix, channels: channels)
        }
    }
}

/// A JPEG encoder that uses libjpeg directly, with the same settings as libvips.
final class JPEGTileEncoder: TileEncoder {
    private let encoder: OpaquePointer
    private var size = PixelSize(width: 0, height: 0)

    init(_ encoding: TileEncoding, channels: Int) throws {
        let halvesColour: Int32 = encoding.subsampling == .s420 ? 1 : 0
        let encoder = cjpeg_encoder_new(Int32(clamping: channels), Int32(clamping: encoding.quality), halvesColour)
        guard let encoder else { throw TileEngineError(.io, "a tile cannot be encoded: there is not enough memory") }
        self.encoder = encoder
    }

    deinit { cjpeg_encoder_free(encoder) }

    func begin(_ size: PixelSize) throws {
        self.size = size
        try check(cjpeg_encoder_begin(encoder, Int32(clamping: size.width), Int32(clamping: size.height)) == 0)
    }

    func append(_ rows: UnsafeRawPointer, count: Int, stride: Int) throws {
        let status = cjpeg_encoder_write(
            encoder, rows.assumingMemoryBound(to: UInt8.self), stride, Int32(clamping: count))
        try check(status == 0)
    }

    func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var byteCount = 0
        let bytes = cjpeg_encoder_finish(encoder, &byteCount)
        try check(bytes != nil)
        try body(UnsafeRawBufferPointer(start: bytes, count: byteCount))
    }

    private func check(_ isDone: Bool) throws {
        guard isDone else { throw TileEngineError(.io, "a tile of \(size) pixels cannot be encoded as JPEG") }
    }
}

/// An encoder that saves with libvips, which must have been started. libvips needs whole tiles, so their rows are
/// collected.
final class VipsTileEncoder: TileEncoder {
    private let suffix: String
    private let channels: Int
    private var size = PixelSize(width: 0, height: 0)
    private var pixels: [UInt8] = []

    init(suffix: String, channels: Int) {
        self.suffix = suffix
        self.channels = channels
    }

    func begin(_ size: PixelSize) {
        self.size = size
        pixels.removeAll(keepingCapacity: true)
        pixels.reserveCapacity(size.width * size.height * channels)
    }

    func append(_ rows: UnsafeRawPointer, count: Int, stride: Int) {
        for row in 0..<count {
            pixels.append(contentsOf: UnsafeRawBufferPointer(start: rows + row * stride, count: size.width * channels))
        }
    }

    func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        do {
            let bytes = try VipsImage.withImage(of: pixels, size: size, channels: channels) {
                try $0.encoded(suffix: suffix)
            }
            try bytes.withUnsafeBytes(body)
        } catch let failure as VipsFailure {
            throw TileEngineError(.io, "a tile of \(size) pixels cannot be encoded: \(failure.message)")
        }
    }
}
