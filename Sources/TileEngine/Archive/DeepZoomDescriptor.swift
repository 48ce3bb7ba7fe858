/// The content of a `.dzi` file, which describes a tiled image.
///
/// Format: <https://learn.microsoft.com/en-us/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95)>
public struct DeepZoomDescriptor: Hashable, Sendable {
    /// The native width, in pixels.
    public var width: Int
    /// The native height, in pixels.
    public var height: Int
    /// The side of a tile, in pixels.
    public var tileSize: Int
    /// The number of pixels by which neighbouring tiles overlap.
    public var overlap: Int
    /// The extension of the tiles' names, without its dot.
    public var fileExtension: String

    /// Creates the descriptor of a pyramid.
    public init(pyramid: Pyramid, format: TileFormat) {
        width = pyramid.width
        height = pyramid.height
        tileSize = pyramid.tileSize
        overlap = 0
        fileExtension = format.fileExtension
    }

    /// Parses a descriptor.
    ///
    /// - Parameters:
    ///   - xml: The bytes of the file.
    ///   - path: The path of the archive, for error messages.
    /// - Throws: ``TileEngineError`` of kind `damaged`, which names what is missing or wrong.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(xml: [UInt8], path: String? = nil) throws {
        var image: [String: String]?
        var size: [String: String]?
        var scanner = TagScanner(xml)
        while let tag = try scanner.next(path: path) {
            if tag.name == "Image", image == nil { image = tag.attributes }
            if tag.name == "Size", size == nil { size = tag.attributes }
        }
        guard let image, let size else {
            throw TileEngineError(.damaged, path: path, "has a .dzi without <Image> or <Size>, expected both")
        }
        func number(_ name: String, in attributes: [String: String], atLeast least: Int) throws -> Int {
            let text = attributes[name] ?? ""
            guard let value = Int(text), value >= least else {
                throw TileEngineError(
                    .damaged, path: path,
                    "has a .dzi with the \(name) “\(text.prefix(20))”, expected a whole number from \(least)")
            }
            return value
        }
        width = try number("Width", in: size, atLeast: 1)
        height = try number("Height", in: size, atLeast: 1)
        tileSize = try number("TileSize", in: image, atLeast: 1)
        overlap = try number("Overlap", in: image, atLeast: 0)
        fileExtension = image["Format"] ?? ""
    }

    /// The descriptor as a `.dzi` file.
    public var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(fileExtension)" Overlap="\(overlap)" \
        TileSize="\(tileSize)">
          <Size Width="\(width)" Height="\(height)"/>
        </Image>

        """
    }
}

/// Reads the opening tags of an XML file, which is all that a descriptor consists of.
///
/// Entities and document types are not supported, so no file can cause more work than a single pass.
private struct TagScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next opening tag, or nil at the end.
    mutating func next(path: String?) throws -> (name: String, attributes: [String: String])? {
        while skip(past: "<") {
            if starts(with: "?") {
                guard skip(past: "?>") else { break }
            } else if starts(with: "!--") {
                guard skip(past: "-->") else { break }
            } else if starts(with: "!") {
                throw TileEngineError(.damaged, path: path, "has a .dzi with a document type, expected plain elements")
            } else if starts(with: "/") {
                guard skip(past: ">") else { break }
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func tag() -> (name: String, attributes: [String: String]) {
        let name = word()
        var attributes: [String: String] = [:]
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            let attribute = word()
            guard !attribute.isEmpty else {
                position += 1
                continue
            }
            skipSpace()
            guard starts(with: "=") else { continue }
            position += 1
            skipSpace()
            guard position < bytes.count else { break }
            let quote = bytes[position]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            position += 1
            let start = position
            while position < bytes.count, bytes[position] != quote { position += 1 }
            attributes[attribute] = String(decoding: bytes[start..<position], as: UTF8.self)
            if position < bytes.count { position += 1 }
        }
        return (name, attributes)
    }

    private mutating func word() -> String {
        let start = position
        while position < bytes.count, !" \t\r\n=/>\"'".utf8.contains(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// Advances past the next occurrence of the text; returns false at the end.
    private mutating func skip(past text: StaticString) -> Bool {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }
}
