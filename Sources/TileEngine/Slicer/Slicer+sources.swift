extension Slicer {
    /// A source of a scan's pixels, using the fastest available decoder.
    enum Source {
        case rows(any StripSource)
        case blocks(TIFFBlockSource)

        var size: PixelSize {
            switch self {
            case .rows(let source): source.size
            case .blocks(let source): source.size
            }
        }

        var channels: Int {
            switch self {
            case .rows(let source): source.channels
            case .blocks(let source): source.channels
            }
        }

        var remarks: DecodingRemarks {
            switch self {
            case .rows(let source): source.remarks
            case .blocks(let source): source.remarks
            }
        }

        /// Returns the number of native strips in memory at once for a number of threads.
        func nativeStripCount(threadCount: Int) -> Int {
            switch self {
            // One to decode into, one for each other thread to cut, and one spare so that no thread waits.
            case .rows: max(3, min(threadCount + 1, 16))
            // Two bands, and the strip that each may share with the next one.
            case .blocks(let source):
                max((source.rowsPerBand - 1) / StripPlan.rowCount * 2 + 4, min(threadCount + 2, 16))
            }
        }
    }

    /// Opens a scan that this process decodes.
    static func source(
        of scan: Scan, paper: PaperColour, spoolingBeside partial: PartialFile,
        report: @escaping @Sendable (Double) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws -> Source {
        func part(_ source: some StripSource, exifOrientation: Int) throws -> Source {
            try self.part(
                of: scan, source, exifOrientation: exifOrientation, paper: paper, spoolingBeside: partial,
                report: report,
                isCancelled: isCancelled)
        }
        if let source = try JPEGStripSource(scan, isCancelled: isCancelled) {
            return try part(source, exifOrientation: 1)
        }
        if let source = try TIFFBlockSource(scan) { return .blocks(source) }
        if let source = try TIFFBilevelSource(scan) { return try part(source, exifOrientation: source.exifOrientation) }
        let source = try VipsStripSource(scan, paper: paper, report: report, isCancelled: isCancelled)
        return try part(source, exifOrientation: source.exifOrientation)
    }

    /// Applies the scan's part to a source that reads the whole scan. If pixels are only moved, no more than the crop
    /// is spooled to disk.
    private static func part(
        of scan: Scan, _ source: some StripSource, exifOrientation: Int, paper: PaperColour,
        spoolingBeside partial: PartialFile, report: (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> Source {
        func upright(_ source: some StripSource, exifOrientation: Int) throws -> Source {
            try self.upright(
                source, exifOrientation: exifOrientation, of: scan, spoolingBeside: partial, report: report,
                isCancelled: isCancelled)
        }
        guard let plan = scan.plan else { return try upright(source, exifOrientation: exifOrientation) }
        guard let quarterTurns = plan.quarterTurns else {
            try source.spool(to: partial.spoolPath, of: partial.destination, report: report, isCancelled: isCancelled)
            return .rows(
                try WarpedRows(
                    spooledAt: partial.spoolPath, of: scan, from: source, exifOrientation: exifOrientation, plan: plan,
                    paper: paper))
        }
        let orientation = ScanOrientation(tag: exifOrientation).rotated(quarterTurns: quarterTurns)
        let rows = CroppedRows(
            source, to: orientation.stored(plan.crop, of: plan.frame),
            time: scan.isolated == nil ? DecodingTime(of: scan) : nil, isCancelled: isCancelled)
        return try upright(rows, exifOrientation: orientation.tag)
    }

    /// Turns a source's rows upright, spooling them to a file if necessary.
    private static func upright(
        _ source: some StripSource, exifOrientation: Int, of scan: Scan, spoolingBeside partial: PartialFile,
        report: (Double) -> Void, isCancelled: () -> Bool
    ) throws -> Source {
        guard exifOrientation > 1 else { return .rows(source) }
        try source.spool(to: partial.spoolPath, of: partial.destination, report: report, isCancelled: isCancelled)
        return .rows(
            try VipsStripSource(scan, spooledAt: partial.spoolPath, from: source, exifOrientation: exifOrientation))
    }

    /// Opens a scan that a child process decodes. The child cannot write to disk, so rows that must be turned are
    /// spooled here.
    static func isolated(
        _ scan: Scan, _ isolated: IsolatedScan, paper: PaperColour, spoolingBeside partial: PartialFile,
        report: @Sendable (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> Source {
        let source = try IsolatedStripSource(scan, isolated, paper: paper, isCancelled: isCancelled)
        return try part(
            of: scan, source, exifOrientation: source.exifOrientation, paper: paper, spoolingBeside: partial,
            report: report,
            isCancelled: isCancelled)
    }
}
