import ClauseStore
import DocumentModel
import Testing
import WebDocuments

@Suite struct PreviewedAddressTests {
    private static let base = "https://example.org"

    @Test func `a previewed address is split at its separators even before combining marks`() throws {
        let address = try #require(
            PreviewedAddress(
                "\(Self.base)/documents/a?q=\u{301}x&lang=\u{301}#\u{301}&clause=\u{301}1", base: Self.base))
        #expect(address.document == "a")
        #expect(address.place["q"]?.isIdentical(to: "\u{301}x") == true)
        #expect(address.place["clause"]?.isIdentical(to: "\u{301}1") == true)
    }

    @Test func `markup in an address stays within the frame's address`() throws {
        let address = try #require(
            PreviewedAddress(
                "\(Self.base)/documents/magna-carta#q=%22%3E%3Cscript%3E&clause=\"><b>&evil=1", base: Self.base))
        #expect(address.fragment == "#clause=%22%3E%3Cb%3E&q=%22%3E%3Cscript%3E")
    }
}
