import FileSupport

/// The digest used in validators and versions: the first 128 bits of a SHA-256, as hexadecimal digits.
package enum ContentDigest {
    /// Returns the digest of bytes.
    ///
    /// - Complexity: O(*n*).
    package static func of(_ bytes: some Sequence<UInt8>) -> String { text(of: MessageDigest.of(bytes)) }

    /// Returns the digest's text for a known SHA-256.
    package static func text(of sha256: [UInt8]) -> String { sha256.prefix(16).hexadecimalDigits }
}
