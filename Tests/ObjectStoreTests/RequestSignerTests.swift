import FileSupport
import Foundation
import Testing

@testable import ObjectStore

/// The test vectors published by AWS: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-test-suite.html
/// and https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
@Suite("RequestSigner")
struct RequestSignerTests {
    struct Vector: CustomTestStringConvertible {
        let name: String
        var method = "GET"
        var path = "/"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var payloadSHA256 = RequestSigner.emptyPayloadSHA256
        let signed: String
        let signature: String

        var testDescription: String { name }
    }

    static let suite: [Vector] = [
        Vector(
            name: "get-vanilla", signed: "host;x-amz-date",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-vanilla-query-order-key-case", query: [("Param2", "value2"), ("Param1", "value1")],
            signed: "host;x-amz-date", signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            name: "get-vanilla-query-order-value", query: [("Param1", "value2"), ("Param1", "value1")],
            signed: "host;x-amz-date", signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
        Vector(
            name: "get-vanilla-utf8-query", query: [("ሴ", "bar")], signed: "host;x-amz-date",
            signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
        Vector(
            name: "get-utf8", path: "/ሴ", signed: "host;x-amz-date",
            signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
        Vector(
            name: "get-space", path: "/example space/", signed: "host;x-amz-date",
            signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
        Vector(
            name: "get-unreserved", path: "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            signed: "host;x-amz-date", signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
        Vector(
            name: "get-header-value-order",
            headers: [
                ("My-Header1", "value4"), ("My-Header1", "value1"), ("My-Header1", "value3"), ("My-Header1", "value2"),
            ], signed: "host;my-header1;x-amz-date",
            signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
        Vector(
            name: "get-header-value-trim", headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
            signed: "host;my-header1;my-header2;x-amz-date",
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Vector(
            name: "post-vanilla", method: "POST", signed: "host;x-amz-date",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            name: "post-x-www-form-urlencoded", method: "POST",
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            payloadSHA256: "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e",
            signed: "content-type;host;x-amz-date",
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    ]

    @Test("The vectors of the Signature Version 4 test suite", arguments: suite)
    func testSuite(_ vector: Vector) throws {
        let credentials = try StoreCredentials(
            accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
        let signer = RequestSigner(credentials: credentials, region: "us-east-1", service: "service")
        let found = signer.authorization(
            method: vector.method, path: PercentEncoding.encode(vector.path, allowing: "/"), query: vector.query,
            headers: [("Host", "example.amazonaws.com"), ("X-Amz-Date", "20150830T123600Z")] + vector.headers,
            payloadSHA256: vector.payloadSHA256, time: "20150830T123600Z")
        let scope = "AKIDEXAMPLE/20150830/us-east-1/service/aws4_request"
        #expect(
            found
                == "AWS4-HMAC-SHA256 Credential=\(scope), SignedHeaders=\(vector.signed), Signature=\(vector.signature)"
        )
    }

    static let examples: [Vector] = [
        Vector(
            name: "GET Object with a range", path: "/test.txt", headers: [("Range", "bytes=0-9")],
            signed: "host;range;x-amz-content-sha256;x-amz-date",
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        Vector(
            name: "PUT Object", method: "PUT", path: "/test$file.text",
            headers: [("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
            payloadSHA256: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
            signed: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        Vector(
            name: "GET Bucket Lifecycle", query: [("lifecycle", "")],
            signed: "host;x-amz-content-sha256;x-amz-date",
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        Vector(
            name: "GET Bucket (List Objects)", query: [("max-keys", "2"), ("prefix", "J")],
            signed: "host;x-amz-content-sha256;x-amz-date",
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ]

    @Test("The examples of the S3 documentation", arguments: examples)
    func example(_ vector: Vector) throws {
        let credentials = try StoreCredentials(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
        let signer = RequestSigner(credentials: credentials, region: "us-east-1")
        let found = signer.authorization(
            method: vector.method, path: PercentEncoding.encode(vector.path, allowing: "/"), query: vector.query,
            headers: [
                ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", vector.payloadSHA256),
                ("x-amz-date", "20130524T000000Z"),
            ] + vector.headers, payloadSHA256: vector.payloadSHA256, time: "20130524T000000Z")
        #expect(found.hasSuffix("SignedHeaders=\(vector.signed), Signature=\(vector.signature)"), "\(found)")
    }

    @Test("A signer used on one day signs correctly on the next")
    func nextDay() throws {
        let credentials = try StoreCredentials(accessKeyID: "a", secretAccessKey: "b")
        func signed(_ signer: RequestSigner, _ day: String) -> String {
            signer.authorization(
                method: "GET", path: "/", query: [], headers: [("host", "h")], payloadSHA256: "x",
                time: "\(day)T000000Z")
        }
        let signer = RequestSigner(credentials: credentials, region: "r")
        let days = ["20240228", "20240229", "20240301", "20240228"]
        let found = days.map { signed(signer, $0) }
        let expected = days.map { signed(RequestSigner(credentials: credentials, region: "r"), $0) }
        #expect(found == expected)
        #expect(Set(found).count == 3)
    }

    @Test("A time is written in UTC")
    func moment() {
        #expect(UTCTime(.init(timeIntervalSince1970: 1_369_353_600)).basic == "20130524T000000Z")
        #expect(UTCTime(.init(timeIntervalSince1970: 1_709_208_000.9)).basic == "20240229T120000Z")
    }
}
