public import DocumentModel

/// The contents of a METS file: pages in order, each with its images and its files of text lines.
public struct METSList: Sendable, Equatable {
    /// A file, identified by the location that METS states.
    public struct File: Sendable, Equatable {
        /// The address as stated in METS.
        public let address: String
        /// The path below the folder of the METS file, or nil if the file is elsewhere.
        public let path: String?
    }

    /// A page.
    public struct Page: Sendable, Equatable {
        /// The name to show.
        public let label: String?
        /// The images, best first.
        public let images: [File]
        /// The files of text lines, best first.
        public let lines: [File]
    }

    /// The maximum number of pages.
    public static let pageLimit = 2_000

    /// The pages, in the order of the structural map. There is at least one.
    public let pages: [Page]
    /// The description of the document.
    public let description: ScanDescription
    /// Notes on what is left out, one line each.
    public let notes: [String]
}

extension RecognisedSource {
    /// Returns the pages of a METS file, or nil for a file of another format.
    ///
    /// - Throws: A fault if the file has no pages.
    /// - Complexity: O(*n* log *n*) in the size of the file.
    public func metsList() throws(SourceFaults) -> METSList? {
        guard format == .mets, case .xml(let root) = content else { return nil }
        var reader = try METSReader(root, file: file)
        return try reader.list()
    }
}
