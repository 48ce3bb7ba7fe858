import FileSupport

/// An access token. Whoever presents it gets the access that was granted with it.
///
/// A token consists of `explore_`, an id of ten characters that is not secret, `_`, and 52 characters that encode 256
/// random bits. The id and the secret use the lower-case base 32 alphabet. The prefix lets people and secret scanners
/// recognise a leaked token. A library stores only the SHA-256 of the whole token. With this many random bits nobody
/// can find a token from its digest, so a slow hash would add nothing.
public struct AccessToken: Sendable {
    /// The prefix of every token.
    public static let beginning = "explore_"

    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let idLength = 10
    private static let secretLength = 52

    /// The text of the token.
    public let text: String
    /// The id, which is not secret.
    public let id: String

    /// Creates a token from the system's random bits.
    public init() {
        var generator = SystemRandomNumberGenerator()
        func random(_ count: Int) -> String {
            String(decoding: (0..<count).map { _ in Self.digits[Int(generator.next() & 31)] }, as: UTF8.self)
        }
        id = random(Self.idLength)
        text = Self.beginning + id + "_" + random(Self.secretLength)
    }

    /// Parses a token. Returns nil if the text cannot be a token.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let start = Self.beginning.utf8.count
        let separator = start + Self.idLength
        guard bytes.count == separator + 1 + Self.secretLength, text.hasPrefix(Self.beginning),
            bytes[separator] == UInt8(ascii: "_"),
            (bytes[start..<separator] + bytes[(separator + 1)...]).allSatisfy(Self.digits.contains)
        else { return nil }
        self.text = text
        id = String(decoding: bytes[start..<separator], as: UTF8.self)
    }

    /// The SHA-256 of the token, 32 bytes.
    public var sha256: [UInt8] { MessageDigest.of(text.utf8) }

    /// Whether the token has this digest. Takes the same time however much of the digest matches.
    public func matches(sha256 expected: [UInt8]) -> Bool {
        areEqualCodes(sha256, expected)
    }
}
