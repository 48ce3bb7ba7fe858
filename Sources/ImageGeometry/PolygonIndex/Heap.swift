/// A priority queue, implemented as a binary heap.
struct Heap<Element> {
    private var elements: [Element] = []
    private let precedes: (Element, Element) -> Bool

    init(by precedes: @escaping (Element, Element) -> Bool) {
        self.precedes = precedes
    }

    /// - Complexity: O(log *n*)
    mutating func insert(_ element: Element) {
        var place = elements.count
        elements.append(element)
        while place > 0, precedes(elements[place], elements[(place - 1) / 2]) {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes and returns the first element, or nil if the heap is empty.
    ///
    /// - Complexity: O(log *n*)
    mutating func removeFirst() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
                if precedes(elements[child], elements[least]) { least = child }
            }
            guard least != place else { return first }
            elements.swapAt(place, least)
            place = least
        }
    }
}
