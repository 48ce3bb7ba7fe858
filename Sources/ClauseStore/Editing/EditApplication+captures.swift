import DocumentFormats
import DocumentModel
import Foundation

/// Checks of page images and captures, and their use of scans.
extension EditApplication {
    func check(_ image: PageImage, of path: FieldPath) throws {
        guard try fields.image(image) == nil else { return }
        throw EditFault(
            path: path.description, value: image.json.compactText,
            expected: "a scan that was uploaded for the document, or a part of it that was requested")
    }

    /// Throws if an edit changes a page's image without restating the alignments of its captures, which refer to that
    /// image.
    func checkCapturesFollow(page number: Int, _ change: EditOperation) throws {
        let path = FieldPath.page(number, .captures)
        let captures = try PageCaptures(newValue(of: path))?.entries.dropFirst() ?? []
        guard !captures.isEmpty else { return }
        guard newValues[path] != nil, change.after != .null, captures.allSatisfy({ $0.alignment != nil }) else {
            throw EditFault(
                path: change.path.description, value: "another image of a page that has other captures",
                expected: "an alignment of each to it, in \(path) of the same edit")
        }
    }

    func checkCaptures(ofPage number: Int, _ change: EditOperation) throws {
        let path = change.path
        try FieldValue.check(change.after, of: path, page: nil, limits: limits)
        guard let captures = PageCaptures(change.after) else { return }
        let image = FieldPath.page(number, .image)
        guard try newValue(of: image) != .null,
            let page = try fields.size(ofPage: number, after: newValues)
        else {
            throw EditFault(path: path.description, value: "captures of a page without an image", expected: "none")
        }
        for (position, capture) in captures.entries.enumerated() {
            guard let image = capture.image else { continue }
            try check(image, of: path)
            guard let alignment = capture.alignment, let stored = try fields.image(image)?.stored else { continue }
            guard alignment.covers(page: page, capture: (stored.width, stored.height)) else {
                throw EditFault(
                    path: "\(path)[\(position)].alignment", value: alignment.json.compactText,
                    expected:
                        "four pairs of points by which all of the capture and of the page lie in front of the camera")
            }
        }
    }

    /// Records the use of scans and uploaded recordings. The retention of an unused scan starts when a page last
    /// started or stopped showing it; that of an unused recording when an edit last set, replaced or removed it.
    func noteUse(of changes: [EditOperation], at date: Date) throws {
        for change in changes {
            let values = [change.before, change.after]
            let scans: [String] =
                switch change.path {
                case .page(_, .image): values.compactMap { PageImage($0)?.scan }
                case .page(_, .captures):
                    values.flatMap { PageCaptures($0)?.entries.compactMap(\.image?.scan) ?? [] }
                default: []
                }
            for scan in scans { try ScanRows(fields.database).touch(scan, of: fields.document, at: date) }
            guard case .recording(_, _, .existence) = change.path else { continue }
            for recording in values.compactMap({ Recording(path: "", value: $0) }) {
                try RecordingRows(fields.database).touch(recording.fileName, of: fields.document, at: date)
            }
        }
    }
}
