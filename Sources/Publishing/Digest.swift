import Crypto
import DocumentLibrary

/// SHA-256 as small hexadecimal digits, which is what names of objects are made of.
package enum Digest {
    package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
        var hasher = SHA256()
        if bytes.withContiguousStorageIfAvailable({ hasher.update(bufferPointer: UnsafeRawBufferPointer($0)) }) == nil {
            hasher.update(data: Array(bytes))
        }
        return hasher.finalize().hexadecimalDigits
    }

    package static func isOne(_ text: String) -> Bool { text.utf8.count == 64 && text.utf8.allSatisfy(isDigit) }

    static func isShard(_ text: String) -> Bool { text.utf8.count == 2 && text.utf8.allSatisfy(isDigit) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
