import FileSupport
import NIOCore

extension ByteBuffer {
    /// The SHA-256 of the readable bytes, as lowercase hexadecimal digits.
    var sha256: String { digest(.sha256).hexadecimalDigits }
    /// The MD5, from which tags of objects are derived; it is no protection against malice. Nil where OpenSSL does not
    /// offer it.
    var md5: String? { md5Bytes?.hexadecimalDigits }
    /// The same, as bytes.
    var md5Bytes: [UInt8]? { MessageDigest.Algorithm.md5.map(digest) }

    private func digest(_ algorithm: MessageDigest.Algorithm) -> [UInt8] {
        let digest = MessageDigest(algorithm)
        withUnsafeReadableBytes { digest.update($0) }
        return digest.value
    }
}
