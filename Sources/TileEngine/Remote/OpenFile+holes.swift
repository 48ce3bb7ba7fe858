import CLinux
import Foundation

/// Files with holes: parts that take no room on the disk and read as zeros.
extension OpenFile {
    /// More parts than this are not looked at: what lies behind is fetched again.
    private static let partLimit = 1 << 20

    /// Gives the disk back what a part of the file takes.
    ///
    /// - Returns: Whether the file system can.
    func giveBack(_ range: Range<Int64>) -> Bool {
        clinux_punch_hole(descriptor, range.lowerBound, Int64(range.count)) == 0
    }

    /// The parts of the file that take room on the disk, from its beginning to its end. All of it where the file system
    /// cannot tell.
    func partsWithData() -> [Range<Int64>] {
        var parts: [Range<Int64>] = []
        var position: Int64 = 0
        while parts.count < Self.partLimit {
            var (start, end) = (Int64(0), Int64(0))
            let found = clinux_next_data(descriptor, position, &start, &end)
            if found < 0 { return (try? byteCount()).map { [0..<$0] } ?? [] }
            guard found > 0, end > start else { break }
            parts.append(start..<end)
            position = end
        }
        return parts
    }
}
