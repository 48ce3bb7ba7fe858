/// Where an archive's directory is: what has to be read of it before any tile.
public enum ArchiveDirectory {
    /// The bytes from the directory to the archive's end.
    ///
    /// - Throws: ``TileEngineError`` for a file that cannot be read or has no directory.
    /// - Complexity: A read at the file's end.
    public static func range(ofArchive path: String) throws -> Range<Int64> {
        let file = try OpenFile.forReading(path, expected: "an SZI archive")
        return try ZipDirectory(of: file).offset..<file.byteCount()
    }
}
