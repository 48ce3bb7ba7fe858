public import DocumentModel
public import Foundation

/// Reads a document's source folder.
public enum SourceFolder {
    /// Returns the ids of those paths that are source folders. Unreadable folders are skipped.
    ///
    /// - Complexity: O(*n*) in the sizes of the folders' `document.json`.
    public static func ids(in paths: [String]) -> Set<String> {
        var ids: Set<String> = []
        for path in paths {
            guard let folder = try? FolderSource(path, imageSize: nil),
                let bytes = try? folder.file("document.json", byteLimit: SourceReader.fileLimit),
                let id = (try? JSONParser.parse(bytes))?["id"]?.textValue
            else { continue }
            ids.insert(id)
        }
        return ids
    }

    /// Reads and checks a whole source folder.
    ///
    /// - Parameters:
    ///   - path: The folder. It contains `document.json` and may contain `categories.json`, `clauses.json`,
    ///     `texts/LANGUAGE.json`, `tours.json`, `words.json`, `glossary.json`, `audio/`, images and local SVG icons.
    ///   - imageSize: Returns the width and height in pixels, after orientation, of an image in the folder, or of a
    ///     page of it, by number from 1. Its errors become faults of that image. Without it, every page must state its
    ///     size.
    ///   - isTolerant: Whether to accept what ``DocumentCheck`` reports: points outside their page, outlines whose
    ///     lobes cancel out, and categories that do not exist or that a clause names twice. Such a document must not be
    ///     stored.
    /// - Returns: The document. All ids, references, coordinates and colours have been checked.
    /// - Throws: All faults, each with file, place and value.
    /// - Complexity: O(*n*) in the size of the files.
    public static func read(
        _ path: String, imageSize: ((URL, _ page: Int?) throws -> (width: Int, height: Int))? = nil,
        isTolerant: Bool = false
    ) throws(SourceFaults) -> SourceDocument {
        let source: FolderSource
        do throws(SourceProblem) {
            source = try FolderSource(path, imageSize: imageSize)
        } catch {
            throw SourceFaults(file: path, value: error.value, expected: error.expected)
        }
        return try SourceReader.read(source, isTolerant: isTolerant)
    }
}
