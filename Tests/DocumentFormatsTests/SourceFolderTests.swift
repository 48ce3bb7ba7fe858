import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import ImageGeometry
import TestSupport
import Testing

@Suite struct SourceFolderTests {
    @Test func `a whole folder is read`() throws {
        let document = try SourceFixture().read()
        #expect(document.id == "psalter")
        #expect(document.header.title.text(in: "fr") == "Un psautier")
        #expect(document.header.holder == "A library")
        #expect(document.header.credits == ["en": "Ada", "fr": "Zoé"])
        #expect(document.header.palette?.overlays == ["#112233", "#445566"])
        #expect(document.categories.map(\.id) == ["church", "money", "hidden"])
        #expect(document.categories.map(\.includedInAll) == [true, true, false])
        #expect(document.clauses.map(\.id) == ["preamble", "2", "1", "3", "seal", "note"])
        #expect(document.clauses[4].regions[0].polygon.holes.count == 1)
        #expect(document.clauses[3].regions[1].polygon.outer[0] == Point(x: 10.5, y: 10.25))
        #expect(document.texts["la"]?["1"]?.transcription == "Quod ecclesia libera sit")
        #expect(document.texts["fr"]?.count == 3)
    }

    @Test func `a page takes its size from the image, and a blank one states it`() throws {
        let pages = try SourceFixture().read(imageSize: { _, _ in (1000, 800) }).pages
        #expect(pages.map(\.width) == [1000, 500])
        #expect(pages.map(\.image) == ["scan.png", nil])
        #expect(pages[0].pixelsPerMillimetre == 11.8)
        #expect(pages[1].label?.text(in: "fr") == "verso")
    }

    @Test func `the image is measured by its path within the folder`() throws {
        var measured: [String] = []
        _ = try SourceFixture().read { url, _ in
            measured.append(url.lastPathComponent)
            return (1000, 800)
        }
        #expect(measured == ["scan.png"])
    }

    @Test func `every file but the images is kept byte for byte`() throws {
        let fixture = SourceFixture()
        let document = try fixture.read()
        let names = [
            "categories.json", "clauses.json", "document.json", "seal.svg", "texts/en.json", "texts/fr.json",
            "texts/la.json",
        ]
        #expect(document.files.map(\.name) == names)
        for file in document.files { #expect(file.bytes == fixture.files[file.name], "\(file.name)") }
    }

    @Test func `only id, title, languages and a page are needed`() throws {
        var fixture = SourceFixture(
            "document.json",
            #"{"id":"a","title":"A","language":"en","languages":["en"],"pages":[{"width":3,"height":4}]}"#)
        for name in fixture.files.keys where name != "document.json" { fixture.files[name] = nil }
        let document = try fixture.read()
        #expect(document.header.status == .published)
        #expect(document.clauses.isEmpty && document.categories.isEmpty && document.texts.isEmpty)
        #expect(document.header.palette == nil && document.header.mark == nil)
    }

    @Test func `a stated page size is enough if the image cannot be measured`() throws {
        var fixture = SourceFixture()
        let sized = #""image": "scan.png", "width": 1000, "height": 800,"#
        try fixture.replace(#""image": "scan.png","#, with: sized, in: "document.json")
        #expect(try fixture.read(imageSize: nil).pages[0].width == 1000)
        let faults = #expect(throws: SourceFaults.self) { try SourceFixture().read(imageSize: nil) }
        #expect(faults?.faults.map(\.path).contains("pages[0].width") == true)
    }

    @Test func `a vertex on the right edge is within the page`() throws {
        let document = try SourceFixture().read()
        #expect(document.clauses[2].regions[0].polygon.bounds.maxX == 1000)
    }

    @Test func `an image alone becomes a document of one page`() throws {
        let document = try SourceDocument.imageAlone(
            id: "a-map", title: "Ä \"map\"", image: "A map.jpg", width: 70, height: 50)
        #expect(document.pages.map(\.image) == ["A map.jpg"])
        #expect(document.header.title.text(in: "en") == "Ä \"map\"")
        #expect(document.header.languages == ["und"])
        #expect(document.files.map(\.name) == ["document.json"])
    }

    @Test func `an image alone needs a URL-safe id`() {
        let faults = #expect(throws: SourceFaults.self) {
            try SourceDocument.imageAlone(id: "a map", title: "A map", image: "a.jpg", width: 70, height: 50)
        }
        #expect(faults?.faults.map(\.path) == ["id"])
    }

    @Test func `the files made for an image alone are read back as a source folder`() throws {
        let document = try SourceDocument.imageAlone(id: "m", title: "M", image: "m.png", width: 7, height: 5)
        let folder = try TemporaryFolder()
        for file in document.files { try folder.write(file.name, file.bytes) }
        try folder.write("m.png", Data("pixels".utf8))
        let read = try SourceFolder.read(folder.url.path) { _, _ in (7, 5) }
        #expect(read.header == document.header && read.pages == document.pages && read.files == document.files)
    }
}
