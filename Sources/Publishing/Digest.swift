import FileSupport

/// SHA-256 digests as lowercase hexadecimal digits, as used in the names of objects.
package enum Digest {
    package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
        MessageDigest.of(bytes).hexadecimalDigits
    }

    package static func isOne(_ text: String) -> Bool { text.utf8.count == 64 && text.utf8.allSatisfy(isDigit) }

    static func isShard(_ text: String) -> Bool { text.utf8.count == 2 && text.utf8.allSatisfy(isDigit) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
