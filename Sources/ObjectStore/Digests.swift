import Crypto
import NIOCore

extension ByteBuffer {
    /// The SHA-256 of the readable bytes, in small hexadecimal digits.
    var sha256: String { RequestSigner.hexadecimal(digest(SHA256())) }
    /// The MD5, which tags of objects are made of; it proves nothing against malice.
    var md5: String { RequestSigner.hexadecimal(digest(Insecure.MD5())) }
    /// The same as bytes.
    var md5Bytes: [UInt8] { Array(digest(Insecure.MD5())) }

    private func digest<Hash: HashFunction>(_ hasher: Hash) -> Hash.Digest {
        var hasher = hasher
        withUnsafeReadableBytes { hasher.update(bufferPointer: $0) }
        return hasher.finalize()
    }
}
