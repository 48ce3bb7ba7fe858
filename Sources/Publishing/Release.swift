import FileSupport

/// A release: the library's database in pieces, and the lists of its files. A release never changes; its id is the
/// SHA-256 of its bytes.
public struct Release: Codable, Sendable, Equatable {
    /// The library's database.
    public struct Database: Codable, Sendable, Equatable {
        /// The database's length in bytes.
        public var byteCount: Int64
        /// The database's SHA-256.
        public var sha256: String
        /// The length of each piece except the last, in bytes.
        public var pieceByteCount: Int
        /// The SHA-256 of each piece, in order.
        public var pieces: [String]

        /// Returns the length of a piece, in bytes. Numbers start at 0.
        package func byteCount(ofPiece number: Int) -> Int64 {
            min(Int64(pieceByteCount), byteCount - Int64(number) * Int64(pieceByteCount))
        }
    }

    /// Totals of all files.
    public struct Files: Codable, Sendable, Equatable {
        /// The number of files.
        public var count: Int
        /// The total length of the files, in bytes.
        public var byteCount: Int64
    }

    /// The format version of releases, pointers and lists that this program writes and reads.
    public static let format = 1
    /// The maximum length of a release, in bytes.
    public static let byteLimit = 32 << 20
    /// The length of a piece, in bytes: a whole number of database pages, so that unchanged pieces stay equal. Changing
    /// one of 10^5 documents changes about twenty pages all over the database, and each of them costs a piece; a new
    /// database costs one request per piece. Benchmarks/publish/many.py measures both.
    public static let pieceByteCount = 512 << 10

    /// The format version.
    public var format = Release.format
    /// The time at which the release was created, such as `2027-01-31T12:00:00Z`.
    public var created: String
    /// The number of the release; each publication gets the next one.
    public var number: Int
    /// The library's database.
    public var library: Database
    /// The institution's theme, packed, in pieces like the database; nil if the library has none.
    public var theme: Database?
    /// The totals of all files.
    public var files: Files
    /// The SHA-256 of each list of files, by shard: the first two digits of the SHA-256 of the names in it.
    public var inventories: [String: String]
    /// The ETags of pieces and lists after they were written, without quotes, by object name; nil in releases by
    /// earlier versions of this program.
    public var etags: [String: String]?
    /// In a backup, the ids of all tokens revoked by then. They stay revoked whichever backup is restored.
    public var revokedTokens: [String]?

    /// The total length of the files and the database, in bytes.
    package var byteCount: Int64 { files.byteCount + library.byteCount }

    /// The database, and the theme if there is one.
    package var parts: [Database] { [library] + (theme.map { [$0] } ?? []) }

    /// Returns the object name of a release.
    public static func object(_ id: String) -> String { "releases/\(id).json" }
    /// Returns the object name of a piece.
    public static func piece(_ sha256: String) -> String { "pieces/\(sha256)" }
    /// Returns the object name of a list of files.
    public static func inventory(_ sha256: String) -> String { "inventories/\(sha256).json" }

    /// What is wrong with a release that was read, or nil if it is valid.
    package var fault: String? {
        if format != Release.format { return "has the format \(format), expected \(Release.format)" }
        for (name, part) in [("database", library)] + (theme.map { [("theme", $0)] } ?? []) {
            let (size, count) = (Int64(part.pieceByteCount), Int64(part.pieces.count))
            guard (1...64 << 20).contains(size), (1...1 << 20).contains(count), part.byteCount > (count - 1) * size,
                part.byteCount <= count * size
            else {
                return "has a \(name) of \(part.byteCount) bytes in \(count) pieces of \(size), which do not add up"
            }
        }
        if let theme, theme.byteCount > Int64(ThemePack.encodedByteLimit) {
            return "has a theme of \(theme.byteCount) bytes, expected at most \(ThemePack.encodedByteLimit)"
        }
        let themeNames = theme.map { $0.pieces + [$0.sha256] } ?? []
        guard (library.pieces + [library.sha256] + inventories.values + themeNames).allSatisfy(Digest.isValid) else {
            return "has a name that is not the digits of a SHA-256"
        }
        guard inventories.keys.allSatisfy(Self.isShard), (1...ReleasePointer.numberLimit).contains(number),
            created.utf8.count <= 40, (0...1 << 40).contains(files.count), (0...1 << 60).contains(files.byteCount)
        else { return "has invalid lists, number, sizes or time" }
        return nil
    }

    /// Whether a text is the key of a list: the first two digits of the names' digests.
    private static func isShard(_ text: String) -> Bool { text.utf8.count == 2 && Digest.isHexadecimal(text) }
}
