/// Values under keys, bounded by what they cost together; the one that was not asked for the longest goes first.
///
/// It is the part that caches share, and knows nothing of threads.
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        let key: Key
        var value: Value
        var cost: Int
        var newer: Int
        var older: Int
    }

    private static var none: Int { -1 }

    /// What the values may cost together; with a smaller one, old values go.
    var costLimit: Int { didSet { trim() } }
    /// The places in use and, among them, free ones.
    private var nodes: [Node?] = []
    private var freePlaces: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest = none
    private var oldest = none
    private(set) var cost = 0

    init(costLimit: Int) { self.costLimit = max(0, costLimit) }

    var count: Int { places.count }

    /// The value for a key, which becomes the most recent one.
    ///
    /// - Complexity: O(1) on average.
    mutating func value(for key: Key) -> Value? {
        guard let place = places[key], let node = nodes[place] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return node.value
    }

    /// Keeps a value, instead of the one that is there, and lets go of old ones until all fit. A value that is too
    /// large on its own is not kept.
    ///
    /// - Complexity: O(1) on average, for each value that goes too.
    mutating func insert(_ value: Value, for key: Key, cost valueCost: Int) {
        remove(key)
        guard valueCost >= 0, valueCost <= costLimit else { return }
        trim(leaving: valueCost)
        let node = Node(key: key, value: value, cost: valueCost, newer: Self.none, older: Self.none)
        let place: Int
        if let free = freePlaces.popLast() {
            place = free
            nodes[place] = node
        } else {
            place = nodes.count
            nodes.append(node)
        }
        places[key] = place
        cost += valueCost
        link(place)
    }

    /// Lets go of old values until so much more fits.
    private mutating func trim(leaving room: Int = 0) {
        while cost > costLimit - room, oldest != Self.none, let node = nodes[oldest] { remove(node.key) }
    }

    /// Lets go of a value, if there is one.
    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return }
        unlink(place)
        cost -= node.cost
        nodes[place] = nil
        freePlaces.append(place)
    }

    /// Makes a node that is in no list the newest.
    private mutating func link(_ place: Int) {
        nodes[place]?.newer = Self.none
        nodes[place]?.older = newest
        if newest != Self.none { nodes[newest]?.newer = place }
        newest = place
        if oldest == Self.none { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        guard let node = nodes[place] else { return }
        if node.newer == Self.none { newest = node.older } else { nodes[node.newer]?.older = node.older }
        if node.older == Self.none { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
    }
}
