import Foundation
import Testing

@testable import FileSupport

@Suite struct SignedTokenTests {
    /// The example of RFC 7515, appendix A.1, and its key.
    private static let example = """
        eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9\
        .eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ\
        .dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
        """
    private static let key =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ+EstJQLr/T+1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow=="

    @Test func `the example of RFC 7515 is valid, and altered tokens are not`() throws {
        let key = SignedToken.Key.secret(Array(try #require(Data(base64Encoded: Self.key))))
        let token = try #require(SignedToken(Self.example, key: key))
        #expect(String(decoding: token.payload, as: UTF8.self).contains("\"iss\":\"joe\""))
        #expect(SignedToken(Self.example, key: .secret(Array("another secret of thirty-two bytes".utf8))) == nil)
        for place in stride(from: 0, to: Self.example.count, by: 3) {
            var bytes = Array(Self.example.utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            // The last character of the signature has unused bits.
            if place == bytes.count - 1 { continue }
            #expect(SignedToken(String(decoding: bytes, as: UTF8.self), key: key) == nil, "\(place)")
        }
        for text in [
            "", ".", "..", "a.b.c", Self.example + ".", "." + Self.example, Self.example + "=", " " + Self.example,
        ] {
            #expect(SignedToken(text, key: key) == nil, "\(text)")
        }
    }

    @Test func `an RSA key verifies tokens signed by openssl and accepts no other algorithm`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-key-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func openssl(_ words: String...) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = words
            process.currentDirectoryURL = folder
            process.standardError = nil
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "openssl \(words)")
        }
        try openssl("genrsa", "-out", "private.pem", "2048")
        try openssl("rsa", "-in", "private.pem", "-pubout", "-out", "public.pem")
        func part(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        func signed(_ header: String) throws -> String {
            let text = part(Data(header.utf8)) + "." + part(Data(#"{"sub":"ada"}"#.utf8))
            try Data(text.utf8).write(to: folder.appending(path: "text"))
            try openssl("dgst", "-sha256", "-sign", "private.pem", "-out", "signature", "text")
            return text + "." + part(try Data(contentsOf: folder.appending(path: "signature")))
        }
        let pem = try String(contentsOf: folder.appending(path: "public.pem"), encoding: .utf8)
        let key = try #require(SignedToken.Key(pem))
        #expect(SignedToken(try signed(#"{"alg":"RS256"}"#), key: key)?.payload == Data(#"{"sub":"ada"}"#.utf8))
        for header in [#"{"alg":"HS256"}"#, #"{"alg":"none"}"#, "{}", #"{"alg":"RS256","crit":["x"]}"#] {
            #expect(SignedToken(try signed(header), key: key) == nil, "\(header)")
        }
        // A public key is not a shared secret, whatever algorithm the token states.
        #expect(SignedToken(try signed(#"{"alg":"RS256"}"#), key: .secret(Array(pem.utf8))) == nil)
    }

    @Test(arguments: ["", "short", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "-----BEGIN"])
    func `an invalid key is rejected`(text: String) { #expect(SignedToken.Key(text) == nil) }
}
