/// An object that is being written in parts. The object does not exist until the upload is complete.
public struct OpenUpload: Sendable, Hashable {
    /// The object's name below the address.
    public let name: String
    /// The store's id of the upload.
    public let id: String
    /// The time at which the upload was started, in seconds since 1970, or 0 if the store does not state it.
    public let begunSeconds: Double
}

/// A part that the store already has.
struct UploadedPart: Sendable, Equatable {
    let number: Int
    let byteCount: Int
    let etag: String
}

/// The division of a file into parts.
struct MultipartPlan: Sendable, Equatable {
    /// The maximum number of parts that stores accept.
    static let partLimit = 10_000
    /// The minimum length of every part except the last, in bytes.
    static let smallestPart = 5 << 20

    let byteCount: Int
    let partByteCount: Int
    var count: Int { max(1, (byteCount + partByteCount - 1) / partByteCount) }

    /// Chooses the wanted part length, or a larger one in whole mebibytes if there would be too many parts.
    init(byteCount: Int, wanted: Int) {
        self.byteCount = byteCount
        let needed = (byteCount / Self.partLimit / (1 << 20) + 1) << 20
        partByteCount = max(wanted, Self.smallestPart, byteCount > wanted * Self.partLimit ? needed : 0)
    }

    /// Returns the length of a part. Numbers start at 1.
    func size(of number: Int) -> Int { min(partByteCount, byteCount - (number - 1) * partByteCount) }
}
