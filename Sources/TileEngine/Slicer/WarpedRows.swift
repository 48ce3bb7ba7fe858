import CResample

/// The rows of a scan that was put on disk as it is stored, rotated by any angle or rectified, on paper.
///
/// libvips's `mapim` makes the same picture, which a test holds this against. One thread takes 1.8 to 2.7 seconds for 12
/// megapixels with it where this takes 0.9 to 1.1, and strips as wide as the picture need 0.5 GB unless a cache of tiles stands
/// before them, since it reads all that lies around a strip at once.
final class WarpedRows: StripSource {
    let size: PixelSize
    /// Grey stays grey unless the paper is coloured.
    let channels: Int
    let remarks: DecodingRemarks

    private let pixels: MappedFile
    private var picture: cresample_picture
    private let storedChannels: Int
    private let matrix: [Double]
    private let plan: PartPlan
    private let paper: [Int]
    private var nextRow = 0
    /// A row with its opacity.
    private let row: UnsafeMutableBufferPointer<UInt8>

    /// Opens pixels that were put on disk, row by row.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - source: Where they came from.
    ///   - turn: How they must still be turned, as EXIF's orientation says it.
    ///   - plan: What is to be made of the upright picture.
    ///   - paper: What shows in the corners.
    /// - Throws: ``TileEngineError``.
    init(spooledAt path: String, from source: some StripSource, turn: Int, plan: PartPlan, paper: PaperColour) throws {
        let pixels = try MappedFile(OpenFile.forReading(path, expected: "the pixels of a scan"))
        guard pixels.bytes.count == source.size.width * source.size.height * source.channels else {
            throw TileEngineError(.io, path: path, "has \(pixels.bytes.count) bytes, expected those of \(source.size)")
        }
        self.pixels = pixels
        self.plan = plan
        remarks = source.remarks
        storedChannels = source.channels
        picture = cresample_picture(
            pixels: pixels.bytes.bindMemory(to: UInt8.self).baseAddress, width: source.size.width,
            height: source.size.height)
        matrix = plan.matrix(toStored: source.size, turn: turn)
        size = plan.crop.size
        self.paper = [paper.red, paper.green, paper.blue].map(Int.init)
        channels = storedChannels == 1 && Set(self.paper).count == 1 ? 1 : 3
        row = .allocate(capacity: plan.crop.width * (storedChannels + 1))
    }

    deinit { row.deallocate() }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        guard let base = row.baseAddress else { return }
        for index in 0..<rowCount {
            cresample_warp_row(
                &picture, Int32(truncatingIfNeeded: storedChannels), matrix, plan.crop.y + nextRow, plan.crop.x,
                plan.crop.width, base)
            layOnPaper(rows + index * size.width * channels)
            nextRow += 1
        }
    }

    func finish() {}

    private func layOnPaper(_ target: UnsafeMutableRawPointer) {
        let target = target.assumingMemoryBound(to: UInt8.self)
        let isGrey = storedChannels == 1
        for column in 0..<size.width {
            let from = column * (storedChannels + 1)
            let opacity = Int(row[from + storedChannels])
            for channel in 0..<channels {
                let ink = Int(row[from + (isGrey ? 0 : channel)])
                let sum = ink &* opacity &+ paper[channel] &* (255 &- opacity) &+ 127
                target[column * channels + channel] = UInt8(truncatingIfNeeded: sum / 255)
            }
        }
    }
}
