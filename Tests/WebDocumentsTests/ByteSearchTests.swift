import Testing
import Viewer

struct ByteSearchTests {
    @Test(
        arguments: [
            ("", "a", []), ("a", "", []), ("a", "ab", []), ("abcabc", "bc", [1..<3, 4..<6]),
            ("aaaa", "aa", [0..<2, 2..<4]),
            ("⊙é⊙", "⊙", [0..<3, 5..<8]),
        ] as [(String, String, [Range<Int>])])
    func `a text is found wherever it occurs, without overlaps`(page: String, text: String, ranges: [Range<Int>]) {
        #expect(Array(page.utf8).ranges(ofText: text) == ranges)
    }

    @Test(arguments: [
        ("abcab", "ab", "x", "xcx"), ("abc", "d", "x", "abc"), ("aa", "a", "aa", "aaaa"), ("ab", "b", "", "a"),
    ])
    func `every occurrence is replaced once`(page: String, text: String, other: String, result: String) {
        #expect(Array(page.utf8).replacing(text: text, with: other) == Array(result.utf8))
    }

    @Test func `bytes that are not UTF-8 are kept`() {
        #expect(([0xFF, 0x61, 0xC3] as [UInt8]).replacing(text: "a", with: "b") == [0xFF, 0x62, 0xC3])
    }
}
