import DocumentModel
import GRDB
import ImageGeometry

/// A capture as stored in the column `captures` of a page.
struct StoredCapture: Codable {
    private let id: String
    private let label: LanguageMap?
    private let kind: CaptureKind
    /// The name of its image in the source folder.
    let image: String
    private let alignment: StoredAlignment?

    init(_ capture: SourceCapture) {
        (id, label, kind, image) = (capture.id, capture.label, capture.kind, capture.image)
        alignment = capture.alignment.map { StoredAlignment($0) }
    }

    /// Returns the capture with its image.
    ///
    /// - Parameters:
    ///   - page: The id of the page's own image.
    ///   - place: The position of the capture on its page.
    func info(image stored: StoredImage, of page: String, _ place: ImagePlace) -> CaptureInfo {
        CaptureInfo(
            id: id, label: label, kind: kind, sourceImage: image,
            imageID: place.capture == 0 ? page : "\(page)-\(id)", image: stored,
            alignment: place.capture == 0 ? nil : stored.measurement?.estimate ?? alignment?.value)
    }
}

/// An alignment as stored in a column: `[[x, y, x, y], …]`, each pair with the point on the capture before that on the
/// page.
struct StoredAlignment: Codable {
    private let pairs: [[Double]]

    init(_ alignment: CaptureAlignment) {
        pairs = alignment.pairs.map { [$0.capture.x, $0.capture.y, $0.page.x, $0.page.y] }
    }

    init(from decoder: any Decoder) throws { pairs = try decoder.singleValueContainer().decode([[Double]].self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(pairs)
    }

    /// The alignment; nil if it is invalid.
    var value: CaptureAlignment? {
        CaptureAlignment(
            pairs.filter { $0.count == 4 }.map {
                CaptureAlignment.Pair(capture: Point(x: $0[0], y: $0[1]), page: Point(x: $0[2], y: $0[3]))
            })
    }
}

extension CaptureMeasurement {
    /// Reads the columns of the table `image`; nil if nothing was measured.
    init?(storedAlignment text: String?, error: Double?) {
        let stored: StoredAlignment? = text.flatMap { try? StoredJSON.decode($0) }
        guard stored != nil || error != nil else { return nil }
        self.init(estimate: stored?.value, error: error)
    }
}

extension ImagePlace {
    /// Reads a row of the table `image`.
    init(row: Row) { self.init(page: row["page"], capture: row["capture"]) }
}
