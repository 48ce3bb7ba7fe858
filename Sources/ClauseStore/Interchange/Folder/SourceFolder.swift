public import Foundation

/// Reads a document's source folder.
public enum SourceFolder {
    /// Reads and checks a source folder as a whole.
    ///
    /// - Parameters:
    ///   - path: The folder, which holds `document.json` and may hold `categories.json`, `clauses.json`,
    ///     `texts/LANGUAGE.json`, images and local SVG icons.
    ///   - imageSize: Gives the width and height in pixels, after orientation, of an image of the folder; what it throws
    ///     becomes a fault of that image. Without it, every page must state its size.
    ///   - isTolerant: Whether what a ``DocumentCheck`` finds is taken as it is: points outside of their page, outlines whose lobes cancel out, and
    ///     categories that there are not or that a clause names twice. Such a document is not to be stored.
    /// - Returns: The document, with every id, reference, coordinate and colour checked.
    /// - Throws: All faults that were found, each with file, place and value.
    /// - Complexity: O(*n*) in the size of the files.
    public static func read(
        _ path: String, imageSize: ((URL) throws -> (width: Int, height: Int))? = nil, isTolerant: Bool = false
    ) throws(SourceFaults) -> SourceDocument {
        let source: FolderSource
        do throws(SourceProblem) {
            source = try FolderSource(path, imageSize: imageSize)
        } catch {
            throw SourceFaults([SourceFault(file: path, path: "", value: error.value, expected: error.expected)])
        }
        return try SourceReader.read(source, isTolerant: isTolerant)
    }
}
