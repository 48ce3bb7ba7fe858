import Foundation

// `Slicer` reads a scan once, from top to bottom, in strips of rows. One thread decodes: a JPEG with libjpeg directly,
// a TIFF block by block on all threads, anything else through libvips. The other threads (`StripPipeline`) cut strips
// into tiles, encode them directly from the strip's memory (`EncodingLane`), and halve each strip into the next
// level's, down to one pixel. The memory of a strip is reused as soon as the strip is cut, so memory depends on the
// width of the scan and not on its height.
//
// Tiles are written to the archive in a fixed order, however the threads are scheduled, so the same scan always
// produces the same bytes. At every level the tiles equal those of `vips dzsave` byte for byte; the tests compare them.
// A row of tiles can be read as soon as it is in the file (`GrowingPyramid`), long before the archive has its directory
// and its final name.

/// Cuts scans into pyramids in one pass, strip by strip, on all cores.
public enum Slicer {
    /// Cuts a scan into a pyramid and writes it as an SZI archive.
    ///
    /// The archive is first written next to `path`, under the same name with `.partial-` and a number. It is checked,
    /// flushed to disk, and only then renamed to `path`, replacing any existing file. On an error or cancellation the
    /// partial file is removed and an existing file at `path` is left untouched. Partial files for the same `path` left
    /// behind by killed processes are removed. The call blocks: run it on a thread for blocking work, not on one of
    /// Swift's cooperative threads.
    ///
    /// - Parameters:
    ///   - scan: The scan, which is read once, from top to bottom.
    ///   - path: The path of the archive, whose folder must exist. Its file name without `.szi` becomes the image's
    ///     name inside.
    ///   - options: The tile size, format and encoding.
    ///   - growing: An unused pyramid for the same scan and options, which makes tiles available while the rest is cut.
    ///   - threadCount: The number of threads, including the caller's; nil for one per core. The same scan and options
    ///     produce the same bytes on any number of threads.
    ///   - progress: Called occasionally on any thread, but never concurrently. It should return quickly.
    ///   - isCancelled: Called occasionally on any thread. Once it returns true, the call ends within moments.
    /// - Returns: A summary of the archive.
    /// - Throws: `CancellationError` if cancelled; ``TileEngineError`` `outOfRange` for invalid options, `damaged` for
    ///   a scan that cannot be read to its end, `tooLarge` for one whose strips would take too much memory,
    ///   `unreadable` or `io` if files cannot be read or written.
    /// - Complexity: O(*n*) in the number of pixels. Memory is about 1.5 kB per pixel column, plus two rows of a TIFF's
    ///   strips or tiles, or the whole image if the scan's decoder must hold it (see ``ScanInfo/isSequential``).
    @discardableResult
    public static func slice(
        _ scan: Scan, to path: String, options: SliceOptions = SliceOptions(), growing: GrowingPyramid? = nil,
        threadCount: Int? = nil,
        progress: @escaping @Sendable (SliceProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> SliceResult {
        try options.validate()
        let pyramid = try Pyramid(width: scan.info.width, height: scan.info.height, tileSize: options.tileSize)
        try growing?.checkFits(pyramid, format: options.format)
        do {
            let result = try slice(
                scan, pyramid: pyramid, to: path, options: options, growing: growing,
                threadCount: threadCount ?? ProcessInfo.processInfo.activeProcessorCount, progress: progress,
                isCancelled: isCancelled)
            growing?.finish()
            return result
        } catch {
            growing?.fail(error, path: path)
            throw error
        }
    }

    /// The maximum memory for the strips and open tiles of a scan, in bytes.
    static let largestStripByteCount = 4 << 30

    private static func slice(
        _ scan: Scan, pyramid: Pyramid, to path: String, options: SliceOptions, growing: GrowingPyramid?,
        threadCount: Int, progress: @escaping @Sendable (SliceProgress) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws -> SliceResult {
        try checkMemory(of: scan, options: options)
        let clock = ContinuousClock()
        let start = clock.now
        let report: @Sendable (SliceProgress.Stage, Double) -> Void = { stage, fraction in
            progress(
                SliceProgress(stage: stage, fraction: fraction, elapsedSeconds: (clock.now - start) / .seconds(1)))
        }

        // A plain JPEG is cut into JPEG tiles without libvips, which would take more memory than everything else.
        if options.format != .jpeg { try VipsRuntime.start() }
        let partial = try PartialFile.beside(path)
        defer { partial.discard() }
        let opening = Opening(
            scan: scan, paper: options.paper, partial: partial, report: { report(.turning, $0) },
            isCancelled: isCancelled)
        let source = try opening.source()
        guard source.size == pyramid.size else {
            throw TileEngineError(
                .damaged, path: scan.path,
                "is \(source.size) pixels now, expected \(pyramid.size) as when it was opened")
        }
        try cut(
            source, time: DecodingTime(of: scan), pyramid: pyramid, into: partial, options: options, growing: growing,
            threadCount: threadCount, report: { report(.cutting, $0) }, isCancelled: isCancelled)

        report(.finishing, 0)
        let archive = try TileArchive(path: partial.file.path)
        guard archive.pyramid == pyramid, archive.format == options.format else {
            throw TileEngineError(.io, path: path, "has come out as \(archive.pyramid.size), expected \(pyramid.size)")
        }
        if isCancelled() { throw CancellationError() }
        try partial.moveIntoPlace()
        report(.finishing, 1)
        return SliceResult(
            pyramid: pyramid, format: options.format, tileCount: pyramid.storedTileCount,
            byteCount: archive.byteCount, elapsedSeconds: (clock.now - start) / .seconds(1),
            notes: source.remarks.notes)
    }

    /// Rejects a scan so wide that its strips and open tiles would exceed the memory limit. All other levels together
    /// take about as much as the native one, hence the factor of 2.
    private static func checkMemory(of scan: Scan, options: SliceOptions) throws {
        let tileByteCount =
            switch options.format {
            // libjpeg's memory for 16 rows, and the encoded bytes so far.
            case .jpeg: options.tileSize * 256 + options.tileSize * options.tileSize
            case .webp, .png: options.tileSize * options.tileSize * 3
            }
        let perPixelColumn = 2 * (StripPlan.rowCount * 3 * 4 + tileByteCount / options.tileSize)
        guard scan.info.width <= largestStripByteCount / perPixelColumn else {
            throw TileEngineError(
                .tooLarge, path: scan.path,
                "is \(scan.info.width) pixels wide, expected at most \(largestStripByteCount / perPixelColumn) for tiles "
                    + "of \(options.tileSize)")
        }
    }
}

// MARK: - Reading and cutting

extension Slicer {
    private static func cut(
        _ source: Source, time: DecodingTime?, pyramid: Pyramid, into partial: PartialFile, options: SliceOptions,
        growing: GrowingPyramid?, threadCount: Int, report: (Double) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        let plan = StripPlan(pyramid: pyramid, channels: source.channels)
        let names = EntryNames(
            stem: ArchiveStem.safe(ArchiveStem.of(path: partial.destination)),
            fileExtension: options.format.fileExtension)
        growing?.begin(in: partial.file, names: names)
        let pipeline = StripPipeline(
            plan: plan, maxNativeStripCount: source.nativeStripCount(threadCount: threadCount),
            encoding: TileEncoding(
                format: options.format, quality: options.quality, subsampling: options.subsampling),
            names: names,
            archive: StripArchive(
                file: partial.file, destination: partial.destination, names: names,
                descriptor: DeepZoomDescriptor(pyramid: pyramid, format: options.format), growing: growing),
            isCancelled: isCancelled)
        pipeline.start(threads: max(1, threadCount) - 1)
        defer { pipeline.waitForThreads() }
        do {
            switch source {
            case .rows(let source):
                try read(source, time: time, plan: plan, pipeline: pipeline, report: report, isCancelled: isCancelled)
            case .blocks(let source): try publishBands(of: source, pipeline: pipeline, report: report)
            }
            try pipeline.finish()
            report(1)
        } catch {
            pipeline.fail(error)
            throw error
        }
    }

    /// Decodes one strip after another, checking for cancellation.
    private static func read(
        _ source: any StripSource, time: DecodingTime?, plan: StripPlan, pipeline: StripPipeline,
        report: (Double) -> Void, isCancelled: () -> Bool
    ) throws {
        var time = time
        let height = source.size.height
        for index in 0..<plan.levels[0].stripCount {
            let strip = try pipeline.nativeStrip(index, publishedCount: index)
            if isCancelled() { throw CancellationError() }
            time?.start()
            try source.read(rowCount: strip.rowCount, into: strip.pixels)
            try time?.stop()
            pipeline.publish(strip)
            report(Double(index * StripPlan.rowCount + strip.rowCount) / Double(height + 1))
        }
        try source.finish()
    }

    /// Publishes one band after another, to be decoded by any free thread.
    private static func publishBands(
        of source: TIFFBlockSource, pipeline: StripPipeline, report: (Double) -> Void
    ) throws {
        /// Returns the native strips that a band covers.
        func strips(ofBand band: Int) -> ClosedRange<Int> {
            let rows = source.rows(ofBand: band)
            return rows.lowerBound / StripPlan.rowCount...(rows.upperBound - 1) / StripPlan.rowCount
        }
        var shared: [PixelStrip] = []
        for band in 0..<source.bandCount {
            let covered = strips(ofBand: band)
            var strips = shared.filter { covered.contains($0.index) }
            for index in covered.dropFirst(strips.count) {
                let strip = try pipeline.nativeStrip(index, publishedCount: covered.lowerBound)
                let bottom = index * StripPlan.rowCount + strip.rowCount - 1
                strip.missingSourceCount = bottom / source.rowsPerBand - band + 1
                strips.append(strip)
            }
            shared = strips.suffix(1)
            pipeline.publish(PixelBand(index: band, source: source, strips: strips))
            report(Double(band) / Double(source.bandCount))
        }
    }
}
