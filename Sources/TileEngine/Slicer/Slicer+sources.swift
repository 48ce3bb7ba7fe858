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

    /// Opens the pixels of a scan, and applies its part.
    struct Opening {
        let scan: Scan
        /// The colour behind transparent parts, and in the corners of a rotated scan.
        let paper: PaperColour
        /// The file beside which rows that must be turned are spooled.
        let partial: PartialFile
        /// Called with the completed fraction of what must be done before the first row can be read.
        let report: @Sendable (Double) -> Void
        let isCancelled: @Sendable () -> Bool

        /// Opens the scan with the fastest available decoder, or in a child process if this one must not decode it. A
        /// child cannot write to disk, so its rows are spooled here too.
        func source() throws -> Source {
            if let isolated = scan.isolated {
                return try part(of: IsolatedStripSource(scan, isolated, paper: paper, isCancelled: isCancelled))
            }
            if let source = try TIFFBlockSource(scan) { return .blocks(source) }
            return try part(of: scan.rows(paper: paper, report: report, isCancelled: isCancelled))
        }

        /// Applies the scan's part to a source that reads the whole scan. If pixels are only moved, no more than the
        /// crop is spooled to disk.
        private func part(of source: any StripSource) throws -> Source {
            guard let plan = scan.plan else { return try upright(source) }
            guard let quarterTurns = plan.quarterTurns else {
                try spool(source)
                return .rows(
                    try WarpedRows(spooledAt: partial.spoolPath, of: scan, from: source, plan: plan, paper: paper))
            }
            let orientation = ScanOrientation(tag: source.exifOrientation).rotated(quarterTurns: quarterTurns)
            return try upright(
                CroppedRows(
                    source, to: orientation.stored(plan.crop, of: plan.frame), exifOrientation: orientation.tag,
                    time: DecodingTime(of: scan), isCancelled: isCancelled))
        }

        /// Turns a source's rows upright, spooling them to a file if necessary.
        private func upright(_ source: any StripSource) throws -> Source {
            guard source.exifOrientation > 1 else { return .rows(source) }
            try spool(source)
            return .rows(try VipsStripSource(scan, spooledAt: partial.spoolPath, from: source))
        }

        private func spool(_ source: any StripSource) throws {
            try source.spool(to: partial.spoolPath, of: partial.destination, report: report, isCancelled: isCancelled)
        }
    }
}

extension Scan {
    /// Opens the rows of the whole scan, from top to bottom.
    func rows(
        paper: PaperColour, report: (Double) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> any StripSource {
        if let source = try JPEGStripSource(self, isCancelled: isCancelled) { return source }
        if let blocks = try TIFFBlockSource(self) { return TIFFBlockRows(blocks) }
        if let source = try TIFFBilevelSource(self) { return source }
        return try VipsStripSource(self, paper: paper, report: report, isCancelled: isCancelled)
    }
}
