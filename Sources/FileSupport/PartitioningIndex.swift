extension RandomAccessCollection {
    /// Returns the first index at which the condition holds, given that it holds for all elements from some index on.
    /// `endIndex` if it holds for none.
    ///
    /// - Complexity: O(log *n*).
    @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let middle = index(start, offsetBy: count / 2)
            if holds(self[middle]) {
                count /= 2
            } else {
                start = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return start
    }
}
