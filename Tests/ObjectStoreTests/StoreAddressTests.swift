import FileSupport
import Testing

@testable import ObjectStore

@Suite("StoreAddress and StoreEndpoint")
struct StoreAddressTests {
    @Test(
        "An address has a bucket, and a prefix that ends in one slash",
        arguments: [
            ("s3://archive", "archive", ""), ("s3://archive/", "archive", ""), ("s3://archive/a/b", "archive", "a/b/"),
            ("s3://archive/a/b//", "archive", "a/b/"), ("s3://a.b-c9/Ümläute +", "a.b-c9", "Ümläute +/"),
        ])
    func address(_ text: String, _ bucket: String, _ prefix: String) throws {
        let address = try StoreAddress(text)
        #expect(address.bucket == bucket)
        #expect(address.prefix == prefix)
        #expect(try StoreAddress(address.description) == address)
    }

    @Test(
        "An invalid address is rejected with what was expected",
        arguments: [
            "", "archive", "http://archive", "s3://", "s3:///a", "s3://a", "s3://-archive", "s3://arch ive",
            "s3://arch\nive",
            "s3://archive/a//b", "s3://archive/../b", "s3://archive/.", "s3://a..b/c", "s3://archive/\u{7}",
            "s3://archive/" + String(repeating: "a", count: 600), "s3://" + String(repeating: "a", count: 64),
        ])
    func invalidAddress(_ text: String) {
        #expect { try StoreAddress(text) } throws: { error in
            "\(error)".hasPrefix("the address is '") && "\(error)".contains("expected") && !"\(error)".contains("\n")
        }
    }

    @Test("An object's name becomes its key, and ambiguous names are rejected")
    func key() throws {
        let address = try StoreAddress("s3://archive/charters")
        #expect(try address.key("a b+c%/ü") == "charters/a b+c%/ü")
        for name in [
            "", "/a", "a/", "a//b", "../a", "a/./b", "a/../\u{301}b", "a\u{0}", String(repeating: "ü", count: 600),
        ] {
            #expect(throws: StoreError.self) { try address.key(name) }
        }
    }

    @Test("A bucket is in the path of a custom endpoint, and in the host of Amazon's")
    func styles() throws {
        let own = try StoreEndpoint("http://127.0.0.1:9000/")
        #expect(own.host(of: "archive") == "127.0.0.1:9000")
        #expect(own.path(of: "archive", key: "a b/c+d%é") == "/archive/a%20b/c%2Bd%25%C3%A9")
        #expect(own.path(of: "archive", key: nil) == "/archive")
        let amazon = StoreEndpoint(region: "eu-west-1", bucket: "archive")
        #expect(amazon.host(of: "archive") == "archive.s3.eu-west-1.amazonaws.com")
        #expect(amazon.path(of: "archive", key: "a") == "/a")
        #expect(amazon.path(of: "archive", key: nil) == "/")
        let dotted = StoreEndpoint(region: "cn-north-1", bucket: "archive.org")
        #expect(dotted.host(of: "archive.org") == "s3.cn-north-1.amazonaws.com.cn")
        #expect(try StoreEndpoint("https://objects.example.org:443").host(of: "a") == "objects.example.org")
        #expect(try StoreEndpoint("HTTP://[::1]:80").host(of: "a") == "[::1]")
    }

    @Test(
        "An invalid endpoint is rejected without repeating its password",
        arguments: [
            "", "127.0.0.1:9000", "ftp://a", "http://", "http://a/path", "http://a?q", "http://a#f", "http://a:0",
            "http://a:99999", "https://user:hidden@a",
        ])
    func invalidEndpoint(_ text: String) {
        #expect { try StoreEndpoint(text) } throws: { error in
            "\(error)".hasPrefix("--endpoint is '") && !"\(error)".contains("hidden")
        }
    }

    @Test("Percent encoding is decoded as in lists of keys")
    func decoding() {
        #expect(PercentEncoding.decode("a%2Bb+c%2525") == "a+b c%25")
        for text in ["%", "%2", "%zz", "a%FF"] { #expect(PercentEncoding.decode(text) == nil) }
    }

    @Test("A content range is parsed exactly")
    func contentRange() {
        #expect(ContentRange("bytes 0-9/10")?.bytes == 0..<10)
        #expect(ContentRange("bytes 5-9/100")?.totalByteCount == 100)
        for text in [
            "bytes */10", "bytes 5-4/10", "bytes 0-10/10", "bytes 0-9/*", "0-9/10", "bytes +0-9/10",
            "bytes 0-9/9999999999999999999", "bytes 0-9/10/10", "bytes -9/10",
        ] { #expect(ContentRange(text) == nil, "\(text)") }
    }

    @Test("A file is divided into parts that stores accept")
    func parts() {
        #expect(MultipartPlan(byteCount: 0, wanted: 16 << 20).count == 1)
        let plan = MultipartPlan(byteCount: (40 << 20) + 1, wanted: 16 << 20)
        #expect(plan.count == 3 && plan.size(of: 1) == 16 << 20 && plan.size(of: 3) == (8 << 20) + 1)
        #expect(MultipartPlan(byteCount: 100 << 20, wanted: 1).partByteCount == 5 << 20)
        for byteCount in [5 << 40, 160_000 << 20, (160_000 << 20) + 1] {
            let huge = MultipartPlan(byteCount: byteCount, wanted: 16 << 20)
            #expect(huge.count <= MultipartPlan.partLimit)
            #expect((1...huge.count).reduce(0) { $0 + huge.size(of: $1) } == byteCount)
        }
    }
}
