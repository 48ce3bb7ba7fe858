import CVips

/// Rotates by any angle or rectifies a scan that was spooled to disk as stored, on a paper background, with libvips'
/// `mapim`.
///
/// The coordinate index is computed only for the rows being read, so that memory does not grow with the image. libvips
/// computes in floating point here: with bytes it rounds twice and differs by two grey levels.
final class WarpedRows: StripSource {
    let size: PixelSize
    /// The number of channels. Grey stays grey unless the paper is coloured.
    let channels: Int
    let exifOrientation = 1
    let remarks: DecodingRemarks

    private let scan: Scan
    /// The mapped file that ``image`` refers to.
    private let pixels: MappedFile
    private let image: VipsImage
    private let stored: PixelSize
    private let matrix: [Double]
    private let crop: PixelRegion
    private let paper: [Float]
    private var nextRow = 0

    /// Opens the pixels of a source that were spooled to disk row by row.
    ///
    /// - Throws: ``TileEngineError``.
    init(
        spooledAt path: String, of scan: Scan, from source: any StripSource, plan: PartPlan, paper: PaperColour
    ) throws {
        try VipsRuntime.start()
        pixels = try MappedFile(OpenFile.forReading(path, expected: "the pixels of a scan"))
        guard pixels.bytes.count == source.size.width * source.size.height * source.channels else {
            throw TileEngineError(.io, path: path, "has \(pixels.bytes.count) bytes, expected those of \(source.size)")
        }
        self.scan = scan
        stored = source.size
        remarks = source.remarks
        matrix = plan.matrix(toStored: stored, exifOrientation: source.exifOrientation)
        crop = plan.crop
        size = crop.size
        self.paper = [paper.red, paper.green, paper.blue].map(Float.init)
        channels = source.channels == 1 && Set(self.paper).count == 1 ? 1 : 3
        image = try Self.image(of: scan, pixels.bytes, stored, channels: source.channels)
    }

    private static func image(
        of scan: Scan, _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, channels: Int
    ) throws -> VipsImage {
        do {
            return try VipsCalls.attempt { () throws(VipsFailure) in
                try VipsImage.image(over: bytes, size: size, channels: channels)
                    .applying { cvips_cast($0, cvips_format_float) }
            }
        } catch {
            throw scan.damaged(error)
        }
    }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        let index = places(ofRows: nextRow..<nextRow + rowCount)
        do {
            let strip = try VipsCalls.attempt { () throws(VipsFailure) in
                try image.applying { image in
                    cvips_mapim_cubic(image, index, Int32(clamping: size.width), Int32(clamping: rowCount))
                }.pixels()
            }
            layOnPaper(strip, index, rows.assumingMemoryBound(to: UInt8.self))
        } catch {
            throw scan.damaged(error)
        }
        nextRow += rowCount
    }

    func finish() {}

    /// Returns the stored position of each pixel in a range of rows: two numbers, where integers denote pixel centres.
    /// Positions outside the image are clamped to its vicinity, because `mapim` reads everything in between.
    private func places(ofRows range: Range<Int>) -> [Float] {
        let (m, first, width) = (matrix, crop.x, size.width)
        let (lastX, lastY) = (Double(stored.width) + 8, Double(stored.height) + 8)
        return [Float](unsafeUninitializedCapacity: range.count * width * 2) { index, count in
            for row in range {
                let down = Double(crop.y + row) + 0.5
                for column in first..<first + width {
                    let right = Double(column) + 0.5
                    let depth = right * m[6] + down * m[7] + m[8]
                    let x = (right * m[0] + down * m[1] + m[2]) / depth
                    let y = (right * m[3] + down * m[4] + m[5]) / depth
                    // A point behind the viewer has no position.
                    index[count] = depth > 0 ? Float(max(-8, min(x, lastX)) - 0.5) : -8
                    index[count + 1] = depth > 0 ? Float(max(-8, min(y, lastY)) - 0.5) : -8
                    count += 2
                }
            }
        }
    }

    /// Rounds the floating-point pixels and blends the edges of the image with the paper over one pixel.
    private func layOnPaper(_ strip: [UInt8], _ index: [Float], _ target: UnsafeMutablePointer<UInt8>) {
        let (width, height, channels, paper) = (Float(stored.width), Float(stored.height), channels, paper)
        let storedChannels = image.bandCount
        strip.withUnsafeBytes { bytes in
            let ink = bytes.bindMemory(to: Float.self)
            for pixel in 0..<index.count / 2 {
                let (x, y) = (index[2 * pixel], index[2 * pixel + 1])
                // The fraction of an upright pixel around the position that is inside the image.
                let opacity = within(x + 1, 1) * within(width - x, 1) * within(y + 1, 1) * within(height - y, 1)
                for channel in 0..<channels {
                    let value = ink[pixel * storedChannels + min(channel, storedChannels - 1)]
                    let mixed = value * opacity + paper[channel] * (1 - opacity)
                    target[pixel * channels + channel] = UInt8(within(mixed + 0.5, 255))
                }
            }
        }
    }
}

private func within(_ value: Float, _ limit: Float) -> Float { max(0, min(value, limit)) }
