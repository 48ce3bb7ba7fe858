import CVips

/// The thumbnail that a camera or scanner embedded in the file of a scan.
public struct EmbeddedThumbnail: Hashable, Sendable {
    /// The size of the upright thumbnail, in pixels.
    public let size: PixelSize
    /// The thumbnail as JPEG, without metadata.
    public let jpeg: [UInt8]
}

extension Scan {
    /// The maximum size of a thumbnail that is read. EXIF limits thumbnails to 64 kB, so this is generous.
    private static let mostThumbnailBytes = 1 << 20
    static let longestThumbnailSide = 1024
    /// The maximum relative difference between the thumbnail's and the scan's proportions, beyond a pixel of rounding.
    /// Cameras add black bars to thumbnails of other proportions, and editors keep the old thumbnail of a cropped
    /// image.
    private static let shapeTolerance = 0.03

    /// Returns the upright thumbnail from the scan's EXIF data, as a preview before the first tile is cut.
    ///
    /// - Returns: The thumbnail; nil if there is none, if it cannot stand in for the scan because it is damaged, longer
    ///   than 1024 pixels or of other proportions, or if this is a part of a scan.
    /// - Throws: ``TileEngineError`` for the scan itself, as ``init(path:page:limits:policy:)`` does.
    /// - Complexity: That of reading the scan's header.
    public func embeddedThumbnail() throws -> EmbeddedThumbnail? {
        guard plan == nil else { return nil }
        if let isolated { return try isolated.thumbnail(of: info) }
        return try withThumbnail {
            EmbeddedThumbnail(size: $0.size, jpeg: try $0.encoded(suffix: ".jpg[Q=90,strip]"))
        }
    }

    /// Returns the pixels of the upright thumbnail in sRGB, three channels of 8 bits; nil if there is none.
    func thumbnailPixels() throws -> (size: PixelSize, pixels: [UInt8])? {
        try withThumbnail { ($0.size, try $0.pixels()) }
    }

    private func withThumbnail<Result>(_ body: (VipsImage) throws -> Result) throws -> Result? {
        let image = try stored()
        var byteCount = 0
        guard
            let bytes = cvips_image_blob(image.pointer, "jpeg-thumbnail-data", &byteCount),
            (4...Self.mostThumbnailBytes).contains(byteCount)
        else { return nil }
        do {
            let thumbnail = try VipsCalls.attempt { () throws(VipsFailure) in
                let loaded = VipsImage(cvips_image_load_buffer("jpegload_buffer", bytes, byteCount))
                guard let loaded else { throw .takeLatest() }
                return loaded
            }
            guard max(thumbnail.width, thumbnail.height) <= Self.longestThumbnailSide else { return nil }
            let scanSize = info.orientation >= 5 ? info.size.transposed : info.size
            guard Self.haveOneShape(thumbnail.size, scanSize) else { return nil }
            // The thumbnail has the scan's orientation, regardless of its own tag.
            let upright = try normalised(thumbnail, paper: .white, range: nil, warnings: VipsWarnings()).applying(
                cvips_copy)
            cvips_image_set_int(upright.pointer, "orientation", Int32(clamping: info.orientation))
            // Turning needs the last rows first, which a sequential decoder cannot provide, so the image is copied to
            // memory.
            let turned = try upright.applying(cvips_copy_memory).applying(cvips_autorot)
            return try withExtendedLifetime(image) { try body(turned) }
        } catch is VipsFailure {
            return nil
        } catch let error as TileEngineError where error.kind == .unsupported {
            return nil
        }
    }

    /// Returns whether the first image can be a smaller version of the second.
    private static func haveOneShape(_ small: PixelSize, _ large: PixelSize) -> Bool {
        guard small.width > 0, small.height > 0 else { return false }
        let height = Double(small.width) * Double(large.height) / Double(large.width)
        let width = Double(small.height) * Double(large.width) / Double(large.height)
        return abs(height - Double(small.height)) <= 1 + shapeTolerance * height
            && abs(width - Double(small.width)) <= 1 + shapeTolerance * width
    }
}
