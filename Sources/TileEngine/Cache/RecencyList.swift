/// Values by key, bounded by their total cost. The least recently used value is evicted first.
///
/// This is the part that caches share. It does no locking.
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        let key: Key
        var value: Value
        var cost: Int
        var newer: Int
        var older: Int
    }

    private static var none: Int { -1 }

    /// The maximum total cost. Lowering it evicts old values.
    var costLimit: Int { didSet { trim() } }
    /// The nodes by place; nil where a place is free.
    private var nodes: [Node?] = []
    private var freePlaces: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest = none
    private var oldest = none
    private(set) var cost = 0

    init(costLimit: Int) { self.costLimit = max(0, costLimit) }

    var count: Int { places.count }

    /// Returns the value for a key and makes it the most recent one.
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

    /// Stores a value, replacing any existing one, and evicts old values until all fit. A value that exceeds the limit
    /// by itself is not stored.
    ///
    /// - Complexity: O(1) on average, plus O(1) for each evicted value.
    mutating func insert(_ value: Value, for key: Key, cost valueCost: Int) {
        remove(key)
        guard valueCost >= 0, valueCost <= costLimit else { return }
        trim(for: valueCost)
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

    /// Evicts old values until an additional cost fits.
    private mutating func trim(for additionalCost: Int = 0) {
        while cost > costLimit - additionalCost, oldest != Self.none, let node = nodes[oldest] { remove(node.key) }
    }

    /// Removes a value, if there is one.
    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return }
        unlink(place)
        cost -= node.cost
        nodes[place] = nil
        freePlaces.append(place)
    }

    /// Inserts an unlinked node as the newest.
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
