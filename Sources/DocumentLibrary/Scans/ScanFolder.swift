import ClauseStore
import DocumentFormats
import FileSupport
import Foundation
import TileEngine

/// The contents of a folder of scans: images, the files of text lines that belong to them, and files that are ignored.
struct ScanFolder {
    /// An image, and the file of text lines with the same name.
    struct Page {
        let image: String
        let lines: String?
    }

    /// The maximum number of images in a folder, and of pages in a file.
    static let pageLimit = 2_000
    /// The maximum number of names in a note.
    private static let namesShown = 20
    /// The usual extensions of images. A file with such a name but no image content is a damaged scan, which must not
    /// be ignored.
    private static let imageSuffixes: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "apng", "tif", "tiff", "ptif", "webp", "heic", "heif", "avif", "jp2", "j2k", "jpx",
        "jpf", "jxl", "gif", "bmp", "pnm", "ppm", "pgm", "pbm", "pfm",
    ]

    /// The images in natural order.
    let pages: [Page]
    /// Notes on what is left out, and why.
    let notes: [String]

    /// Reads a folder.
    ///
    /// - Throws: ``LibraryError`` if the folder cannot be read or has more than ``pageLimit`` images.
    /// - Complexity: O(*n* log *n*) in the number of files, of which only the beginnings are read.
    init(_ folder: String) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: NaturalOrder.isBefore)
        } catch {
            throw LibraryError.file(folder, reason: SystemError.text(of: error))
        }
        var (images, lines): ([String], [String]) = ([], [])
        var leftOut: [(reason: String, names: [String])] = []
        func leave(_ name: String, _ reason: String) {
            if let place = leftOut.firstIndex(where: { $0.reason == reason }) {
                leftOut[place].names.append(name)
            } else {
                leftOut.append((reason, [name]))
            }
        }
        for name in names {
            let path = folder + "/" + name
            switch Self.kind(of: name, at: path) {
            case .image: images.append(name)
            case .lines: lines.append(name)
            case .other(let reason): leave(name, reason)
            }
        }
        guard images.count <= Self.pageLimit else {
            throw LibraryError.file(
                folder, reason: "holds \(images.count) images, expected at most \(Self.pageLimit) for one document")
        }
        var free = Set(lines)
        pages = images.map { image in
            let stem = (image as NSString).deletingPathExtension
            let found = ["xml", "XML", "alto.xml", "page.xml"].lazy.map { "\(stem).\($0)" }.first(where: free.contains)
            if let found { free.remove(found) }
            return Page(image: image, lines: found)
        }
        for name in lines where free.contains(name) { leave(name, "text lines without an image of that name") }
        let twins = Dictionary(grouping: images) { ($0 as NSString).deletingPathExtension }.values
            .filter { $0.count > 1 }
        notes =
            leftOut.map { "\(folder): left out, \($0.reason): \(Self.list($0.names))" }
            + twins.sorted { NaturalOrder.isBefore($0[0], $1[0]) }.map {
                "\(folder): \(Self.list($0)) differ only in their suffixes; each is a page"
            }
    }

    /// Whether a folder is a folder of scans: it has an image, and none of the files that only source folders have.
    static func isOne(_ folder: String) -> Bool {
        let words = ["document.json", "clauses.json", "categories.json"]
        guard !words.contains(where: { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return false }
        return names.contains { name in
            if case .image = kind(of: name, at: folder + "/" + name) { true } else { false }
        }
    }

    private enum Kind {
        case image, lines
        case other(String)
    }

    private static func kind(of name: String, at path: String) -> Kind {
        if name.hasPrefix(".") { return .other("hidden") }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            return .other("a folder")
        }
        switch ScanFormat(ofFile: path) {
        case .pdf?: return .other("a PDF, which is a document of its own")
        case .some: return .image
        case nil: break
        }
        let suffix = (name as NSString).pathExtension.lowercased()
        if imageSuffixes.contains(suffix) { return .image }
        guard suffix == "xml" else { return .other("not an image") }
        return (try? LineFile.isLineFile(path)) == true ? .lines : .other("neither ALTO nor PAGE XML")
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count - namesShown
        return names.prefix(namesShown).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
