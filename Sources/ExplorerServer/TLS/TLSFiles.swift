import FileSupport
import Foundation
import NIOCore
import NIOSSL

/// The server's certificate and its private key, in PEM files (RFC 7468).
public struct TLSFiles: Hashable, Sendable {
    /// The server's certificate, followed by intermediate certificates up to one that clients trust.
    public var certificatePath: String
    /// The private key of the first certificate, not encrypted.
    public var keyPath: String

    /// Creates the value from two paths. Reads nothing.
    public init(certificatePath: String, keyPath: String) {
        (self.certificatePath, self.keyPath) = (certificatePath, keyPath)
    }
}

/// The reasons why the server's certificate or its key cannot be used.
public enum TLSError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file does not exist or cannot be read.
    case unreadable(String, reason: String)
    /// A file is too large for its purpose.
    case tooLarge(String, byteCount: Int)
    /// The certificate file contains no valid certificate.
    case noCertificate(String)
    /// The key file contains no valid key.
    case noKey(String)
    /// The key is encrypted, and nobody can enter its password when the server starts.
    case encryptedKey(String)
    /// The key belongs to another certificate.
    case mismatch(certificate: String, key: String)

    /// A message with the file, the fault and what was expected.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot be read (\(reason)), expected a PEM file"
        case .tooLarge(let path, let byteCount): "\(path): has \(byteCount) bytes, expected a PEM file of at most 1 MiB"
        case .noCertificate(let path):
            "\(path): holds no certificate, expected one or more of '-----BEGIN CERTIFICATE-----', the server's first"
        case .noKey(let path): "\(path): holds no private key, expected '-----BEGIN PRIVATE KEY-----'"
        case .encryptedKey(let path):
            "\(path): the key is encrypted, expected a plain one; `openssl pkey -in \(path) -out plain.pem` makes one"
        case .mismatch(let certificate, let key):
            "\(key): not the key of the certificate in \(certificate), expected the one that the certificate was made for"
        }
    }
}

extension TLSFiles {
    /// The content of the files, ready for connections, and warnings for the operator.
    struct Content {
        let context: NIOSSLContext
        /// The expiry of the server's certificate, in seconds since 1970.
        let end: Int
        let warnings: [String]
    }

    /// No certificate chain comes near a megabyte.
    private static let byteLimit = 1 << 20

    /// The state of both files, which differs after one is changed or replaced; 0 for a missing file. Does not read
    /// them.
    var state: [Int64] {
        [certificatePath, keyPath].flatMap { path -> [Int64] in
            var status = stat()
            guard stat(path, &status) == 0 else { return [0] }
            // The time of the last change, also of owner and mode, on which reading depends.
            return [
                Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(status.st_ctim.tv_sec),
                Int64(status.st_ctim.tv_nsec),
            ]
        }
    }

    /// Reads both files.
    func read() throws(TLSError) -> Content {
        let certificates = try Self.certificates(in: certificatePath)
        let (bytes, mode) = try Self.bytes(of: keyPath)
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
            throw .encryptedKey(keyPath)
        }
        guard text.contains("PRIVATE KEY-----"), let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
            throw .noKey(keyPath)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2", "http/1.1"]
        // A client that does not answer the TLS shutdown must not delay the server's end.
        configuration.shutdownTimeout = .milliseconds(300)
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw .mismatch(certificate: certificatePath, key: keyPath)
        }
        var warnings: [String] = []
        if mode & 0o004 != 0 { warnings.append("\(keyPath): the key is readable by everyone; expected mode 600") }
        let end = certificates.first.map { Int($0.notValidAfter) } ?? 0
        if end < time(nil) {
            warnings.append("\(certificatePath): the certificate has expired; browsers will not accept it")
        }
        return Content(context: context, end: end, warnings: warnings)
    }

    private static func certificates(in path: String) throws(TLSError) -> [NIOSSLCertificate] {
        let (bytes, _) = try bytes(of: path)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw .noCertificate(path)
        }
        return certificates
    }

    private static func bytes(of path: String) throws(TLSError) -> (bytes: [UInt8], mode: mode_t) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path, reason: SystemError.text()) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path, reason: "not a regular file")
        }
        guard status.st_size <= byteLimit else { throw .tooLarge(path, byteCount: Int(status.st_size)) }
        do {
            return (Array(try file.readToEnd() ?? Data()), status.st_mode)
        } catch {
            throw .unreadable(path, reason: SystemError.text(of: error))
        }
    }
}
