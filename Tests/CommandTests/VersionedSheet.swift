import DocumentLibrary
import Foundation
import TestSupport

/// A document of one page that shows everywhere which version is served: in its title, in the texts of its clauses, and
/// by the colour of its scan.
enum VersionedSheet {
    /// Addresses whose responses show the version, each more than once.
    static let addresses = [
        "/api/documents/sheet", "/api/documents", "/api/documents/sheet/clauses?lang=en",
        "/api/documents/sheet/at?x=50&y=50", "/iiif/presentation/3/sheet/manifest.json",
        "/iiif/presentation/3/sheet/annotations.json", "/documents/sheet?plain", "/api/search?q=reads",
    ]
    /// Addresses whose bytes depend on the version: a stored tile, a rendered one, and a clause cut out.
    static let pictures = [
        "/dzi/sheet-1_files/8/0_0.jpg", "/tiles/sheet-1/0/0/0.jpg", "/dzi/sheet-1_files/10/1_1.jpg",
        "/api/documents/sheet/clauses/c1/image.png",
    ]

    /// Writes the source folder of a version and adds it to a library, which is created if necessary.
    static func add(version: Int, to library: String, in scratch: Scratch) throws {
        let name = "sheet-\(version)"
        try scratch.write(
            """
            {"id": "sheet", "title": {"en": "This is version-\(version)."}, "language": "la", "languages": ["en"],
             "status": "published", "pages": [{"image": "scan.tif"}]}
            """, to: "\(name)/document.json")
        let clauses = (1...8).map { number in
            """
            {"id": "c\(number)", "number": "\(number)", "categories": [], "regions": [{"page": 1,
             "polygon": [[10, 10], [290, 10], [290, 290], [10, 290]]}]}
            """
        }
        try scratch.write("[\(clauses.joined(separator: ","))]", to: "\(name)/clauses.json")
        let texts = (1...8).map { #""c\#($0)": {"title": "It reads version-\#(version)."}"# }
        try scratch.write("{\(texts.joined(separator: ","))}", to: "\(name)/texts/en.json")
        var pixels: [UInt8] = []
        let shade = UInt8(truncatingIfNeeded: version &* 37)
        for _ in 0..<300 * 300 { pixels += [shade, 255 - shade, 128] }
        let scan = PlainTIFF.bytes(width: 300, height: 300, pixels: pixels)
        try Data(scan).write(to: scratch.folder.appending(path: "\(name)/scan.tif"))
        _ = try Library(path: scratch.path(library), access: .write).add(.folder(scratch.path(name)))
    }

    /// Returns the versions that a response mentions.
    static func versions(in text: String) -> Set<Int> {
        Set(text.split(separator: "version-").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) })
    }
}
