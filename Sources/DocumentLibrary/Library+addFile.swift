import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TileEngine

extension Library {
    /// Creates a document from a file of another format, and opens the scans given for its pages. Decodes no pixels.
    static func readFile(
        _ file: RecognisedSource, annotations: [RecognisedSource], images: [Int: String],
        captures: [CaptureName: String], id: String?, _ opener: PageOpener
    ) throws -> ReadSource {
        let names = [file.idOfName] + [images[1]].compactMap(\.self).map { Identifier.make(fromFileName: $0) }
        var notes: [String] = []
        let (images, captures) = try beside(file, images: images, captures: captures, &notes)
        func scan(_ page: Int, _ path: String) throws -> PageScan {
            let found = try opener.pages(of: path)
            notes += found.notes
            if found.pages.count > 1 {
                notes.append("\(path): \(found.pages.count) pages, of which the first is taken for page \(page)")
            }
            return PageScan(page: page, path: path, scan: found.pages[0].scan)
        }
        let scans = try images.sorted { $0.key < $1.key }.map { try scan($0, $1) }
        let further = try captures.sorted { $0.key < $1.key }.map { ($0, try scan($0.page, $1)) }
        let givenImages = Dictionary(scans.map { ($0.page, $0.sourceImage) }) { first, _ in first }
        let givenCaptures = Dictionary(further.map { ($0, $1.sourceImage) }) { first, _ in first }
        func made(_ id: String?) throws -> ImportedDocument {
            try file.read(id: id, images: givenImages, captures: givenCaptures, annotations: annotations)
        }
        let result = try made(id)
        let places = further.compactMap { name, scan -> PageScan? in
            let page = result.document.pages.first { $0.number == name.page }
            guard let place = page?.captures.firstIndex(where: { $0.id == name.id }) else { return nil }
            var scan = scan
            scan.capture = place
            return scan
        }
        var read = ReadSource(document: result.document, scans: scans + places, notes: notes + result.notes)
        if names.contains(read.document.id) {
            read.derived = DerivedID(isOfName: true) { try made($0).document }
        }
        return read
    }

    /// Returns the given images, and images beside the file that it names.
    ///
    /// A page for which an image is given has only the captures that are given too.
    private static func beside(
        _ file: RecognisedSource, images: [Int: String], captures: [CaptureName: String], _ notes: inout [String]
    ) throws -> (images: [Int: String], captures: [CaptureName: String]) {
        var (images, captures) = (images, captures)
        let given = Set(images.keys)
        var missing: [NamedImage] = []
        for image in try file.namedImages() where !given.contains(image.page) {
            let name = image.capture.map { CaptureName(page: image.page, id: $0) }
            if let name, captures[name] != nil { continue }
            guard let path = image.paths.lazy.compactMap({ Self.path($0, beside: file.path) }).first else {
                missing.append(image)
                continue
            }
            if let name { captures[name] = path } else { images[image.page] = path }
        }
        if let first = missing.first {
            let more = missing.count > 1 ? " (\(missing.count) images, first this one)" : ""
            notes.append(
                "\(file.path): the image \(FaultText.quoted(first.address)) of page \(first.page) is not beside it\(more); "
                    + "--image \(first.page)=FILE gives one")
        }
        return (images, captures)
    }

    /// Creates a document from the images and text lines that a METS file lists.
    static func readList(
        _ list: METSList, of file: RecognisedSource, images: [Int: String], id: String?, _ opener: PageOpener
    ) throws -> ReadSource {
        if let page = images.keys.sorted().first(where: { !list.pages.indices.contains($0 - 1) }) {
            throw LibraryError.useless(
                "--image \(page)=…", reason: "does not apply to \(file.path), expected pages 1 to \(list.pages.count)")
        }
        var unread: [METSList.File] = []
        let files = try list.pages.enumerated().map { position, page -> ScanFile in
            let image = try images[position + 1] ?? Self.image(of: page, position + 1, file.path)
            let lines = page.lines.lazy.compactMap { $0.path.flatMap { Self.path($0, beside: file.path) } }.first
            if lines == nil, let first = page.lines.first {
                guard first.path == nil else {
                    throw LibraryError.file(
                        file.path,
                        reason:
                            "page \(position + 1) has its text lines in \(FaultText.quoted(first.address)), which is not "
                            + "beside it, expected that file")
                }
                unread.append(first)
            }
            return (image, page.label, lines.map { .file($0, clauses: nil) })
        }
        var description = list.description
        description.id = id ?? description.id
        var read = try readScans(files, name: file.idOfName + ".", description, opener)
        read.notes = list.notes + read.notes
        if let first = unread.first {
            read.notes.append(
                "\(file.path): text lines that are elsewhere are left out (\(unread.count) pages, first "
                    + "\(FaultText.plain(first.address, limit: 120)))")
        }
        return read
    }

    private static func image(of page: METSList.Page, _ number: Int, _ file: String) throws -> String {
        if let path = page.images.lazy.compactMap({ $0.path.flatMap { Self.path($0, beside: file) } }).first {
            return path
        }
        let expected = "expected a file beside it, or --image \(number)=FILE"
        guard let first = page.images.first(where: { $0.path != nil }) ?? page.images.first else {
            throw LibraryError.file(file, reason: "page \(number) has no image, \(expected)")
        }
        let address = FaultText.quoted(first.address)
        throw LibraryError.file(
            file,
            reason: first.path == nil
                ? "page \(number) has its image at \(address), and nothing is fetched, \(expected)"
                : "page \(number) has the image \(address), which is not beside it, \(expected)")
    }

    /// Returns the path of a file below the folder of another file.
    ///
    /// - Parameters:
    ///   - path: The path relative to that folder, without `..`.
    ///   - file: The other file.
    /// - Returns: The resolved path, or nil if the file does not exist or a link leads outside the folder.
    private static func path(_ path: String, beside file: String) -> String? {
        let folder = URL(fileURLWithPath: file).resolvingSymlinksInPath().deletingLastPathComponent()
        let found = folder.appendingPathComponent(path).resolvingSymlinksInPath()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: found.path, isDirectory: &isFolder), !isFolder.boolValue,
            found.path.hasPrefix(folder.path == "/" ? "/" : folder.path + "/")
        else { return nil }
        return found.path
    }
}
