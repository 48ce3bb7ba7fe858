import CVips

/// The rows of a scan that was put on disk as it is stored, rotated by any angle or rectified, on paper: by libvips's `mapim`.
///
/// An index is made for the rows that are read and no others, so that memory does not grow with the picture. Made of floats
/// in memory, it is quick as well: a sheet of 12 megapixels takes 0.42 s from JPEG to tiles, of which libvips's own operations
/// on doubles would take more than a second.
final class WarpedRows: StripSource {
    let size: PixelSize
    /// Grey stays grey unless the paper is coloured.
    let channels: Int
    let remarks: DecodingRemarks

    private let scan: Scan
    /// What ``image`` lies in.
    private let pixels: MappedFile
    private let image: VipsImage
    private let stored: PixelSize
    private let matrix: [Double]
    private let crop: PixelRegion
    private let paper: [Double]
    private var nextRow = 0

    /// Opens pixels that were put on disk, row by row.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - scan: Whose pixels they are.
    ///   - source: Where they came from.
    ///   - turn: How they must still be turned, as EXIF's orientation says it.
    ///   - plan: What is to be made of the upright picture.
    ///   - paper: What shows in the corners.
    /// - Throws: ``TileEngineError``.
    init(
        spooledAt path: String, of scan: Scan, from source: some StripSource, turn: Int, plan: PartPlan,
        paper: PaperColour
    ) throws {
        try VipsRuntime.start()
        pixels = try MappedFile(OpenFile.forReading(path, expected: "the pixels of a scan"))
        guard pixels.bytes.count == source.size.width * source.size.height * source.channels else {
            throw TileEngineError(.io, path: path, "has \(pixels.bytes.count) bytes, expected those of \(source.size)")
        }
        self.scan = scan
        stored = source.size
        remarks = source.remarks
        matrix = plan.matrix(toStored: stored, turn: turn)
        crop = plan.crop
        size = crop.size
        let colours = [paper.red, paper.green, paper.blue].map(Double.init)
        channels = source.channels == 1 && Set(colours).count == 1 ? 1 : 3
        self.paper = Array(colours.prefix(channels))
        image = try Self.image(of: scan, pixels.bytes, stored, channels: source.channels, as: channels)
    }

    private static func image(
        of scan: Scan, _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, channels: Int, as wanted: Int
    ) throws -> VipsImage {
        do {
            return try VipsCalls.attempt { () throws(VipsFailure) in
                let pointer = cvips_image_new_from_memory(
                    bytes.baseAddress, bytes.count, Int32(clamping: size.width), Int32(clamping: size.height),
                    Int32(clamping: channels))
                guard let image = VipsImage(pointer) else { throw .taken() }
                guard channels < wanted else { return image }
                // Of grey, all but the first channel is taken for opacity.
                return try image.applying { cvips_bandjoin($0, image.pointer) }
                    .applying { cvips_bandjoin($0, image.pointer) }
                    .applying { cvips_copy_interpretation($0, cvips_interpretation_srgb) }
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
                    cvips_mapim_cubic(
                        image, index, Int32(clamping: size.width), Int32(clamping: rowCount), paper,
                        Int32(clamping: channels))
                }.pixels()
            }
            rows.copyMemory(from: strip, byteCount: min(strip.count, rowCount * size.width * channels))
        } catch {
            throw scan.damaged(error)
        }
        nextRow += rowCount
    }

    func finish() {}

    /// Where each pixel of some rows lies among the stored ones: two numbers, with the middle of a pixel at whole ones. What
    /// lies outside stays near, since `mapim` reads all that lies between.
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
                    // What is behind the eye has no place.
                    index[count] = depth > 0 ? Float(max(-8, min(x, lastX)) - 0.5) : -8
                    index[count + 1] = depth > 0 ? Float(max(-8, min(y, lastY)) - 0.5) : -8
                    count += 2
                }
            }
        }
    }
}
