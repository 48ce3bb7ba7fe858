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
    /// As ``CaptureAlignment/stored``.
    private let alignment: [[Double]]?

    init(_ capture: SourceCapture) {
        (id, label, kind, image) = (capture.id, capture.label, capture.kind, capture.image)
        alignment = capture.alignment?.stored
    }

    /// Returns the capture with its image.
    ///
    /// - Parameters:
    ///   - page: The id of the page's own image.
    ///   - place: The position of the capture on its page.
    func info(image stored: StoredImage, of page: String, _ place: ImagePlace) -> CaptureInfo {
        let stated = alignment.flatMap { CaptureAlignment(stored: $0) }
        return CaptureInfo(
            id: id, label: label, kind: kind, sourceImage: image,
            imageID: place.capture == 0 ? page : "\(page)-\(id)", image: stored,
            alignment: place.capture == 0 ? nil : stored.measurement?.estimate ?? stated)
    }
}

extension CaptureAlignment {
    /// The alignment as stored in a column: `[[x, y, x, y], …]`, each pair with the point on the capture before that on
    /// the page.
    var stored: [[Double]] { pairs.map { [$0.capture.x, $0.capture.y, $0.page.x, $0.page.y] } }

    /// - Returns: Nil if the alignment is invalid.
    init?(stored: [[Double]]) {
        self.init(
            stored.filter { $0.count == 4 }.map {
                CaptureAlignment.Pair(capture: Point(x: $0[0], y: $0[1]), page: Point(x: $0[2], y: $0[3]))
            })
    }
}

extension CaptureMeasurement {
    /// Reads the columns of the table `image`; nil if nothing was measured.
    init?(storedAlignment text: String?, error: Double?) {
        let stored: [[Double]]? = text.flatMap { try? StoredJSON.decode($0) }
        guard stored != nil || error != nil else { return nil }
        self.init(estimate: stored.flatMap { CaptureAlignment(stored: $0) }, error: error)
    }
}

extension ImagePlace {
    /// Reads a row of the table `image`.
    init(row: Row) { self.init(page: row["page"], capture: row["capture"]) }
}
