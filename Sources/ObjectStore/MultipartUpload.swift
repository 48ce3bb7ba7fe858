/// An object that is being written in parts; the object does not exist until the upload is complete.
public struct OpenUpload: Sendable, Hashable {
    /// The object's name below the address.
    public let name: String
    /// The store's id of the upload.
    public let id: String
    /// When it was started, in seconds since 1970; 0 if the store does not state it.
    public let begunSeconds: Double
}

/// A part that the store has.
struct UploadedPart: Sendable, Equatable {
    let number: Int
    let byteCount: Int
    let etag: String
}

/// How a file is divided into parts.
struct PartPlan: Sendable, Equatable {
    /// The maximum that stores accept.
    static let partLimit = 10_000
    /// The minimum that they accept, except for the last part.
    static let smallestPart = 5 << 20

    let byteCount: Int
    let partByteCount: Int
    var count: Int { max(1, (byteCount + partByteCount - 1) / partByteCount) }

    /// Parts of the requested size, or of a larger one in whole megabytes if there would be too many.
    init(byteCount: Int, wanted: Int) {
        self.byteCount = byteCount
        let needed = (byteCount / Self.partLimit / (1 << 20) + 1) << 20
        partByteCount = max(wanted, Self.smallestPart, byteCount > wanted * Self.partLimit ? needed : 0)
    }

    /// The length of a part; numbers start at 1.
    func size(of number: Int) -> Int { min(partByteCount, byteCount - (number - 1) * partByteCount) }
}
