public import DocumentLibrary

import NIOConcurrencyHelpers
import TileEngine
import WebDocuments

/// The images that are served while their tiles are being cut.
public final class ImagesInProgress: Sendable {
    private let images: NIOLockedValueBox<[String: ImageInProgress]>

    /// Creates the collection. Each image is removed when it is finished.
    public init(_ images: [ImageInProgress] = []) {
        self.images = NIOLockedValueBox(Dictionary(images.map { ($0.id, $0) }) { first, _ in first })
    }

    /// Returns the image if it is not finished yet.
    func image(_ id: String) -> ImageInProgress? {
        images.withLockedValue { images in
            if images[id]?.growing.state == .finished { images[id] = nil }
            return images[id]
        }
    }
}

extension ImageInProgress {
    /// Returns the progress of cutting, as the member `cut` of API responses.
    ///
    /// - Parameter includesRows: Whether to include the number of rows of tiles at each level, from level 0 to native.
    func json(includesRows: Bool) -> JSON {
        if case .failed(let error) = growing.state { return .object([("error", .string(error.reason))]) }
        let pyramid = growing.pyramid
        var members: [(String, JSON)] = [
            ("fraction", .double(Double(growing.tileCount) / Double(max(1, pyramid.storedTileCount))))
        ]
        if includesRows {
            members.append(
                ("rows", .array((0...pyramid.nativeLevel).map { .int(growing.rowCount(atLevel: $0)) })))
        } else if preview != nil {
            members.append(("previewURL", .string("/tiles/\(id)/preview.jpg")))
        }
        return .object(members)
    }
}
