import DocumentModel
import Foundation
import ImageGeometry
import TileEngine

/// The additional captures of a document that is being added or published. Measures their alignment with their pages,
/// from the pyramids.
struct Captures {
    private let document: SourceDocument
    private let images: [ImagePlace: StoredImage]
    private let library: Library

    init(of document: SourceDocument, _ images: [ImagePlace: StoredImage], in library: Library) {
        (self.document, self.images, self.library) = (document, images, library)
    }

    /// Measures the captures that have no measurement yet.
    ///
    /// - Returns: The images with the measurements, and a one-line note for each measured capture.
    /// - Throws: `SourceFaults` if an alignment is neither stated nor can be estimated; `TileEngineError`.
    /// - Complexity: O(*n*) in the number of captures; the work for each is bounded, because images are reduced first.
    func measured(
        isCancelled: () -> Bool
    ) throws -> (images: [ImagePlace: StoredImage], notes: [String]) {
        var measured = images
        var notes: [String] = []
        var faults: [SourceFault] = []
        for page in document.pages where hasUnmeasured(page) {
            guard let own = try features(ImagePlace(page: page.number), isCancelled) else { continue }
            for (position, capture) in page.captures.enumerated().dropFirst() {
                let place = ImagePlace(page: page.number, capture: position)
                guard images[place]?.measurement == nil else { continue }
                guard let picture = try features(place, isCancelled) else { continue }
                let comparison = CaptureComparison(
                    page: own, of: (page.width, page.height), capture: picture, of: (capture.width, capture.height),
                    areRectified: page.captures[0].part.corners != nil && capture.part.corners != nil)
                do throws(SourceFault) {
                    let (measurement, note) = try measure(capture, of: page, comparison, isCancelled)
                    measured[place]?.measurement = measurement
                    notes.append("\(capture.image): \(note)")
                } catch {
                    let path = "pages[\(page.number - 1)].captures[\(position)].alignment"
                    faults.append(
                        SourceFault(file: "document.json", path: path, value: error.value, expected: error.expected))
                }
                if isCancelled() { throw LibraryError.cancelled }
            }
        }
        guard faults.isEmpty else { throw SourceFaults(faults) }
        return (measured, notes)
    }

    private func hasUnmeasured(_ page: SourcePage) -> Bool {
        page.captures.indices.dropFirst().contains {
            images[ImagePlace(page: page.number, capture: $0)]?.measurement == nil
        }
    }

    private func measure(
        _ capture: SourceCapture, of page: SourcePage, _ comparison: CaptureComparison, _ isCancelled: () -> Bool
    ) throws(SourceFault) -> (CaptureMeasurement?, note: String) {
        let page = page.captures[0].image
        if let stated = capture.alignment {
            guard let error = comparison.error(of: stated) else {
                return (nil, "aligned with \(page) as stated, with an error that cannot be measured")
            }
            return (
                CaptureMeasurement(estimate: nil, error: error),
                "aligned with \(page) as stated, error \(Self.words(error)) px"
            )
        }
        let found = comparison.estimate(isCancelled: isCancelled)
        if let found, let alignment = found.alignment {
            return (
                CaptureMeasurement(estimate: alignment, error: found.error),
                "aligned with \(page) automatically, "
                    + (found.error.map { "error \(Self.words($0)) px" } ?? "by the corners of the sheet")
            )
        }
        let score = found.map { "a score of \(Self.words($0.score, digits: 100))" } ?? "nothing in common"
        throw SourceFault(
            file: "document.json", path: "alignment",
            value: "missing, and \(capture.image) cannot be aligned with \(page) automatically (\(score), "
                + "where \(Self.words(CaptureAligner.leastScore, digits: 100)) is needed)",
            expected: "four pairs [[x, y], [x, y]], each of a point on \(capture.image) and the same point on "
                + "\(page), such as the corners of the sheet")
    }

    private func features(_ place: ImagePlace, _ isCancelled: () -> Bool) throws -> AlignmentFeatures? {
        try images[place].map { try library.alignmentFeatures(of: $0, isCancelled: isCancelled) }
    }

    private static func words(_ number: Double, digits: Double = 10) -> String {
        FaultText.number((number * digits).rounded() / digits)
    }
}
