package import DocumentModel
package import Foundation

/// Why a file of a source cannot be had.
package struct SourceProblem: Error {
    package let value: String
    package let expected: String
}

/// Where the files of a source come from: a folder, or memory.
package protocol SourceProvider {
    /// The content of a file; nil when there is none of this name.
    func file(_ name: String, byteLimit: Int) throws(SourceProblem) -> Data?

    /// The names, with folder, of all files of texts, sorted.
    func textFiles() throws(SourceProblem) -> [String]

    /// The names, with folders, of all recordings, files of cues and what is said of them, sorted.
    func audioFiles() throws(SourceProblem) -> [String]

    /// The record of a recording; nil for what is none. See ``Recording/record``.
    func recording(_ name: String) throws(SourceProblem) -> SourceFile?

    /// The size of a whole image in pixels; nil when it cannot be told, and then the page must state it.
    ///
    /// - Parameter page: The page within the file, from 1; nil for the main image.
    func imageSize(_ name: String, page: Int?) throws(SourceProblem) -> (width: Int, height: Int)?

    /// The size of a part of an image in pixels, where it is known without that of the whole; nil where it is not.
    func partSize(_ name: String, page: Int?, part: ScanPart) -> (width: Int, height: Int)?
}

extension SourceProvider {
    package func audioFiles() throws(SourceProblem) -> [String] { [] }

    package func recording(_ name: String) throws(SourceProblem) -> SourceFile? {
        try file(name, byteLimit: 4_096).map { SourceFile(name: name, bytes: $0) }
    }

    package func partSize(_ name: String, page: Int?, part: ScanPart) -> (width: Int, height: Int)? { nil }
}

/// A source in memory. Where it has no image, its pages state their sizes.
struct MemorySource: SourceProvider {
    let files: [SourceFile]
    var image: SourceImage?

    func file(_ name: String, byteLimit: Int) throws(SourceProblem) -> Data? {
        files.first { $0.name == name }?.bytes
    }

    func textFiles() throws(SourceProblem) -> [String] {
        files.map(\.name).filter { $0.hasPrefix("texts/") }.sorted()
    }

    func imageSize(_ name: String, page: Int?) throws(SourceProblem) -> (width: Int, height: Int)? {
        image.map { ($0.width, $0.height) }
    }
}
