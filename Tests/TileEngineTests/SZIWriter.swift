@testable import TileEngine

/// Writes an archive of arbitrary bytes as tiles, in the given order, in the same way as ``Slicer``.
struct SZIWriter: ~Copyable {
    private let names: EntryNames
    private var archive: StripArchive

    /// - Parameter position: The offset of the archive, after a hole that takes no space.
    init(path: String, stem: String = "out", pyramid: Pyramid, format: TileFormat, position: Int64 = 0) throws {
        let descriptor = DeepZoomDescriptor(pyramid: pyramid, format: format)
        names = EntryNames(stem: stem, fileExtension: descriptor.fileExtension)
        archive = StripArchive(
            file: try OpenFile.creating(path), destination: path, names: names, descriptor: descriptor,
            position: position)
    }

    mutating func append(_ bytes: [UInt8], at address: TileAddress) throws {
        var chunk = TileChunk(first: address)
        try bytes.withUnsafeBytes { try chunk.append($0, named: names.tile(address)) }
        try archive.append(chunk)
    }

    consuming func finish() throws { try archive.finish() }
}
