/// Checks of the TIFF directory fields, some of which libtiff allocates in full before reading them.
///
/// Specifications: TIFF 6.0, section 2; <https://www.awaresystems.be/imaging/tiff/bigtiff.html>
extension ChunkLengths {
    /// The maximum number of directories checked. A page of a file with more is never read.
    private static let mostDirectories = 1 << 16
    /// The maximum number of fields in a directory. libtiff rejects directories with more.
    private static let mostFields = 4096
    /// The maximum number of fields in all directories together: 20 fields each in more than 10,000 pages. Directories
    /// may overlap, so the size of the file is no limit.
    private static let mostFieldsInAll = 1 << 18

    /// The size of each field type in bytes, indexed by type number; 0 for undefined numbers.
    private static let typeByteCounts: [UInt64] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

    /// Checks that no field in the directories claims more bytes than the file has.
    ///
    /// - Throws: ``TileEngineError``: `damaged` for such a field, or for more fields than any real file has; `tooLarge`
    ///   for more directories.
    /// - Complexity: O(*n*) in the number of fields, of which at most 2^18 are read, with two reads per directory.
    func checkTIFF() throws {
        let head = try file.bytes(at: 0, count: 16)
        guard head.count == 16 else { return }
        let isBigEndian = head[0] == UInt8(ascii: "M")
        let isBig = (isBigEndian ? head[3] : head[2]) == 43
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            isBigEndian ? bytes.bigEndian : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let (countLength, fieldLength, linkLength) = isBig ? (8, 20, 8) : (2, 12, 4)
        var next = isBig ? number(head[8..<16]) : number(head[4..<8])
        var seen: Set<UInt64> = []
        var fieldsInAll = 0
        while next > 0, let offset = Int64(exactly: next), offset < byteCount, seen.insert(next).inserted {
            guard seen.count <= Self.mostDirectories else { throw tooMany(Self.mostDirectories, "directories") }
            let start = try file.bytes(at: offset, count: countLength)
            guard start.count == countLength else { return }
            let fieldCount = number(start[...])
            guard fieldCount <= Self.mostFields else {
                throw file.error(
                    .damaged, "has a directory of \(fieldCount) fields, expected at most \(Self.mostFields)")
            }
            fieldsInAll += Int(fieldCount)
            guard fieldsInAll <= Self.mostFieldsInAll else {
                throw file.error(
                    .damaged,
                    "has more fields in its directories than any TIFF file, expected at most \(Self.mostFieldsInAll)")
            }
            let byteCount = Int(fieldCount) * fieldLength
            let fields = try file.bytes(at: offset + Int64(countLength), count: byteCount + linkLength)
            // libtiff itself reports truncated directories.
            for start in stride(from: 0, to: min(fields.count, byteCount) - fieldLength + 1, by: fieldLength) {
                let type = Int(number(fields[start + 2..<start + 4]))
                let count = number(fields[start + 4..<start + (isBig ? 12 : 8)])
                guard Self.typeByteCounts.indices.contains(type) else { continue }
                let (length, overflows) = count.multipliedReportingOverflow(by: Self.typeByteCounts[type])
                guard !overflows, length <= UInt64(clamping: self.byteCount) else {
                    throw file.error(
                        .damaged,
                        "has a field \(number(fields[start..<start + 2])) of \(count) values, expected a field that fits into "
                            + "the file's \(self.byteCount) bytes")
                }
            }
            guard fields.count == byteCount + linkLength else { return }
            next = number(fields[byteCount...])
        }
    }
}
