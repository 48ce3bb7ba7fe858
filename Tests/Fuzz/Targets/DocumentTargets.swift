import Foundation
import ImageGeometry

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// A small document, into which and against which input is read.
enum Sample {
    static let files: [SourceFile] = [
        file(
            "document.json",
            #"{"id":"a","title":{"en":"A"},"language":"la","languages":["en","fr"],"pages":[{"width":100,"height":100}]}"#
        ),
        file("categories.json", #"[{"id":"church","label":{"en":"Church"}},{"id":"trade","label":"Trade"}]"#),
        file(
            "clauses.json",
            #"[{"id":"1","number":"I","categories":["church"],"regions":[{"page":1,"polygon":[[0,0],[50,0],[50,50]]}]},"#
                + #"{"id":"2","categories":["trade"],"regions":[{"page":1,"polygon":[[50,50],[90,50],[90,90]]}]}]"#),
        file(
            "texts/en.json",
            #"{"1":{"title":"The church","translation":"Shall be free, and have its rights","context":"Ἐκκλησία 教會"},"#
                + #""2":{"title":"Merchants","translation":"Shall go about safely"}}"#),
        file("texts/la.json", #"{"1":{"transcription":"quod Anglicana ecclesia libera sit"}}"#),
    ]

    static let document: SourceDocument = {
        do {
            let image = SourceImage(fileName: "page.png", width: 100, height: 100)
            return try SourceReader.read(MemorySource(files: files, images: [image]))
        } catch {
            fatalError("\(error)")
        }
    }()

    private static func file(_ name: String, _ text: String) -> SourceFile {
        SourceFile(name: name, bytes: Data(text.utf8))
    }
}

extension FuzzTarget {
    static let documents = [
        FuzzTarget(name: "folder") { readFolder($0) },
        FuzzTarget(name: "alto") { readLines($0) },
        FuzzTarget(name: "page") { readLines($0) },
        FuzzTarget(name: "geojson") { readFile($0) },
        FuzzTarget(name: "annotations") { readFile($0) },
        FuzzTarget(name: "manifest") { readFile($0) },
        FuzzTarget(name: "tei") { readEdition($0) },
        FuzzTarget(name: "mets") { readList($0) },
    ]

    private static let image = SourceImage(fileName: "page.png", width: 1000, height: 800)

    // MARK: Source folders

    /// Description, categories, clauses and texts, separated by zero bytes.
    private static func readFolder(_ bytes: UnsafeRawBufferPointer) {
        let names = ["document.json", "clauses.json", "categories.json", "texts/en.json"]
        let files = zip(names, bytes.parts(names.count)).map { SourceFile(name: $0, bytes: $1) }
        _ = try? SourceReader.read(MemorySource(files: files, images: [image]), isTolerant: true)
        guard let document = try? SourceReader.read(MemorySource(files: files, images: [image])) else { return }
        checkWritten(document)
    }

    // MARK: Lines

    /// A file of lines, optionally followed by a zero byte and a table of clauses.
    private static func readLines(_ bytes: UnsafeRawBufferPointer) {
        let parts = bytes.parts(2)
        let table = parts.count > 1 ? LineTable(bytes: parts[1], file: "clauses.csv") : nil
        guard
            let read = try? LineFile.read(
                parts[0], file: "lines.xml", image: image, clauses: table, id: "lines", title: "Lines")
        else { return }
        let document = read.document
        for polygon in document.clauses.flatMap(\.regions).map(\.polygon) {
            let box = polygon.bounds
            require(box.x >= 0 && box.y >= 0 && box.maxX <= 1000 && box.maxY <= 800, "\(box) is outside of the image")
        }
        for format in LayoutFormat.allCases {
            for file in document.layout(as: format, date: Date(timeIntervalSince1970: 0)).files {
                do {
                    let readBack = try LineFile.read(
                        file.bytes, file: file.name, image: image, id: "lines", title: "Lines")
                    let (ids, expected) = (readBack.document.clauses.map(\.id), document.clauses.map(\.id))
                    require(ids.sorted() == expected.sorted(), "\(format): \(expected) is read back as \(ids)")
                } catch {
                    fatalError("\(format) is not read back: \(error)")
                }
            }
        }
    }

    // MARK: Files of other programs

    private static func readFile(_ bytes: UnsafeRawBufferPointer) {
        guard let source = try? RecognisedSource.recognise(bytes.data, path: "a/source.json") else { return }
        _ = try? source.read(images: [1: image])
        _ = try? source.read(images: [1: image], captures: [CaptureName(page: 1, id: "uv"): image])
        guard let document = try? source.read().document else { return }
        checkWritten(document)
    }

    // MARK: Editions

    private static func readEdition(_ bytes: UnsafeRawBufferPointer) {
        guard let source = try? RecognisedSource.recognise(bytes.data, path: "a/edition.xml") else { return }
        for name in (try? source.namedImages()) ?? [] {
            require(name.paths.allSatisfy(isBelow), "\(name) leaves the folder")
        }
        _ = try? source.read(images: [1: image], captures: [CaptureName(page: 1, id: "uv"): image])
        guard let document = try? source.read().document else { return }
        for region in document.clauses.flatMap(\.regions) {
            let (page, box) = (document.pages[region.page - 1], region.polygon.bounds)
            let isInside = box.x >= 0 && box.y >= 0 && box.maxX <= Double(page.width) && box.maxY <= Double(page.height)
            require(isInside, "\(box) is outside of page \(region.page)")
        }
        checkWritten(document)
        let readBack = try? RecognisedSource.recognise(TEIWriter(document).edition(), path: "a/edition.xml").read()
            .document
        require(
            readBack?.texts == document.texts, "the texts \(document.texts) are read back as \(readBack?.texts ?? [:])")
    }

    private static func readList(_ bytes: UnsafeRawBufferPointer) {
        guard let list = try? RecognisedSource.recognise(bytes.data, path: "a/mets.xml").metsList() else { return }
        require((1...METSList.pageLimit).contains(list.pages.count), "\(list.pages.count) pages")
        for file in list.pages.flatMap({ $0.images + $0.lines }) {
            require(file.path.map(isBelow) ?? true, "\(file) leaves the folder")
        }
        require(list.description.id.map(Identifier.isValid) ?? true, "the id \(list.description.id ?? "")")
        require(
            list.description.rights.map(ScanDescription.isRights) ?? true, "the rights \(list.description.rights ?? "")"
        )
    }

    private static func isBelow(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.isEmpty && !parts.contains("..") && !parts.contains("") && !path.utf8.contains(0)
    }

    /// A document is written and read back with the same clauses.
    private static func checkWritten(_ document: SourceDocument) {
        do {
            let geoJSON = try GeoJSONWriter(document).collection()
            try check(geoJSON, is: document, "GeoJSON")
            let writer = PresentationWriter(document, base: "https://example.org", images: [:])
            try check(writer.manifest(), is: document, "the manifest")
            _ = Presentation2Writer(writer).manifest()
            _ = writer.annotations()
            try check(TEIWriter(document).edition(), is: document, "TEI")
        } catch {
            fatalError("\(error)")
        }
    }

    private static func check(_ bytes: Data, is document: SourceDocument, _ form: String) throws {
        let readBack = try RecognisedSource.recognise(bytes, path: "a/source").read().document
        require(
            readBack.clauses.map(\.id) == document.clauses.map(\.id),
            "\(form) has \(readBack.clauses.map(\.id)) for \(document.clauses.map(\.id))")
        // A hole outside its ring becomes a separate region in a drawing, which does not record what a hole belongs to.
        let hasHoles = document.clauses.flatMap(\.regions).contains { !$0.polygon.holes.isEmpty }
        require(
            (hasHoles && form == "the manifest") || readBack.clauses.map(\.regions) == document.clauses.map(\.regions),
            "\(form) has other regions:\n\(String(decoding: bytes, as: UTF8.self))")
    }
}
