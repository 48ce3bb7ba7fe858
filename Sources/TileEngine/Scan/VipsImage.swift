import CVips

/// A reference to a libvips image, released on deinitialisation.
///
/// `@unchecked Sendable`: any number of threads may read a libvips image at once, and operations that modify one
/// (metadata, progress watcher) are called here only before it is shared.
final class VipsImage: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes ownership of a reference. Returns nil for a null pointer, with which libvips reports a failure.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { cvips_image_unref(pointer) }

    var width: Int { Int(cvips_image_width(pointer)) }
    var height: Int { Int(cvips_image_height(pointer)) }
    var size: PixelSize { PixelSize(width: width, height: height) }
    var bandCount: Int { Int(cvips_image_bands(pointer)) }
    var hasAlpha: Bool { cvips_image_has_alpha(pointer) != 0 }
    var format: Int32 { cvips_image_format(pointer) }
    var interpretation: Int32 { cvips_image_guess_interpretation(pointer) }
    var hasProfile: Bool { cvips_image_has_field(pointer, "icc-profile-data") != 0 }

    /// The EXIF orientation, 1 to 8. libvips returns 1 for any other value.
    var orientation: Int { Int(cvips_image_orientation(pointer)) }

    /// The number of pages that the loader reports, or 1 if it reports none.
    var pageCount: Int { max(1, Int(cvips_image_get_int(pointer, "n-pages", 1))) }

    /// Returns whether a metadata field set by some loaders is present and not 0.
    func hasFlag(_ name: String) -> Bool { cvips_image_get_int(pointer, name, 0) != 0 }

    /// Returns the result of applying a libvips operation to this image.
    ///
    /// - Throws: ``VipsFailure`` with libvips' message.
    func applying(_ operation: (OpaquePointer) -> OpaquePointer?) throws(VipsFailure) -> VipsImage {
        try VipsCalls.attempt { () throws(VipsFailure) in
            guard let image = VipsImage(operation(pointer)) else { throw .takeLatest() }
            return image
        }
    }

    /// Returns the image encoded as a libvips suffix specifies, such as `.jpg[Q=85]`.
    func encoded(suffix: String) throws(VipsFailure) -> [UInt8] {
        try VipsCalls.attempt { () throws(VipsFailure) in
            var bytes: UnsafeMutableRawPointer?
            var count = 0
            guard cvips_image_write_to_buffer(pointer, suffix, &bytes, &count) == 0, let bytes else {
                throw .takeLatest()
            }
            defer { cvips_free(bytes) }
            return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
        }
    }

    /// Returns all pixels, row by row, with interleaved channels.
    func pixels() throws(VipsFailure) -> [UInt8] {
        try VipsCalls.attempt { () throws(VipsFailure) in
            var count = 0
            guard let bytes = cvips_image_write_to_memory(pointer, &count) else { throw .takeLatest() }
            defer { cvips_free(bytes) }
            return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
        }
    }

    /// Returns an image over pixels, row by row, with interleaved channels of 8 bits. The pixels must outlive it.
    static func image(
        over pixels: UnsafeRawBufferPointer, size: PixelSize, channels: Int
    ) throws(VipsFailure) -> VipsImage {
        let pointer = cvips_image_new_from_memory(
            pixels.baseAddress, pixels.count, Int32(clamping: size.width), Int32(clamping: size.height),
            Int32(clamping: channels))
        guard let image = VipsImage(pointer) else { throw .takeLatest() }
        return image
    }

    /// Calls the body with an image over upright pixels in grey or sRGB, with interleaved channels of 8 bits. The image
    /// is valid only during the call.
    static func withImage<Result>(
        of pixels: [UInt8], size: PixelSize, channels: Int = 3, _ body: (VipsImage) throws -> Result
    ) throws -> Result {
        try pixels.withUnsafeBytes { bytes in
            let colours = channels < 3 ? cvips_interpretation_bw : cvips_interpretation_srgb
            return try body(
                image(over: bytes, size: size, channels: channels).applying { cvips_copy_interpretation($0, colours) })
        }
    }
}

/// A libvips failure with its one-line message. Callers turn it into an error that names the file.
struct VipsFailure: Error {
    let message: String

    /// Returns the failure that libvips has just reported, and clears libvips' error buffer.
    static func takeLatest() -> VipsFailure { VipsFailure(message: VipsRuntime.takeMessage()) }
}
