public import DocumentModel

/// An image that is given for a page of a document which comes from another format.
public struct SourceImage: Hashable, Sendable {
    /// The name of the image's file, without folders.
    public let fileName: String
    /// The width in pixels, after orientation.
    public let width: Int
    /// The height in pixels, after orientation.
    public let height: Int

    /// Makes the description of an image.
    public init(fileName: String, width: Int, height: Int) {
        (self.fileName, self.width, self.height) = (fileName, width, height)
    }
}

/// What came of a file of another format.
public struct ImportedDocument: Sendable {
    /// The document, checked like a source folder.
    public let document: SourceDocument
    /// What could not be taken over as it was, one line each.
    public let notes: [String]
}
