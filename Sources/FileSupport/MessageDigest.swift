import COpenSSL

/// A message digest that is computed incrementally.
///
/// The algorithms are OpenSSL's, which use the processor's own instructions where available.
package final class MessageDigest {
    /// A digest algorithm.
    package struct Algorithm: Sendable {
        /// SHA-256, 32 bytes: FIPS 180-4, <https://csrc.nist.gov/pubs/fips/180-4/upd1/final>.
        package static let sha256 = {
            guard let algorithm = Algorithm("SHA256", byteCount: 32) else { preconditionFailure("no SHA-256") }
            return algorithm
        }()
        /// MD5, 16 bytes: <https://www.rfc-editor.org/rfc/rfc1321>. Detects accidental damage, but not tampering. Nil
        /// if OpenSSL does not offer it, as in FIPS mode.
        package static let md5 = Algorithm("MD5", byteCount: 16)

        /// Fetched once and never freed, because fetching costs more than digesting a short message.
        ///
        /// `nonisolated(unsafe)`: OpenSSL counts references to a method and never changes it.
        nonisolated(unsafe) fileprivate let method: OpaquePointer
        fileprivate let byteCount: Int

        /// - Returns: Nil if OpenSSL does not offer the algorithm.
        init?(_ name: String, byteCount: Int) {
            guard let method = EVP_MD_fetch(nil, name, nil) else { return nil }
            (self.method, self.byteCount) = (method, byteCount)
        }
    }

    private let algorithm: Algorithm
    private let context: OpaquePointer

    package init(_ algorithm: Algorithm = .sha256) {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a message digest") }
        (self.algorithm, self.context) = (algorithm, context)
        let status = EVP_DigestInit_ex(context, algorithm.method, nil)
        precondition(status == 1, "EVP_DigestInit_ex failed")
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Appends bytes to the message.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package func update(_ bytes: UnsafeRawBufferPointer) {
        let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(status == 1, "EVP_DigestUpdate failed")
    }

    /// Appends bytes to the message, without a copy if their storage is contiguous.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes(update)
        }
    }

    /// The digest of the bytes appended so far. More bytes can follow.
    package var value: [UInt8] {
        guard let copy = EVP_MD_CTX_new() else { preconditionFailure("no memory for a message digest") }
        defer { EVP_MD_CTX_free(copy) }
        return [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { buffer, count in
            let status = EVP_MD_CTX_copy_ex(copy, context) & EVP_DigestFinal_ex(copy, buffer.baseAddress, nil)
            precondition(status == 1, "EVP_DigestFinal_ex failed")
            count = algorithm.byteCount
        }
    }

    /// Returns the digest of a whole message.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func of(_ bytes: some Sequence<UInt8>, _ algorithm: Algorithm = .sha256) -> [UInt8] {
        let digest = MessageDigest(algorithm)
        digest.update(bytes)
        return digest.value
    }
}

/// Returns an HMAC with SHA-256: <https://www.rfc-editor.org/rfc/rfc2104>.
///
/// - Returns: 32 bytes.
/// - Complexity: O(*n*) in the length of the message.
package func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
        var length: UInt32 = 0
        let code = HMAC(
            EVP_sha256(), key, Int32(clamping: key.count), message, message.count, buffer.baseAddress, &length)
        precondition(code != nil && length == 32, "HMAC failed")
        count = 32
    }
}

/// Compares two codes in a time that does not depend on where they differ.
///
/// - Complexity: O(*n*) in their length.
package func areEqualCodes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
