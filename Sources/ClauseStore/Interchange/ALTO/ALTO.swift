public import Foundation

/// Reads ALTO, the layout of a page's text lines as text recognition writes it, versions 2 to 4.
///
/// Source: https://www.loc.gov/standards/alto/
public enum ALTO {
    /// The largest file that is read, in bytes: 64 MB.
    public static let byteLimit = 64 << 20

    /// The image that an ALTO file describes.
    public struct Image: Hashable, Sendable {
        /// The name of the image's file, without folders.
        public let fileName: String
        /// The width in pixels, after orientation.
        public let width: Int
        /// The height in pixels, after orientation.
        public let height: Int

        /// Makes the description of an image.
        public init(fileName: String, width: Int, height: Int) {
            self.fileName = fileName
            self.width = width
            self.height = height
        }
    }

    /// What came of an ALTO file.
    public struct Result: Sendable {
        /// A document of one page with one clause a text line: `line-1`, `line-2` … in the order of the file.
        ///
        /// The document's language, and that of its texts, is the one that most lines state, or `und`.
        public let document: SourceDocument
        /// What could not be taken over as it was, one line each.
        public let notes: [String]
    }

    /// Reads an ALTO file.
    ///
    /// - Parameters:
    ///   - path: The file; at most ``byteLimit``, without document type declaration.
    ///   - image: The image beside it. Coordinates are scaled from the size that the file states for its page to the
    ///     image's, whatever the unit of measurement.
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The name to show.
    /// - Throws: The fault, with line and column where the XML is wrong.
    /// - Complexity: O(*n*) in the size of the file.
    public static func read(
        _ path: String, image: Image, id: String, title: String
    ) throws(SourceFaults) -> Result {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let bytes: Data?
        do throws(SourceProblem) {
            let folder = try FolderSource(url.deletingLastPathComponent().path, imageSize: nil)
            bytes = try folder.file(url.lastPathComponent, byteLimit: byteLimit)
        } catch {
            throw SourceFaults([SourceFault(file: path, path: "", value: error.value, expected: error.expected)])
        }
        guard let bytes else {
            throw SourceFaults([SourceFault(file: path, path: "", value: "no such file", expected: "an ALTO file")])
        }
        return try read(bytes, file: url.lastPathComponent, image: image, id: id, title: title)
    }

    /// Reads ALTO from memory.
    ///
    /// - Parameters:
    ///   - bytes: The content; at most ``byteLimit``, without document type declaration.
    ///   - file: Its name in faults and notes.
    ///   - image: The image beside it.
    ///   - id: The document's id; see ``Identifier/make(fromFileName:)``.
    ///   - title: The name to show.
    /// - Throws: The fault, with line and column where the XML is wrong.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func read(
        _ bytes: Data, file: String, image: Image, id: String, title: String
    ) throws(SourceFaults) -> Result {
        do throws(ALTOFault) {
            let page = try ALTOParser.parse(bytes)
            var conversion = try ALTOConversion(page, file: file, image: image)
            let document = try conversion.document(id: id, title: title)
            return Result(document: document, notes: conversion.notes)
        } catch {
            switch error {
            case .place(let path, let value, let expected):
                throw SourceFaults([SourceFault(file: file, path: path, value: value, expected: expected)])
            case .source(let faults): throw faults
            }
        }
    }
}

/// Why an ALTO file cannot be read.
enum ALTOFault: Error {
    /// The place, what is there, and what was expected.
    case place(String, value: String, expected: String)
    /// The document made of it does not pass the checks of a source folder: its id, for instance.
    case source(SourceFaults)
}
