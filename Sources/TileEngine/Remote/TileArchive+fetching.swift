/// Remote archives: the directory is fetched when the archive is opened, and each tile when it is requested.
extension TileArchive {
    /// The source and the local storage of a remote archive.
    struct Fetching: Sendable {
        let source: any RemoteArchiveSource
        let files: RemoteArchiveCache
        let tiles: LocalTileStore
    }

    /// The location of a tile's bytes in a remote archive, including its header.
    public struct RemoteLocation: Hashable, Sendable {
        /// The byte range in the archive.
        public let range: Range<Int64>
        let number: Int
    }

    /// Opens a remote archive. Parts that are already on this disk are not fetched again. Blocks.
    ///
    /// - Parameters:
    ///   - source: The source of the archive.
    ///   - files: The folder where fetched parts are kept.
    /// - Throws: The errors of ``init(path:)`` and of the source.
    /// - Complexity: That of ``init(path:)``, plus one read for the directory, one for the first tile, and one for the
    ///   descriptor if that does not directly precede the directory.
    public convenience init(_ source: any RemoteArchiveSource, keptIn files: RemoteArchiveCache) throws {
        let fetched = try files.open(source.name, byteCount: source.byteCount)
        let file = fetched.file
        var tiles: LocalTileStore?
        defer { files.finishOpening(source.name, as: tiles) }
        let end = try source.end { range in
            fetched.existed ? try file.bytes(at: range.lowerBound, count: range.count) : []
        }
        let freeSpace = { files.freeSpace(forByteCount: source.byteCount - end.offset) }
        if !end.isKept { try fetched.write(end.bytes, at: end.offset, with: end, freeSpace: freeSpace) }
        let fill: (StoredEntry) throws -> Void = { entry in
            // Extra fields are rare and usually short; since the length is not yet known, the entry must fit in this
            // margin.
            let range = entry.range(extraByteCount: 0, within: source.byteCount)
            guard let range else { return }
            let longer = range.lowerBound..<min(source.byteCount, range.upperBound + 256)
            let kept = try file.bytes(at: range.lowerBound, count: longer.count)
            if kept.withUnsafeBytes({ entry.content(in: $0) }) != nil { return }
            let bytes = try source.read(longer)
            try fetched.write(bytes, at: longer.lowerBound, with: end, freeSpace: freeSpace)
        }
        try self.init(file, named: source.address, state: nil, fill: fill) { index, extraByteCount in
            let made = LocalTileStore(
                fetched, byteCount: source.byteCount, index: index, extraByteCount: extraByteCount)
            if fetched.isOnDisk {
                files.setByteCount((fetched.existed ? made.findKept() : 0) + end.bytes.count, of: source.name)
            }
            tiles = made
            return Fetching(source: source, files: files, tiles: made)
        }
    }

    /// The source of a remote archive; nil for a local one.
    public var source: (any RemoteArchiveSource)? { fetching?.source }

    /// Returns the location to fetch a stored tile from, or nil if it is on this disk or the archive is local.
    ///
    /// - Complexity: O(1), without reading.
    public func remoteLocation(of address: TileAddress) -> RemoteLocation? {
        guard let fetching, let number = index.number(of: address), !fetching.tiles.holds(number),
            let range = fetching.tiles.range(of: number)
        else { return nil }
        return RemoteLocation(range: range, number: number)
    }

    /// Returns the range of the tile's content within the bytes of a location, or nil if it does not match its
    /// checksum.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public func content(of location: RemoteLocation, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        index.entry(ofPlace: location.number)?.content(in: bytes)
    }

    /// Schedules writing the bytes of a location to this disk, on another thread.
    ///
    /// - Parameter withBytes: Calls its argument with the bytes, which ``content(of:in:)`` has verified.
    public func keep(
        _ location: RemoteLocation, _ withBytes: @escaping @Sendable ((UnsafeRawBufferPointer) -> Void) -> Void
    ) {
        guard let fetching else { return }
        fetching.tiles.setDamaged(location.number, false)
        fetching.files.keep(
            location.number, in: fetching.tiles, named: fetching.source.name,
            byteCount: location.range.count, withBytes)
    }

    /// Records that the fetched bytes of a location do not match their checksum.
    ///
    /// - Returns: The error to report.
    public func recordDamage(at location: RemoteLocation) -> TileEngineError {
        fetching?.tiles.setDamaged(location.number, true)
        let name = index.address(of: location.number).map { "\($0)" } ?? "\(location.number)"
        let expected = String(index[location.number].checksum, radix: 16)
        return TileEngineError(
            .damaged, path: path,
            "has the tile \(name) at byte \(location.range.lowerBound) with bytes other than those written, expected "
                + "the checksum \(expected)")
    }

    /// Returns the bytes of a tile of a remote archive, from this disk or its source. Blocks.
    func tile(_ address: TileAddress, _ entry: StoredEntry, _ fetching: Fetching) throws -> [UInt8]? {
        guard let number = index.number(of: address) else { return nil }
        if fetching.tiles.holds(number) {
            if let waiting = fetching.tiles.waiting(number) {
                var tile: [UInt8]?
                waiting { bytes in tile = entry.content(in: bytes).map { Array(bytes[$0]) } }
                if let tile { return tile }
            }
            let kept = try? entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile")
            if let kept { return kept }
            fetching.files.forget(number, in: fetching.tiles, named: fetching.source.name)
        }
        guard let range = fetching.tiles.range(of: number) else { return nil }
        return try fetch(RemoteLocation(range: range, number: number), entry, fetching)
    }

    private func fetch(_ location: RemoteLocation, _ entry: StoredEntry, _ fetching: Fetching) throws -> [UInt8] {
        let bytes = try fetching.source.read(location.range)
        if let content = bytes.withUnsafeBytes({ entry.content(in: $0) }) {
            keep(location) { body in bytes.withUnsafeBytes(body) }
            return Array(bytes[content])
        }
        // An extra field of a different length is not damage.
        if let extra = bytes.withUnsafeBytes({ entry.extraByteCount(of: $0) }), extra != extraByteCount,
            let range = entry.range(extraByteCount: extra, within: byteCount)
        {
            let bytes = try fetching.source.read(range)
            if let content = bytes.withUnsafeBytes({ entry.content(in: $0) }) { return Array(bytes[content]) }
        }
        throw recordDamage(at: location)
    }

    /// Verifies the tiles on this disk and forgets those that fail, because they can be fetched again. Then fetches
    /// again the tiles that failed when they were fetched.
    func verify(_ fetching: Fetching, onRead: (Int) -> Void, isCancelled: () -> Bool) throws {
        for number in fetching.tiles.numbers {
            if isCancelled() { throw CancellationError() }
            guard let entry = index.entry(ofPlace: number) else { continue }
            let kept = try? entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile")
            if kept == nil { fetching.files.forget(number, in: fetching.tiles, named: fetching.source.name) }
            onRead(kept?.count ?? 0)
        }
        for number in fetching.tiles.damaged {
            if isCancelled() { throw CancellationError() }
            guard let entry = index.entry(ofPlace: number), let range = fetching.tiles.range(of: number) else {
                continue
            }
            let bytes = try fetch(RemoteLocation(range: range, number: number), entry, fetching)
            fetching.tiles.setDamaged(number, false)
            onRead(bytes.count)
        }
    }
}
