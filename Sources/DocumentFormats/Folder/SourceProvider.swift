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

/// A source in memory. Pages whose image has no known size must state theirs.
package struct MemorySource: SourceProvider {
    /// A part of an image file, or of a page of it.
    package struct Image: Hashable {
        let name: String
        let page: Int?
        let part: ScanPart

        package init(name: String, page: Int? = nil, part: ScanPart = .whole) {
            (self.name, self.page, self.part) = (name, page, part)
        }
    }

    private let files: [SourceFile]
    private let sizes: [Image: (width: Int, height: Int)]

    package init(files: [SourceFile], sizes: [Image: (width: Int, height: Int)]) {
        (self.files, self.sizes) = (files, sizes)
    }

    init(files: [SourceFile], images: [SourceImage] = []) {
        let sizes = images.map { (Image(name: $0.fileName), (width: $0.width, height: $0.height)) }
        self.init(files: files, sizes: Dictionary(sizes) { first, _ in first })
    }

    package func file(_ name: String, byteLimit: Int) throws(SourceProblem) -> Data? {
        files.first { $0.name == name }?.bytes
    }

    package func textFiles() throws(SourceProblem) -> [String] { names(below: "texts/") }

    package func audioFiles() throws(SourceProblem) -> [String] { names(below: RecordingLimits.folder) }

    private func names(below folder: String) -> [String] {
        files.map(\.name).filter { $0.hasPrefix(folder) }.sorted()
    }

    package func recording(_ name: String) throws(SourceProblem) -> SourceFile? {
        files.first { $0.name == name }
    }

    package func imageSize(_ name: String, page: Int?) throws(SourceProblem) -> (width: Int, height: Int)? {
        sizes[Image(name: name, page: page)]
    }

    package func partSize(_ name: String, page: Int?, part: ScanPart) -> (width: Int, height: Int)? {
        sizes[Image(name: name, page: page, part: part)]
    }
}
