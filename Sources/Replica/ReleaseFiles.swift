import Crypto
import Foundation

/// What a store has of a library: the files of a release, as they are written there.
///
/// All but the pointer are named by the SHA-256 of their bytes, so that whoever knows a name knows the content.
enum ReleaseFiles {
    /// The format of all of them.
    static let format = 1
    /// The one object that changes.
    static let pointer = "release.json"
    /// So long each may be, in bytes.
    static let (pointerByteLimit, releaseByteLimit, shardByteLimit) = (1 << 20, 32 << 20, 64 << 20)
    /// So long a piece of the database may be.
    static let pieceByteLimit = 64 << 20

    static func release(_ id: String) -> String { "releases/\(id).json" }
    static func piece(_ sha256: String) -> String { "pieces/\(sha256)" }
    static func shard(_ sha256: String) -> String { "inventories/\(sha256).json" }

    /// `release.json`: which release is served.
    struct Pointer: Decodable {
        let format: Int
        let release: String
        let number: Int
    }

    /// `releases/<id>.json`: what a release consists of.
    struct Release: Decodable {
        struct Database: Decodable {
            let byteCount: Int64
            let sha256: String
            let pieceByteCount: Int
            let pieces: [String]
        }

        let format: Int
        let number: Int
        let library: Database
        /// The lists of files, by the first two digits of the SHA-256 of the files' names.
        let inventories: [String: String]
    }

    /// `inventories/<sha256>.json`: a part of the list of files.
    struct File: Decodable {
        struct Directory: Decodable {
            let offset: Int64
            let byteCount: Int64
            let sha256: String
        }

        let name: String
        let byteCount: Int64
        let directory: Directory?
    }

    /// The digits of the SHA-256 of bytes.
    static func sha256(_ bytes: some Sequence<UInt8>) -> String {
        var hasher = SHA256()
        hasher.update(data: Array(bytes))
        return hexadecimal(hasher.finalize())
    }

    static func hexadecimal(_ digest: SHA256.Digest) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Whether a text is the digits of a SHA-256.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Which list a file is in.
    static func shardKey(of name: String) -> String { String(sha256(name.utf8).prefix(2)) }

    /// Reads a file of a release.
    ///
    /// - Parameter object: What errors call it.
    /// - Throws: ``ReplicaError/release(_:reason:)``.
    static func read<File: Decodable>(_ type: File.Type, from bytes: Data, _ object: String) throws(ReplicaError)
        -> File
    {
        do {
            return try JSONDecoder().decode(type, from: bytes)
        } catch {
            throw .release(object, reason: "is not the JSON that a release has there")
        }
    }
}

extension ReleaseFiles.Pointer {
    func check(_ object: String) throws(ReplicaError) {
        try ReleaseFiles.check(format: format, object)
        guard ReleaseFiles.isDigest(release) else {
            throw .release(
                object, reason: "names the release '\(release.prefix(80))', expected the digits of a SHA-256")
        }
    }
}

extension ReleaseFiles.Release {
    /// Checks all numbers, before anything is set aside or asked for by them.
    func check(_ object: String) throws(ReplicaError) {
        try ReleaseFiles.check(format: format, object)
        let size = Int64(library.pieceByteCount)
        guard (1...Int64(ReleaseFiles.pieceByteLimit)).contains(size), library.byteCount > 0,
            library.byteCount <= Int64(library.pieces.count) * size,
            library.byteCount > Int64(library.pieces.count - 1) * size
        else {
            throw .release(
                object,
                reason: "has a database of \(library.byteCount) bytes in \(library.pieces.count) pieces of "
                    + "\(library.pieceByteCount), which do not fit")
        }
        let digests = library.pieces + [library.sha256] + inventories.values
        guard digests.allSatisfy(ReleaseFiles.isDigest) else {
            throw .release(object, reason: "has a name that is not the digits of a SHA-256")
        }
    }
}

extension ReleaseFiles {
    fileprivate static func check(format: Int, _ object: String) throws(ReplicaError) {
        guard format == Self.format else {
            throw .release(
                object, reason: "has the format \(format), expected \(Self.format): a newer explore wrote it")
        }
    }
}
