public import DocumentModel
public import Foundation

/// Reads a document's source folder.
public enum SourceFolder {
    /// The ids that those of the paths state which are source folders. What cannot be read has none here.
    ///
    /// - Complexity: O(*n*) in the sizes of the folders' `document.json`.
    public static func ids(in paths: [String]) -> Set<String> {
        var ids: Set<String> = []
        for path in paths {
            guard let folder = try? FolderSource(path, imageSize: nil),
                let bytes = try? folder.file("document.json", byteLimit: SourceReader.fileLimit),
                case .object(let members)? = try? JSONParser.parse(bytes),
                case .string(let id)? = members.first(where: { $0.key == "id" })?.value
            else { continue }
            ids.insert(id)
        }
        return ids
    }

    /// Reads and checks a source folder as a whole.
    ///
    /// - Parameters:
    ///   - path: The folder, which holds `document.json` and may hold `categories.json`, `clauses.json`,
    ///     `texts/LANGUAGE.json`, `tours.json`, `glossary.json`, images and local SVG icons.
    ///   - imageSize: Gives the width and height in pixels, after orientation, of an image of the folder; what it throws
    ///     becomes a fault of that image. Without it, every page must state its size.
    ///   - pageSize: Gives the size of a page of an image's file that has several, by number from 1.
    ///   - isTolerant: Whether what a ``DocumentCheck`` finds is accepted: points outside their page, outlines whose
    ///     lobes cancel out, and
    ///     categories that there are not or that a clause names twice. Such a document is not to be stored.
    /// - Returns: The document, with every id, reference, coordinate and colour checked.
    /// - Throws: All faults that were found, each with file, place and value.
    /// - Complexity: O(*n*) in the size of the files.
    public static func read(
        _ path: String, imageSize: ((URL) throws -> (width: Int, height: Int))? = nil,
        pageSize: ((URL, Int) throws -> (width: Int, height: Int))? = nil, isTolerant: Bool = false
    ) throws(SourceFaults) -> SourceDocument {
        let source: FolderSource
        do throws(SourceProblem) {
            source = try FolderSource(path, imageSize: imageSize, pageSize: pageSize)
        } catch {
            throw SourceFaults([SourceFault(file: path, path: "", value: error.value, expected: error.expected)])
        }
        return try SourceReader.read(source, isTolerant: isTolerant)
    }
}
