import Testing

@testable import ExplorerServer

@Suite struct PublicAddressTests {
    @Test(arguments: [
        ("https://manuscripts.example.org", "https://manuscripts.example.org"),
        ("https://manuscripts.example.org/", "https://manuscripts.example.org"),
        ("HTTP://Example.ORG:8443", "http://example.org:8443"), ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func `a configured address is normalised, without a trailing slash`(text: String, base: String) throws {
        let address = try PublicAddress(text, host: "127.0.0.1", port: 8080)
        address.listens(host: "127.0.0.1", port: 9000)
        #expect(address.base == base)
        #expect(address.url("/iiif/3/a") == base + "/iiif/3/a")
    }

    @Test(arguments: [
        "", "example.org", "ftp://example.org", "https://", "https://example.org/folder", "https://a:b@example.org",
        "https://example.org?x=1", "https://example.org#x", "https://exa mple.org", "https://example.org\"><script>",
    ])
    func `an address that is not just a scheme and a host is rejected`(text: String) {
        #expect(throws: ServerError.self) { try PublicAddress(text, host: "127.0.0.1", port: 8080) }
    }

    @Test(arguments: [
        ("127.0.0.1", 8080, "http://127.0.0.1:8080"), ("0.0.0.0", 80, "http://localhost"),
        ("::", 8080, "http://localhost:8080"), ("::1", 8080, "http://[::1]:8080"),
    ])
    func `without a configured address the listening address is used`(host: String, port: Int, base: String) throws {
        let address = try PublicAddress(nil, host: host, port: 0)
        address.listens(host: host, port: port)
        #expect(address.base == base)
    }

    @Test func `over TLS the address begins with https and omits port 443`() throws {
        let address = try PublicAddress(nil, host: "example.org", port: 0, isSecure: true)
        address.listens(host: "example.org", port: 443)
        #expect(address.base == "https://example.org")
        address.listens(host: "example.org", port: 80)
        #expect(address.base == "https://example.org:80")
    }
}
