import COpenSSL
package import Foundation

/// A JSON Web Token with a verified signature, in compact form: <https://www.rfc-editor.org/rfc/rfc7515#section-7.1>
package struct SignedToken: Sendable {
    /// A key that verifies signatures.
    package enum Key: Sendable {
        /// HS256: a secret shared by both sides.
        case secret([UInt8])
        /// RS256: the public part of an RSA key.
        case publicKey(PublicKey)

        /// Parses a key: a PEM block that begins with `-----BEGIN PUBLIC KEY-----`, or else a secret of at least 32
        /// bytes. Surrounding white space is ignored.
        ///
        /// - Returns: Nil for anything else.
        package init?(_ text: String) {
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if trimmed.hasPrefix("-----BEGIN") {
                guard let key = PublicKey(pem: trimmed + "\n") else { return nil }
                self = .publicKey(key)
            } else {
                guard trimmed.utf8.count >= 32 else { return nil }
                self = .secret(Array(trimmed.utf8))
            }
        }

        /// The algorithm's name in a token's header: <https://www.rfc-editor.org/rfc/rfc7518#section-3.1>
        var algorithm: String {
            switch self {
            case .secret: "HS256"
            case .publicKey: "RS256"
            }
        }
    }

    /// An RSA public key of at least 2048 bits.
    ///
    /// `@unchecked Sendable`: the key is never changed, and OpenSSL counts its references.
    package final class PublicKey: @unchecked Sendable {
        fileprivate let key: OpaquePointer

        fileprivate init?(pem: String) {
            let bytes = Array(pem.utf8)
            guard let input = BIO_new_mem_buf(bytes, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free(input) }
            guard let key = PEM_read_bio_PUBKEY(input, nil, nil, nil) else { return nil }
            guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, EVP_PKEY_get_bits(key) >= 2048 else {
                EVP_PKEY_free(key)
                return nil
            }
            self.key = key
        }

        deinit { EVP_PKEY_free(key) }
    }

    /// The maximum length of a token, in bytes.
    private static let byteLimit = 16_384

    /// The claims, as JSON.
    package let payload: Data

    /// Verifies a token.
    ///
    /// - Returns: Nil if the token was not signed with this key, using the key's algorithm.
    package init?(_ text: String, key: Key) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decoded(parts[0]), let payload = Self.decoded(parts[1]),
            let signature = Self.decoded(parts[2]),
            let members = try? JSONSerialization.jsonObject(with: header) as? [String: Any],
            // The key alone determines the algorithm, whatever the token claims.
            members["alg"] as? String == key.algorithm, members["crit"] == nil
        else { return nil }
        let signed = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
        guard Self.isValid(Array(signature), of: signed, key) else { return nil }
        self.payload = payload
    }

    private static func isValid(_ signature: [UInt8], of signed: [UInt8], _ key: Key) -> Bool {
        switch key {
        case .secret(let secret):
            return areEqualCodes(signature, authenticationCode(of: signed, key: secret))
        case .publicKey(let key):
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key.key) == 1
                && EVP_DigestVerify(context, signature, signature.count, signed, signed.count) == 1
        }
    }

    /// Decodes base64url without padding: <https://www.rfc-editor.org/rfc/rfc7515#section-2>
    private static func decoded(_ text: Substring.UTF8View) -> Data? {
        guard text.count % 4 != 1,
            text.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { return nil }
        let plain = String(decoding: text, as: UTF8.self)
            .replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
