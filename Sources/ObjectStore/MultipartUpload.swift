/// An object that is being written in parts; until it is complete there is no such object.
public struct OpenUpload: Sendable, Hashable {
    /// The object's name below the address.
    public let name: String
    /// What the store calls the upload.
    public let id: String
    /// When it was begun, in seconds since 1970; 0 where the store does not say.
    public let begunSeconds: Double
}

/// A part that the store has.
struct UploadedPart: Sendable, Equatable {
    let number: Int
    let byteCount: Int
    let etag: String
}

/// How a file is cut into parts.
struct PartPlan: Sendable, Equatable {
    /// What stores take at most.
    static let partLimit = 10_000
    /// What they take at least, but for the last part.
    static let smallestPart = 5 << 20

    let byteCount: Int
    let partByteCount: Int
    var count: Int { max(1, (byteCount + partByteCount - 1) / partByteCount) }

    /// Parts of the size that is wanted, or of a larger one in whole megabytes where there would be too many.
    init(byteCount: Int, wanted: Int) {
        self.byteCount = byteCount
        let needed = (byteCount / Self.partLimit / (1 << 20) + 1) << 20
        partByteCount = max(wanted, Self.smallestPart, byteCount > wanted * Self.partLimit ? needed : 0)
    }

    /// How long a part is; numbers begin with 1.
    func size(of number: Int) -> Int { min(partByteCount, byteCount - (number - 1) * partByteCount) }
}
