/// The results of many queries: a list of regions for each.
public struct RegionLists: Sendable, RandomAccessCollection {
    /// The start of each query's list, and the end of the last.
    var starts: [Int]
    var regions: [UInt32]

    init(capacity: Int) {
        starts = [0]
        starts.reserveCapacity(capacity + 1)
        regions = []
        regions.reserveCapacity(capacity)
    }

    /// The position of the first query's list.
    public var startIndex: Int { 0 }
    /// The number of queries.
    public var endIndex: Int { starts.count - 1 }

    /// The regions that a query found, by the query's position.
    public subscript(position: Int) -> [Int] { regions[starts[position]..<starts[position + 1]].map(Int.init) }

    /// The total number of regions in all lists.
    public var regionCount: Int { regions.count }
}
