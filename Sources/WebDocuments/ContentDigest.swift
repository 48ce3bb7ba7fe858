import FileSupport

/// The digest that validators and versions are made of: the first 128 bits of a SHA-256, in hexadecimal digits.
package enum ContentDigest {
    /// The digest of bytes.
    ///
    /// - Complexity: O(*n*).
    package static func of(_ bytes: some Sequence<UInt8>) -> String { text(of: MessageDigest.of(bytes)) }

    /// The text of a SHA-256 that is known already.
    package static func text(of sha256: [UInt8]) -> String { sha256.prefix(16).hexadecimalDigits }
}
