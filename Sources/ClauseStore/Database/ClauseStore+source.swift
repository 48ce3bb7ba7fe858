extension ClauseStore {
    /// A document as its source files have it, for writing it in other formats.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` where the files are faulty to this version of the
    ///   program.
    /// - Complexity: O(*n*) in the size of the files.
    public func sourceDocument(_ id: String) throws -> SourceDocument {
        try servedVersion(of: id).document()
    }
}
