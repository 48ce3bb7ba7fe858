import CVips

/// The small picture of a scan that its camera or scanner put into the file beside it.
public struct EmbeddedThumbnail: Hashable, Sendable {
    /// The size of the picture, upright, in pixels.
    public let size: PixelSize
    /// The picture as JPEG, without metadata.
    public let jpeg: [UInt8]
}

extension Scan {
    /// The largest thumbnail that is read: EXIF has room for 64 kB, and this is generous.
    private static let mostThumbnailBytes = 1 << 20
    static let longestThumbnailSide = 1024
    /// By how much a thumbnail's shape may differ from the scan's, in parts, beyond a pixel of rounding. Cameras put
    /// black bars around thumbnails of another shape, and editors leave those of what they have cropped.
    private static let shapeTolerance = 0.03

    /// The thumbnail in the scan's EXIF data, upright, as something to look at before the first tile is cut.
    ///
    /// - Returns: The thumbnail; nil where there is none, or where it cannot be shown in the scan's place: it is damaged,
    ///   longer than 1024 pixels, or not of the scan's shape, or this is a part of the scan.
    /// - Throws: ``TileEngineError``, as ``init(path:page:limits:policy:)``, for the scan itself.
    /// - Complexity: That of reading the scan's header.
    public func embeddedThumbnail() throws -> EmbeddedThumbnail? {
        guard plan == nil else { return nil }
        if let isolated { return try isolated.thumbnail(of: info) }
        return try withThumbnail { thumbnail in
            EmbeddedThumbnail(
                size: PixelSize(width: thumbnail.width, height: thumbnail.height),
                jpeg: try thumbnail.encoded(suffix: ".jpg[Q=90,strip]"))
        }
    }

    /// The pixels of the thumbnail, upright and in sRGB, three channels of 8 bits; nil where there is none.
    func thumbnailPixels() throws -> (size: PixelSize, pixels: [UInt8])? {
        try withThumbnail { thumbnail in
            (PixelSize(width: thumbnail.width, height: thumbnail.height), try thumbnail.pixels())
        }
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
                guard let loaded else { throw .taken() }
                return loaded
            }
            let stored = PixelSize(width: thumbnail.width, height: thumbnail.height)
            guard max(stored.width, stored.height) <= Self.longestThumbnailSide else { return nil }
            let turnsSideways = info.orientation >= 5
            let scanSize =
                turnsSideways ? PixelSize(width: info.height, height: info.width) : info.size
            guard Self.haveOneShape(stored, scanSize) else { return nil }
            // The thumbnail lies as the scan does, whatever it says of itself.
            let upright = try normalised(thumbnail, paper: .white, range: nil, warnings: VipsWarnings()).applying(
                cvips_copy)
            cvips_image_set_int(upright.pointer, "orientation", Int32(clamping: info.orientation))
            // Turning needs the last rows first, which a decoder does not give: all of it is in memory for that.
            let turned = try upright.applying(cvips_copy_memory).applying(cvips_autorot)
            return try withExtendedLifetime(image) { try body(turned) }
        } catch is VipsFailure {
            return nil
        } catch let error as TileEngineError where error.kind == .unsupported {
            return nil
        }
    }

    /// Whether two pictures can be the same, the first one smaller.
    private static func haveOneShape(_ small: PixelSize, _ large: PixelSize) -> Bool {
        guard small.width > 0, small.height > 0 else { return false }
        let height = Double(small.width) * Double(large.height) / Double(large.width)
        let width = Double(small.height) * Double(large.width) / Double(large.height)
        return abs(height - Double(small.height)) <= 1 + shapeTolerance * height
            && abs(width - Double(small.width)) <= 1 + shapeTolerance * width
    }
}
