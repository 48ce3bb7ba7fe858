import DocumentFormats
import DocumentModel

/// Checks of page images and captures.
extension EditApplication {
    func check(_ image: PageImage, of path: FieldPath) throws {
        guard try fields.image(image) == nil else { return }
        throw EditFault(
            path: path.description, value: image.json.compactText,
            expected: "a scan that was uploaded for the document, or a part of it that was asked for")
    }

    /// Throws if an edit changes a page's image without restating the alignments of its captures, which refer to that
    /// image.
    func checkCapturesFollow(page number: Int, _ change: EditOperation) throws {
        let path = FieldPath.page(number, .captures)
        let captures = try PageCaptures(newValues[path] ?? fields.value(of: path))?.entries.dropFirst() ?? []
        guard !captures.isEmpty else { return }
        guard newValues[path] != nil, change.after != .null, captures.allSatisfy({ $0.alignment != nil }) else {
            throw EditFault(
                path: change.path.description, value: "another image of a page on which other captures lie",
                expected: "one with an alignment of each on it, in \(path) of the same edit")
        }
    }

    func checkCaptures(ofPage number: Int, _ change: EditOperation) throws {
        let path = change.path
        try FieldValue.check(change.after, of: path, page: nil, limits: limits)
        guard let captures = PageCaptures(change.after) else { return }
        let image = FieldPath.page(number, .image)
        guard try (newValues[image] ?? fields.value(of: image)) != .null,
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
                    expected: "four pairs of points by which all of the capture and of the page lie before the camera")
            }
        }
    }
}
