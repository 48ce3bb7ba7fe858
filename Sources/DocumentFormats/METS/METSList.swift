public import DocumentModel

/// What a METS file lists: pages in their order, each with the files of its image and of its text lines.
public struct METSList: Sendable, Equatable {
    /// A file, by where METS says it is.
    public struct File: Sendable, Equatable {
        /// The address as METS has it.
        public let address: String
        /// The path below the folder of the METS file; nil for what is elsewhere.
        public let path: String?
    }

    /// A page.
    public struct Page: Sendable, Equatable {
        /// The name to show.
        public let label: String?
        /// Its images, the best one first.
        public let images: [File]
        /// Its files of text lines, the best one first.
        public let lines: [File]
    }

    /// The most pages.
    public static let pageLimit = 2_000

    /// The pages, in the order of the structural map; at least one.
    public let pages: [Page]
    /// What is said of the document.
    public let words: ScanWords
    /// What is left out, one line each.
    public let notes: [String]
}

extension RecognisedSource {
    /// The pages of a METS file; nil for a file of another format.
    ///
    /// - Throws: The fault of a file without pages.
    /// - Complexity: O(*n* log *n*) in the size of the file.
    public func metsList() throws(SourceFaults) -> METSList? {
        guard format == .mets, case .xml(let root) = content else { return nil }
        var reader = try METSReader(root, file: file)
        return try reader.list()
    }
}
