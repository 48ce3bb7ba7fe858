package import DocumentModel
package import Foundation

/// The reason why a file of a source cannot be read.
package struct SourceProblem: Error {
    package let value: String
    package let expected: String
}

/// Provides the files of a source, from a folder or from memory.
package protocol SourceProvider {
    /// Returns the content of a file, or nil if there is no file with this name.
    func file(_ name: String, byteLimit: Int) throws(SourceProblem) -> Data?

    /// Returns the sorted paths of all text files.
    func textFiles() throws(SourceProblem) -> [String]

    /// Returns the sorted paths of all recordings, their cue files and `about.json`.
    func audioFiles() throws(SourceProblem) -> [String]

    /// Returns the record of a recording, or nil if the file is not one. See ``Recording/record``.
    func recording(_ name: String) throws(SourceProblem) -> SourceFile?

    /// Returns the size of a whole image in pixels, or nil if it is unknown. The page must then state its size.
    ///
    /// - Parameter page: The page within the file, from 1, or nil for the main image.
    func imageSize(_ name: String, page: Int?) throws(SourceProblem) -> (width: Int, height: Int)?

    /// Returns the size of a part of an image in pixels if it is known independently of the whole, otherwise nil.
    func partSize(_ name: String, page: Int?, part: ScanPart) -> (width: Int, height: Int)?
}

extension SourceProvider {
    package func audioFiles() throws(SourceProblem) -> [String] { [] }

    package func recording(_ name: String) throws(SourceProblem) -> SourceFile? {
        try file(name, byteLimit: 4_096).map { SourceFile(name: name, bytes: $0) }
    }

    package func partSize(_ name: String, page: Int?, part: ScanPart) -> (width: Int, height: Int)? { nil }
}

/// A source in memory. Without an image, its pages must state their sizes.
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
