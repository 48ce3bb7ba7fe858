public import DocumentModel

/// An image that a file of another format names for one of its pages, with candidate paths relative to that file.
public struct NamedImage: Hashable, Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// The id of the capture, or nil for the page's own image.
    public let capture: String?
    /// Paths below the file's folder, best first. Images stored elsewhere are not included.
    public let paths: [String]
    /// The address as written in the file, for notes.
    public let address: String

    package init(page: Int, capture: String? = nil, paths: [String], address: String) {
        (self.page, self.capture, self.paths, self.address) = (page, capture, paths, address)
    }
}

extension RecognisedSource {
    /// Returns the images that a TEI edition names for its pages. Empty for formats that refer to images by web
    /// address.
    ///
    /// - Throws: The fault of a surface that cannot be read.
    /// - Complexity: O(*n*) in the size of the file.
    public func namedImages() throws(SourceFaults) -> [NamedImage] {
        guard format == .tei, case .xml(let root) = content else { return [] }
        var notes = ImportNotes()
        let surfaces = try TEIReader(root, path: path, id: nil).surfaces(&notes)
        return surfaces.flatMap { surface -> [NamedImage] in
            let captures = surface.graphics.filter(\.isCapture)
            guard captures.isEmpty else {
                return captures.enumerated().map { place, graphic in
                    NamedImage(
                        page: surface.number, capture: place == 0 ? nil : graphic.id,
                        paths: graphic.paths, address: graphic.url)
                }
            }
            // Thumbnails come last.
            let graphics = surface.graphics.filter { !$0.isReduced } + surface.graphics.filter(\.isReduced)
            guard let first = graphics.first else { return [] }
            return [NamedImage(page: surface.number, paths: graphics.flatMap(\.paths), address: first.url)]
        }
    }
}
