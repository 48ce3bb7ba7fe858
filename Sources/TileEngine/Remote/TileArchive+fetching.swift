/// Archives that are elsewhere: their directory is read when they are opened, and a tile when it is asked for.
extension TileArchive {
    /// How the tiles of an archive that is elsewhere come to this disk.
    struct Fetching: Sendable {
        let source: any RemoteBytes
        let files: FetchedFiles
        let tiles: FetchedTiles
    }

    /// A tile's bytes in an archive that is elsewhere, with what stands before them.
    public struct RemotePlace: Hashable, Sendable {
        /// Where in the archive they are.
        public let range: Range<Int64>
        let number: Int
    }

    /// Opens an archive that is elsewhere. What of it is on this disk already is not fetched again; blocks.
    ///
    /// - Parameters:
    ///   - source: Where the archive is.
    ///   - files: Where what is fetched is kept.
    /// - Throws: ``TileEngineError``, as ``init(path:)`` and what the source throws.
    /// - Complexity: As ``init(path:)``, and a read for the directory, one for the first tile, and one for the descriptor where
    ///   that does not lie just before the directory.
    public convenience init(_ source: any RemoteBytes, keptIn files: FetchedFiles) throws {
        let fetched = try files.open(source.name, byteCount: source.byteCount)
        let file = fetched.file
        var tiles: FetchedTiles?
        defer { files.ends(opening: source.name, as: tiles) }
        let end = try source.end { range in
            fetched.wasThere ? try file.bytes(at: range.lowerBound, count: range.count) : []
        }
        let makeRoom = { files.makeRoom(forByteCount: source.byteCount - end.offset) }
        if !end.isKept { try fetched.write(end.bytes, at: end.offset, with: end, makeRoom: makeRoom) }
        let fill: (StoredEntry) throws -> Void = { entry in
            // Extra bytes are seldom there, and seldom many; without knowing their number the tile must fit in this.
            let range = entry.range(extraByteCount: 0, within: source.byteCount)
            guard let range else { return }
            let longer = range.lowerBound..<min(source.byteCount, range.upperBound + 256)
            let kept = try file.bytes(at: range.lowerBound, count: longer.count)
            if kept.withUnsafeBytes({ entry.content(in: $0) }) != nil { return }
            let bytes = try source.read(longer)
            try fetched.write(bytes, at: longer.lowerBound, with: end, makeRoom: makeRoom)
        }
        try self.init(file, named: source.address, state: nil, fill: fill) { reader, extraByteCount in
            let (index, nameByteCount) = (reader.index, reader.nameByteCount)
            let made = FetchedTiles(
                fetched, byteCount: source.byteCount, index: index, extraByteCount: extraByteCount
            ) { number in
                index.address(of: number).flatMap { Self.entry(of: $0, in: index, nameByteCount: nameByteCount) }
            }
            if fetched.isOnDisk {
                files.setByteCount((fetched.wasThere ? made.findKept() : 0) + end.bytes.count, of: source.name)
            }
            tiles = made
            return Fetching(source: source, files: files, tiles: made)
        }
    }

    /// Where the archive is, if it is elsewhere.
    public var source: (any RemoteBytes)? { fetching?.source }

    /// Where a stored tile is to be fetched from, if it is not on this disk; nil also for one that an archive on this disk has.
    ///
    /// - Complexity: O(1), without reading.
    public func absentPlace(of address: TileAddress) -> RemotePlace? {
        guard let fetching, let number = index.number(of: address), !fetching.tiles.holds(number),
            let range = fetching.tiles.range(of: number)
        else { return nil }
        return RemotePlace(range: range, number: number)
    }

    /// Where in the bytes of a place the tile is, if it matches its checksum.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public func content(of place: RemotePlace, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let entry = entry(of: place.number) else { return nil }
        return entry.content(in: bytes)
    }

    /// Keeps the bytes of a place on this disk, some time later: they are written by another thread.
    ///
    /// - Parameter withBytes: Hands over the bytes, which ``content(of:in:)`` has found right.
    public func keep(
        _ place: RemotePlace, _ withBytes: @escaping @Sendable ((UnsafeRawBufferPointer) -> Void) -> Void
    ) {
        guard let fetching else { return }
        fetching.tiles.setDamaged(place.number, false)
        fetching.files.keep(
            place.number, in: fetching.tiles, named: fetching.source.name, byteCount: place.range.count, withBytes)
    }

    /// Takes note that the bytes of a place were fetched and are not those that were written.
    ///
    /// - Returns: The error that tells of it.
    public func damage(at place: RemotePlace) -> TileEngineError {
        fetching?.tiles.setDamaged(place.number, true)
        let name = index.address(of: place.number).map { "\($0)" } ?? "\(place.number)"
        let expected = String(index[place.number].checksum, radix: 16)
        return TileEngineError(
            .damaged, path: path,
            "has the tile \(name) at byte \(place.range.lowerBound) with other bytes than were written, expected the "
                + "checksum \(expected)")
    }

    private func entry(of number: Int) -> StoredEntry? {
        index.address(of: number).flatMap { Self.entry(of: $0, in: index, nameByteCount: nameByteCount) }
    }

    /// The bytes of a tile of an archive that is elsewhere; blocks.
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
            fetching.tiles.forget(number)
        }
        guard let range = fetching.tiles.range(of: number) else { return nil }
        return try fetch(RemotePlace(range: range, number: number), entry, fetching)
    }

    private func fetch(_ place: RemotePlace, _ entry: StoredEntry, _ fetching: Fetching) throws -> [UInt8] {
        let bytes = try fetching.source.read(place.range)
        if let content = bytes.withUnsafeBytes({ entry.content(in: $0) }) {
            keep(place) { body in bytes.withUnsafeBytes(body) }
            return Array(bytes[content])
        }
        // A header of its own length is no damage.
        if let extra = bytes.withUnsafeBytes({ entry.extraByteCount(of: $0) }), extra != extraByteCount,
            let range = entry.range(extraByteCount: extra, within: byteCount)
        {
            let bytes = try fetching.source.read(range)
            if let content = bytes.withUnsafeBytes({ entry.content(in: $0) }) { return Array(bytes[content]) }
        }
        throw damage(at: place)
    }

    /// Reads the tiles that are on this disk, and lets go of those that are not as they were written, as they can be fetched
    /// again; and fetches those again that did not match when they were fetched.
    func verify(_ fetching: Fetching, onRead: (Int) -> Void, isCancelled: () -> Bool) throws {
        for number in fetching.tiles.numbers {
            if isCancelled() { throw CancellationError() }
            guard let entry = entry(of: number) else { continue }
            let kept = try? entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile")
            if kept == nil { fetching.tiles.forget(number) }
            onRead(kept?.count ?? 0)
        }
        for number in fetching.tiles.damaged {
            if isCancelled() { throw CancellationError() }
            guard let entry = entry(of: number), let range = fetching.tiles.range(of: number) else { continue }
            let bytes = try fetch(RemotePlace(range: range, number: number), entry, fetching)
            fetching.tiles.setDamaged(number, false)
            onRead(bytes.count)
        }
    }
}
