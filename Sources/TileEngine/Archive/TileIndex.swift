/// The locations of an archive's tiles: flat arrays with one place for each tile of each stored level.
struct TileIndex: Sendable {
    /// The location of a tile's bytes in the archive. Takes 16 bytes of memory.
    struct Place: Sendable {
        /// The offset of the local header before the bytes.
        var headerOffset: UInt64
        /// The number of bytes; 0 while the place is empty.
        var byteCount: UInt32
        /// The CRC-32 of the bytes.
        var checksum: UInt32

        static let empty = Place(headerOffset: 0, byteCount: 0, checksum: 0)
    }

    private struct Level: Sendable {
        let start: Int
        let columns: Int
        let rows: Int
    }

    /// The length of a tile's name without the digits of its address.
    private let nameByteCount: Int
    private let levels: [Level]
    private var places: [Place]
    private(set) var filledCount = 0

    /// Creates an index with an empty place for each stored tile.
    ///
    /// - Parameter nameByteCount: The length of a tile's name without the digits of its address.
    /// - Complexity: O(*n*) in the number of tiles.
    init(pyramid: Pyramid, nameByteCount: Int) {
        self.nameByteCount = nameByteCount
        var levels: [Level] = []
        var count = 0
        for level in 0...pyramid.nativeLevel {
            let columns = pyramid.columns(atLevel: level) ?? 0
            let rows = pyramid.rows(atLevel: level) ?? 0
            levels.append(Level(start: count, columns: columns, rows: rows))
            count += columns * rows
        }
        self.levels = levels
        places = [Place](repeating: .empty, count: count)
    }

    /// The number of places.
    var count: Int { places.count }

    /// Returns the place of a tile; nil if it is empty or outside the stored levels' grids.
    ///
    /// - Complexity: O(1).
    func place(of address: TileAddress) -> Place? {
        guard let index = number(of: address) else { return nil }
        let place = places[index]
        return place.byteCount == 0 ? nil : place
    }

    /// Returns the zip entry of a tile; nil if its place is empty or outside the stored levels' grids.
    ///
    /// - Complexity: O(1).
    func entry(of address: TileAddress) -> StoredEntry? {
        guard let place = place(of: address) else { return nil }
        let digitCount =
            TileNameParser.digitCount(of: address.level) + TileNameParser.digitCount(of: address.column)
            + TileNameParser.digitCount(of: address.row)
        return StoredEntry(
            headerOffset: place.headerOffset, nameByteCount: nameByteCount + digitCount,
            byteCount: Int(place.byteCount), checksum: place.checksum)
    }

    /// Returns the zip entry of the tile whose place has an index.
    func entry(ofPlace number: Int) -> StoredEntry? { address(of: number).flatMap { entry(of: $0) } }

    /// Returns the index of a tile's place, below ``count``; nil outside the stored levels' grids.
    ///
    /// - Complexity: O(1).
    func number(of address: TileAddress) -> Int? {
        guard levels.indices.contains(address.level) else { return nil }
        let level = levels[address.level]
        guard (0..<level.columns).contains(address.column), (0..<level.rows).contains(address.row) else { return nil }
        return level.start + address.row * level.columns + address.column
    }

    /// The place with an index below ``count``.
    subscript(number: Int) -> Place { places[number] }

    /// Fills a place if it exists and is empty. Otherwise changes nothing and returns false.
    mutating func fill(_ address: TileAddress, with place: Place) -> Bool {
        guard let index = number(of: address), places[index].byteCount == 0, place.byteCount > 0 else { return false }
        places[index] = place
        filledCount += 1
        return true
    }

    /// The first tile whose place is empty.
    ///
    /// - Complexity: O(*n*) in the number of tiles.
    var firstEmpty: TileAddress? {
        guard filledCount < places.count else { return nil }
        return places.firstIndex { $0.byteCount == 0 }.flatMap(address(of:))
    }

    /// The indices of all places in the order of their bytes in the archive, in which reading is fastest.
    ///
    /// - Complexity: O(*n* log *n*) in the number of tiles.
    var numbersByOffset: [Int] { places.indices.sorted { places[$0].headerOffset < places[$1].headerOffset } }

    /// Returns the address of the tile whose place has an index.
    func address(of number: Int) -> TileAddress? {
        guard places.indices.contains(number), let index = levels.lastIndex(where: { $0.start <= number }) else {
            return nil
        }
        let level = levels[index]
        let (row, column) = (number - level.start).quotientAndRemainder(dividingBy: level.columns)
        return TileAddress(level: index, column: column, row: row)
    }
}
