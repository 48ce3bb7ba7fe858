import FileSupport
import Testing

@Suite struct PartitioningIndexTests {
    @Test func `the first element that meets the condition is found as by looking at each`() {
        var random = SystemRandomNumberGenerator()
        for count in 0...40 {
            let numbers = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }.sorted()
            for slice in [numbers[...], numbers.dropFirst(3)] {
                for limit in -1...20 {
                    let expected = slice.firstIndex { $0 >= limit } ?? slice.endIndex
                    #expect(slice.partitioningIndex { $0 >= limit } == expected, "\(slice), \(limit)")
                }
            }
        }
    }
}
