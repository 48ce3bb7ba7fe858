import FileSupport
import NIOCore

extension ByteBuffer {
    /// The SHA-256 of the readable bytes, as lowercase hexadecimal digits.
    var sha256: String { digest(.sha256).hexadecimalDigits }
    /// The MD5, which many stores use as the ETag of an object. It gives no protection against tampering. Nil if
    /// OpenSSL does not provide MD5.
    var md5: String? { md5Bytes?.hexadecimalDigits }
    /// The MD5 as bytes.
    var md5Bytes: [UInt8]? { MessageDigest.Algorithm.md5.map(digest) }

    private func digest(_ algorithm: MessageDigest.Algorithm) -> [UInt8] {
        let digest = MessageDigest(algorithm)
        withUnsafeReadableBytes { digest.update($0) }
        return digest.value
    }
}
