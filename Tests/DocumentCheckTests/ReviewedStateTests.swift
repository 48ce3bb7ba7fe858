import Testing

@testable import DocumentCheck

@Suite struct ReviewedStateTests {
    /// `editing-texts.test.mjs` has the first two texts with the same digests.
    @Test(
        arguments: [
            (["Si aliquis"], "2d1b2ce781f1b763"),
            (["Si \"quis\" \\ \n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}é\u{1F600}\u{2028}"], "5c53ded0f42448bc"),
            (["Si aliquis", "What 2 says"], "cbb174f74dfdb75b"),
            (["Si \"quis\" \\ \n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}é\u{1F600}\u{2028}", nil], "ba5cf0e18450287d"),
        ] as [([String?], String)])
    func `the digest of reviewed texts equals the viewer's`(texts: [String?], digest: String) {
        #expect(ReviewedState.digest(of: texts) == digest)
    }
}
