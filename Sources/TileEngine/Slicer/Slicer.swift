import CVips

/// Cuts scans into pyramids.
public enum Slicer {
    /// Cuts a scan into a pyramid and writes it as an SZI archive.
    ///
    /// The archive is written beside its place, under the same name with `.partial-` and a number, checked, made
    /// durable and only then renamed over whatever is at `path`. On an error or when cancelled, nothing is left and
    /// what was at `path` stays. Partial files for the same `path` that a killed process has left are removed. The
    /// call blocks: it belongs on a thread for blocking work, not on one of Swift's cooperative ones.
    ///
    /// - Parameters:
    ///   - scan: The scan; it is read once, from top to bottom.
    ///   - path: The archive, whose folder must exist. Its file name without `.szi` names the image inside.
    ///   - options: How it is cut.
    ///   - progress: Called from time to time, on any thread but never twice at once; it should return soon.
    ///   - isCancelled: Asked from time to time, on any thread; once it says yes, the call ends within moments.
    /// - Returns: What was made.
    /// - Throws: `CancellationError` when cancelled; ``TileEngineError`` `outOfRange` for options, `damaged` for a scan
    ///   that cannot be read to its end, `unreadable` or `io` where files cannot be read or written.
    /// - Complexity: O(*n*) in the number of pixels; memory follows the scan's width, see ``ScanInfo/isSequential``.
    @discardableResult
    public static func slice(
        _ scan: Scan, to path: String, options: SliceOptions = SliceOptions(),
        progress: @escaping @Sendable (SliceProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> SliceResult {
        try options.validate()
        let pyramid = try Pyramid(width: scan.info.width, height: scan.info.height, tileSize: options.tileSize)
        let clock = ContinuousClock()
        let start = clock.now
        let report: @Sendable (SliceProgress.Stage, Double) -> Void = { stage, fraction in
            progress(
                SliceProgress(stage: stage, fraction: fraction, elapsedSeconds: (clock.now - start) / .seconds(1)))
        }

        let partial = try PartialFile.beside(path)
        defer { partial.discard() }
        let upright = try uprightImage(
            of: scan, paper: options.paper, spoolingBeside: partial,
            watch: EvaluationWatch(report: { report(.turning, $0) }, isCancelled: isCancelled))
        guard upright.width == pyramid.width, upright.height == pyramid.height else {
            throw TileEngineError(
                .damaged, path: scan.path,
                "is \(upright.width) × \(upright.height) pixels now, expected \(pyramid.size) as when it was opened")
        }
        try cut(
            upright, of: scan, into: partial, options: options, report: { report(.cutting, $0) },
            isCancelled: isCancelled)

        report(.finishing, 0)
        let archive = try TileArchive(path: partial.file.path)
        guard archive.pyramid == pyramid, archive.format == options.format else {
            throw TileEngineError(
                .io, path: path, "has come out as \(archive.pyramid.size), expected \(pyramid.size)")
        }
        if isCancelled() { throw CancellationError() }
        try partial.moveIntoPlace()
        report(.finishing, 1)
        return SliceResult(
            pyramid: pyramid, format: options.format, tileCount: pyramid.storedTileCount,
            byteCount: archive.byteCount, elapsedSeconds: (clock.now - start) / .seconds(1))
    }

    /// The scan as it is cut: normalised, upright, and without metadata.
    ///
    /// Only a flip from side to side can be done on the way from top to bottom. All other turns need the scan's last
    /// rows first, so its pixels are put on disk, whence they can be read in any order.
    private static func uprightImage(
        of scan: Scan, paper: PaperColour, spoolingBeside partial: PartialFile, watch: EvaluationWatch
    ) throws -> VipsImage {
        var image = try scan.opened(paper: paper)
        let orientation = image.orientation
        do {
            if orientation > 2 {
                let stored = image
                try watch.watching(stored) {
                    guard cvips_rawsave(stored.pointer, partial.spoolPath) == 0 else { throw VipsFailure.taken() }
                }
                image = try stored.applying { _ in
                    cvips_rawload(
                        partial.spoolPath, Int32(stored.width), Int32(stored.height), 3, cvips_interpretation_srgb)
                }
                cvips_image_set_int(image.pointer, "orientation", Int32(orientation))
            }
            if orientation > 1 { image = try image.applying(cvips_autorot) }
            image = try image.applying(cvips_copy)
        } catch let failure as VipsFailure {
            // libvips tells a disk that is full from a scan that is damaged in words only.
            if failure.message.contains("write") {
                throw TileEngineError(
                    .io, path: partial.place, "cannot be written: no room to turn the scan upright (\(failure.message))"
                )
            }
            throw damaged(scan, failure)
        }
        image.removeMetadata()
        return image
    }

    /// Cuts an upright image into a partial file.
    static func cut(
        _ image: VipsImage, of scan: Scan, into partial: PartialFile, options: SliceOptions,
        report: @escaping @Sendable (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        let encoding = TileEncoding(
            format: options.format, quality: options.quality, subsampling: options.subsampling)
        let stem = ArchiveStem.safe(ArchiveStem.of(path: partial.place))
        let stream = ArchiveStream(partial)
        // A disk that is full ends the work as somebody who cancels it does, and is told apart afterwards.
        let watch = EvaluationWatch(report: report, isCancelled: { isCancelled() || stream.failure != nil })
        do {
            try watch.watching(image) {
                let result = cvips_dzsave_stream(
                    image.pointer,
                    { context, bytes, count in
                        guard let context else { return -1 }
                        Unmanaged<ArchiveStream>.fromOpaque(context).takeUnretainedValue()
                            .append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                        return count
                    }, Unmanaged.passUnretained(stream).toOpaque(), stem, encoding.suffix, Int32(options.tileSize))
                guard result == 0 else { throw damaged(scan, .taken()) }
            }
        } catch {
            throw stream.failure ?? error
        }
        if let failure = stream.failure { throw failure }
    }

    private static func damaged(_ scan: Scan, _ failure: VipsFailure) -> TileEngineError {
        TileEngineError(
            .damaged, path: scan.path,
            "cannot be read to its end (\(failure.message)), expected a whole \(scan.info.format.label) file")
    }
}
