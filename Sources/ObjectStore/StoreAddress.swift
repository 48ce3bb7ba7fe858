import FileSupport

/// The address of objects in a store: `s3://bucket` or `s3://bucket/prefix`.
///
/// Names of objects are relative to the address: below `s3://archive/charters`, the name `release.json` is the key
/// `charters/release.json` of the bucket `archive`.
public struct StoreAddress: Sendable, Hashable, CustomStringConvertible {
    /// The longest key that stores accept, in bytes of UTF-8.
    static let keyByteLimit = 1024

    /// The bucket's name.
    public let bucket: String
    /// The prefix of all keys: empty, or ending in `/`.
    public let prefix: String

    /// Parses an address.
    ///
    /// - Throws: ``StoreError/value(_:value:expected:)``.
    public init(_ text: String) throws(StoreError) {
        let expected = "s3://bucket or s3://bucket/prefix"
        let fault = StoreError.value("the address", value: StoreError.plain(text), expected: expected)
        guard text.hasPrefix("s3://") else { throw fault }
        let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bucket = parts.first, Self.isBucket(bucket) else { throw fault }
        var prefix = parts.count > 1 ? parts[1] : ""
        while prefix.last == "/" { prefix.removeLast() }
        guard prefix.isEmpty || Self.isKey(prefix), prefix.utf8.count <= Self.keyByteLimit / 2 else {
            throw .value(
                "the address", value: StoreError.plain(text),
                expected: "a prefix of at most \(Self.keyByteLimit / 2) bytes, without empty parts, '.' and '..'")
        }
        self.bucket = String(bucket)
        self.prefix = prefix.isEmpty ? "" : prefix + "/"
    }

    /// The address as text.
    public var description: String { prefix.isEmpty ? "s3://\(bucket)" : "s3://\(bucket)/\(prefix.dropLast())" }

    /// Returns the name of an object for messages.
    func name(of object: String) -> String { "s3://\(bucket)/\(prefix)\(StoreError.plain(object, limit: 300))" }

    /// Returns the key of an object.
    ///
    /// - Throws: ``StoreError/value(_:value:expected:)`` if the name is empty or too long, or if intermediaries could
    ///   normalise it to another name, because it contains `.`, `..` or an empty component.
    func key(_ object: String) throws(StoreError) -> String {
        let key = prefix + object
        guard Self.isKey(object), key.utf8.count <= Self.keyByteLimit else {
            throw .value(
                "the name of an object", value: StoreError.plain(object),
                expected: "at most \(Self.keyByteLimit) bytes with the prefix, without empty parts, '.' and '..'")
        }
        return key
    }

    /// Whether a bucket's name is valid: 3 to 63 lowercase letters, digits, full stops and hyphens. Capitals and `_`,
    /// which some stores accept, are valid too.
    private static func isBucket(_ name: Substring) -> Bool {
        guard (3...63).contains(name.utf8.count), let first = name.utf8.first, first.isASCIIAlphanumeric else {
            return false
        }
        return !name.contains("..")
            && name.utf8.allSatisfy {
                $0.isASCIIAlphanumeric || ".-_".utf8.contains($0)
            }
    }

    /// Whether an object may have this name: no part of it is empty, `.` or `..`, and there are no control characters.
    package static func isKey(_ name: some StringProtocol) -> Bool {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
        // Splits by bytes, as intermediaries do: a "/" with a combining mark is still a separator.
        let point = UInt8(ascii: ".")
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && !(part.count <= 2 && part.allSatisfy { $0 == point })
        }
    }
}
