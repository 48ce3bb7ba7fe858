public import DocumentModel

/// An image supplied for a page of a document that comes from another format.
public struct SourceImage: Hashable, Sendable {
    /// The name of the image's file, without folders.
    public let fileName: String
    /// The width in pixels, after orientation.
    public let width: Int
    /// The height in pixels, after orientation.
    public let height: Int

    /// Creates the description of an image.
    public init(fileName: String, width: Int, height: Int) {
        (self.fileName, self.width, self.height) = (fileName, width, height)
    }
}

/// The result of importing a file of another format.
public struct ImportedDocument: Sendable {
    /// The document, validated like a source folder.
    public let document: SourceDocument
    /// What could not be imported unchanged, one line each.
    public let notes: [String]
}
