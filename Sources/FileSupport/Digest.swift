/// SHA-256 digests as lowercase hexadecimal digits, as used in the names of files and objects.
package enum Digest {
    /// Returns the digest of a whole message.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
        MessageDigest.of(bytes).hexadecimalDigits
    }

    /// Whether a text is a digest.
    package static func isValid(_ text: String) -> Bool { text.utf8.count == 64 && isHexadecimal(text) }

    /// Whether a text consists of lowercase hexadecimal digits.
    package static func isHexadecimal(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
