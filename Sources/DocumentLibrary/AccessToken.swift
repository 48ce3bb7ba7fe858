import FileSupport

/// A token: who shows it may read what the keeper granted with it.
///
/// `explore_` and ten characters, which are its id and no secret, `_` and 52 characters that hold 256 random bits; all
/// characters are those of base 32 in lower case. The beginning lets people and programs that look for leaked secrets know
/// it. A library keeps the SHA-256 of the whole and not the token: with that many random bits nobody finds one by its
/// digest, so a slow hash would add nothing.
public struct AccessToken: Sendable {
    /// What every token begins with.
    public static let beginning = "explore_"

    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let idLength = 10
    private static let secretLength = 52

    /// The token as it is written.
    public let text: String
    /// The id, which is no secret.
    public let id: String

    /// Makes one of the system's random bits.
    public init() {
        var generator = SystemRandomNumberGenerator()
        func random(_ count: Int) -> String {
            String(decoding: (0..<count).map { _ in Self.digits[Int(generator.next() & 31)] }, as: UTF8.self)
        }
        id = random(Self.idLength)
        text = Self.beginning + id + "_" + random(Self.secretLength)
    }

    /// Reads what somebody shows; nil for what can be no token.
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

    /// Whether the token has this digest, in a time that does not depend on how much of it is right.
    public func matches(sha256 expected: [UInt8]) -> Bool {
        let own = sha256
        guard own.count == expected.count else { return false }
        var difference: UInt8 = 0
        for place in own.indices { difference |= own[place] ^ expected[place] }
        return difference == 0
    }
}
