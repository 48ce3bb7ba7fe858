import CJPEG
import FileSupport
import Foundation

/// A JPEG that libjpeg alone decodes, row by row into the strip's memory. Most scans are of this kind.
final class JPEGStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    let exifOrientation = 1

    private let file: OpenFile
    private let decoder: OpaquePointer
    private let isCancelled: @Sendable () -> Bool
    private var hasStarted = false

    /// Returns the header of a JPEG that only needs decoding: upright, grey or three-channel, and without a colour
    /// profile. Returns nil for any other file.
    ///
    /// - Throws: ``TileEngineError`` of kind `damaged` or `unreadable`.
    static func plainHeader(of file: OpenFile) throws -> JPEGHeader? {
        guard let header = try JPEGHeader(file), header.orientation == 1, !header.hasColourProfile else { return nil }
        let decoder = try decoder(of: file)
        defer { cjpeg_decoder_free(decoder) }
        guard cjpeg_decoder_read_header(decoder) == cjpeg_ok, size(decoder) == header.size,
            Int(cjpeg_decoder_channels(decoder)) == header.channels
        else { return nil }
        return header
    }

    /// Opens a scan. Returns nil if its pixels need more than decoding: turning or colour conversion.
    ///
    /// - Throws: ``TileEngineError`` `unreadable` or `damaged`.
    init?(_ scan: Scan, isCancelled: @escaping @Sendable () -> Bool) throws {
        guard scan.info.format == .jpeg, scan.info.orientation == 1, !scan.info.hasColourProfile else { return nil }
        file = try scan.openFile()
        decoder = try Self.decoder(of: file)
        self.isCancelled = isCancelled
        do {
            try Self.check(cjpeg_decoder_read_header(decoder), decoder, path: scan.path)
        } catch {
            cjpeg_decoder_free(decoder)
            throw error
        }
        size = Self.size(decoder)
        channels = Int(cjpeg_decoder_channels(decoder))
        guard channels > 0 else { return nil }
    }

    deinit { cjpeg_decoder_free(decoder) }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        if !hasStarted {
            try start()
            hasStarted = true
        }
        let status = cjpeg_decoder_read(
            decoder, rows.assumingMemoryBound(to: UInt8.self), size.width * channels, Int32(clamping: rowCount))
        try Self.check(status, decoder, path: file.path)
    }

    var remarks: DecodingRemarks {
        var remarks = DecodingRemarks()
        var index: Int32 = 0
        while let warning = cjpeg_decoder_warning(decoder, index) {
            remarks.add(String(cString: warning))
            index += 1
        }
        remarks.count(to: Int(cjpeg_decoder_warning_count(decoder)))
        return remarks
    }

    func finish() throws { try Self.check(cjpeg_decoder_finish(decoder), decoder, path: file.path) }

    /// Starts decoding. A progressive file is read to its end here, which takes a while.
    private func start() throws {
        let status = withUnsafePointer(to: isCancelled) { isCancelled in
            cjpeg_decoder_start(
                decoder,
                { context, _ in
                    let isCancelled = context?.assumingMemoryBound(to: (@Sendable () -> Bool).self).pointee
                    return isCancelled?() == true ? 1 : 0
                }, UnsafeMutableRawPointer(mutating: isCancelled))
        }
        try Self.check(status, decoder, path: file.path)
    }

    private static func decoder(of file: OpenFile) throws -> OpaquePointer {
        guard let decoder = cjpeg_decoder_new(file.descriptor) else {
            throw file.error(.io, "cannot be decoded: there is not enough memory")
        }
        return decoder
    }

    private static func size(_ decoder: OpaquePointer) -> PixelSize {
        PixelSize(width: Int(cjpeg_decoder_width(decoder)), height: Int(cjpeg_decoder_height(decoder)))
    }

    private static func check(_ status: cjpeg_status, _ decoder: OpaquePointer, path: String) throws {
        switch status {
        case cjpeg_ok: return
        case cjpeg_stopped: throw CancellationError()
        case cjpeg_no_memory:
            throw TileEngineError(.io, path: path, "cannot be decoded: there is not enough memory")
        case cjpeg_unreadable:
            errno = cjpeg_decoder_errno(decoder)
            throw TileEngineError(.unreadable, path: path, "cannot be read: \(SystemError.text())")
        default:
            let message = String(cString: cjpeg_decoder_message(decoder))
            throw TileEngineError(
                .damaged, path: path, "cannot be read to its end (\(message)), expected a whole JPEG file")
        }
    }
}
