/// The reason why bytes are not an index, or polygons cannot be indexed.
public enum PolygonIndexFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes do not begin with the header of an index.
    case notAnIndex
    /// The index has a different format version, given here.
    case version(UInt32)
    /// The bytes have changed since they were written.
    case checksum
    /// The lengths and numbers in the bytes contradict each other.
    case inconsistent
    /// The polygons exceed the size that an index can address, 8 GiB.
    case tooLarge
    /// The number of region numbers differs from that of the polygons, or a number is negative or greater than 2³² − 1.
    case regionNumbers

    /// A description of the fault.
    public var description: String {
        switch self {
        case .notAnIndex: "not a polygon index"
        case .version(let found): "a polygon index of version \(found), expected \(IndexHeader.version)"
        case .checksum: "a damaged polygon index: its checksum is wrong"
        case .inconsistent: "a damaged polygon index: its lengths contradict each other"
        case .tooLarge: "more polygons than an index holds, expected at most 8 GiB of vertices"
        case .regionNumbers:
            "a region's number is missing or out of range, expected one from 0 to 2^32 - 1 for each polygon"
        }
    }
}
