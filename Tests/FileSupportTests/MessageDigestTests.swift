import Testing

@testable import FileSupport

/// The digests against the examples of their specifications.
@Suite struct MessageDigestTests {
    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func `SHA-256 gives the digests of FIPS 180-4`(message: String, digest: String) {
        #expect(MessageDigest.of(message.utf8).hexadecimalDigits == digest)
    }

    @Test func `MD5 gives the digests of RFC 1321`() throws {
        let md5 = try #require(MessageDigest.Algorithm.md5)
        #expect(MessageDigest.of("".utf8, md5).hexadecimalDigits == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(MessageDigest.of("abc".utf8, md5).hexadecimalDigits == "900150983cd24fb0d6963f7d28e17f72")
    }

    @Test func `an algorithm that OpenSSL does not offer is nil`() {
        #expect(MessageDigest.Algorithm("MD5-OF-NOWHERE", byteCount: 16) == nil)
    }

    @Test func `a message in pieces has the digest of the whole, also when read in between`() {
        let message = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let digest = MessageDigest()
        for start in stride(from: 0, to: message.count, by: 777) {
            digest.update(message[start..<min(start + 777, message.count)])
            _ = digest.value
        }
        #expect(digest.value == MessageDigest.of(message))
        #expect(digest.value == MessageDigest.of(AnySequence(message)))
    }

    @Test(arguments: [
        (
            key: [UInt8](repeating: 0x0b, count: 20), message: "Hi There",
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            key: Array("Jefe".utf8), message: "what do ya want for nothing?",
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            key: [UInt8](repeating: 0xaa, count: 131),
            message: "Test Using Larger Than Block-Size Key - Hash Key First",
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `HMAC gives the codes of RFC 4231`(key: [UInt8], message: String, code: String) {
        #expect(authenticationCode(of: Array(message.utf8), key: key).hexadecimalDigits == code)
    }

    @Test func `a digest is recognised by its length and its lower-case digits`() {
        let digest = Digest.sha256("abc".utf8)
        #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.isValid(digest) && !Digest.isValid(digest.uppercased()))
        #expect(!Digest.isValid("") && !Digest.isValid(String(digest.dropLast())) && !Digest.isValid(digest + "0"))
        #expect(!Digest.isValid(digest.dropLast() + "g") && !Digest.isValid(digest.dropLast() + "/"))
    }
}
