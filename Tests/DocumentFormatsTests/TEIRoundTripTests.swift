import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct TEIRoundTripTests {
    /// Writes a document as an edition and reads it.
    private func readBack(
        _ document: SourceDocument, images: [Int: SourceImage] = [:], captures: [CaptureName: SourceImage] = [:]
    ) throws -> ImportedDocument {
        try RecognisedSource.recognise(TEIWriter(document).edition(), path: "a/edition.xml")
            .read(images: images, captures: captures)
    }

    /// Returns the part of the header that an edition represents.
    private func representable(_ header: DocumentHeader) -> DocumentHeader {
        var (header, properties) = (header, PresentationProperties())
        properties.metadata = header.presentation?.metadata ?? []
        properties.navDate = header.presentation?.navDate
        header.presentation = properties.isEmpty ? nil : properties
        return header
    }

    @Test(arguments: UInt64(1)...60)
    func `a document is read back from an edition, and losses are reported`(_ seed: UInt64) throws {
        let document = try RandomContent.document(seed: seed)
        let writer = TEIWriter(document)
        let result = try readBack(document)
        #expect(result.notes.isEmpty, "\(result.notes)")
        #expect(result.document.clauses == document.clauses, "seed \(seed)")
        #expect(result.document.texts == document.texts, "seed \(seed)")
        #expect(result.document.header == representable(document.header), "seed \(seed)")
        #expect(result.document.pages == document.pages, "seed \(seed)")
        #expect(result.document.categories == document.categories, "seed \(seed)")
        #expect(writer.losses.isEmpty == (document.header == representable(document.header)), "\(writer.losses)")
        #expect(TEIWriter(result.document).edition() == writer.edition())
    }

    @Test func `every text is read back scalar for scalar in every field`() throws {
        for text in try HostileStrings.all() {
            // XML cannot represent them, which is reported.
            let words = String(
                String.UnicodeScalarView(HostileStrings.title(text).unicodeScalars.filter(isHeldByXML)))
            let document = try document(words)
            let result = try readBack(document).document
            #expect(result.header == document.header, "\(words.debugDescription)")
            #expect(result.texts == document.texts, "\(words.debugDescription)")
            #expect(result.clauses == document.clauses, "\(words.debugDescription)")
            #expect(result.pages == document.pages && result.categories == document.categories)
        }
    }

    @Test(arguments: [
        "", " ", "\n", "\n\n", "a\n\nb", "a\n\n\nb", " a", "a ", "a  b", "a\nb\n", "\ta", "a\r\nb", "\r", "a\n b",
        "\u{A0}",
        "a\u{2028}b\u{85}c", "e\u{301}", "\u{301}e", "]]>", "<lb/>", "a\n\n", "\n\na",
    ])
    func `white space is read back unchanged`(_ text: String) throws {
        let document = try document(text)
        let result = try readBack(document).document
        #expect(result.texts == document.texts && result.header == document.header)
        #expect(result.clauses == document.clauses && result.pages == document.pages)
    }

    private func isHeldByXML(_ scalar: Unicode.Scalar) -> Bool {
        ["\t", "\n", "\r"].contains(scalar) || scalar.value >= 0x20 && !(0xFFFE...0xFFFF).contains(scalar.value)
    }

    /// Returns a document that has a text in every possible place.
    private func document(_ text: String) throws -> SourceDocument {
        var properties = PresentationProperties()
        let values = try #require(LanguageTexts(["en": [text, "b"], "none": [text]]))
        properties.metadata = [MetadataEntry(label: ["en": text], value: values)]
        let words: LanguageMap = ["en": text, "fr": "x"]
        let plain = LanguageMap(plain: text)
        let header = DocumentHeader(
            id: "a", title: words, summary: words, holder: words, shelfmark: text, date: plain, rights: nil,
            attribution: words, credits: ["en": text], status: .published, language: "la", languages: ["en", "la"],
            palette: nil, mark: nil, presentation: properties)
        let all = ClauseText(title: text, translation: text, context: text, transcription: text)
        let polygon = try Polygon(outer: [Point(x: 0, y: 0), Point(x: 50, y: 0), Point(x: 0, y: 50)])
        let clause = Clause(
            id: "1", number: text, kind: .clause, incipit: text, categories: ["c"],
            regions: [Region(page: 1, polygon: polygon)])
        return try DocumentDraft(
            header: header,
            pages: [
                SourcePage(number: 1, label: plain, image: nil, width: 100, height: 80, pixelsPerMillimetre: nil)
            ],
            categories: [Category(id: "c", label: plain, icon: nil, style: .filled, includedInAll: true)],
            clauses: [clause], texts: ["en": ["1": all], "la": ["1": all]]
        ).document()
    }

    @Test func `images and captures are read back with their alignment, scaled to other images`() throws {
        let alignment = try #require(
            CaptureAlignment([
                .init(capture: Point(x: 0, y: 0), page: Point(x: 10, y: 20)),
                .init(capture: Point(x: 500, y: 0), page: Point(x: 990, y: 22)),
                .init(capture: Point(x: 500, y: 400), page: Point(x: 985.5, y: 790)),
                .init(capture: Point(x: 0, y: 400), page: Point(x: 12, y: 795)),
            ]))
        let captures = [
            SourceCapture(
                id: "day", label: ["en": "By day"], kind: .visible, image: "a b.jpg", width: 1000, height: 800,
                alignment: nil),
            SourceCapture(
                id: "uv", label: nil, kind: .ultraviolet, image: "uv.jpg", width: 500, height: 400, alignment: alignment
            ),
        ]
        let page = SourcePage(
            number: 1, label: nil, image: "a b.jpg", width: 1000, height: 800, pixelsPerMillimetre: 12.5,
            captures: captures)
        let header = DocumentHeader(
            id: "a", title: "A", summary: nil, holder: nil, shelfmark: nil, date: nil, rights: nil, attribution: nil,
            credits: [:], status: .draft, language: "la", languages: ["la"], palette: nil, mark: nil, access: .announced
        )
        let document = try DocumentDraft(header: header, pages: [page], categories: [], clauses: [], texts: [:])
            .document()
        let day = SourceImage(fileName: "a b.jpg", width: 1000, height: 800)
        let ultraviolet = SourceImage(fileName: "uv.jpg", width: 500, height: 400)
        let name = CaptureName(page: 1, id: "uv")
        let result = try readBack(document, images: [1: day], captures: [name: ultraviolet])
        #expect(result.document.pages == document.pages && result.notes.isEmpty)
        #expect(result.document.header == document.header)
        let source = try RecognisedSource.recognise(TEIWriter(document).edition(), path: "edition.xml")
        #expect(
            try source.namedImages() == [
                NamedImage(page: 1, paths: ["a b.jpg"], address: "a%20b.jpg"),
                NamedImage(page: 1, capture: "uv", paths: ["uv.jpg"], address: "uv.jpg"),
            ])
        let large = try readBack(
            document, images: [1: SourceImage(fileName: "l.jpg", width: 2000, height: 1600)],
            captures: [name: ultraviolet])
        let pairs = large.document.pages[0].captures[1].alignment?.pairs
        #expect(pairs?[2].page == Point(x: 1971, y: 1580) && pairs?[2].capture == Point(x: 500, y: 400))
        #expect(large.document.pages[0].pixelsPerMillimetre == 25)
    }

    @Test func `an image that shows a part of its file is named but not taken from the file`() throws {
        let page = SourcePage(
            number: 1, label: nil, image: "a.pdf", width: 100, height: 80, pixelsPerMillimetre: nil, imagePage: 3,
            part: ScanPart(rotation: 90, crop: .init(x: 1, y: 2, width: 100, height: 80)))
        let header = try RandomContent.document(seed: 1).header
        let document = SourceDocument(header: header, pages: [page], categories: [], clauses: [], texts: [:], files: [])
        let writer = TEIWriter(document)
        #expect(
            String(decoding: writer.edition(), as: UTF8.self).contains("a.pdf#page=3&amp;rotate=90&amp;xywh=1,2,100,80")
        )
        #expect(
            try RecognisedSource.recognise(writer.edition(), path: "e.xml").namedImages().allSatisfy(\.paths.isEmpty))
        #expect(writer.losses.contains { $0.hasPrefix("the rotation and crop of scans") })
        #expect(writer.losses.contains { $0.hasPrefix("which page of a file an image is") })
    }

    @Test func `exactly what an edition cannot represent is reported`() throws {
        let document = try SourceFixture().read()
        let expected = [
            "image files (it names them, and finds them beside it)", "the palette", "the mark",
            "the icons of 3 categories", "further keys of document.json: x-unknown",
            "further keys of clauses.json: remark",
        ]
        #expect(TEIWriter(document).losses == expected)
        let control = try self.document("a\u{1}b")
        #expect(TEIWriter(control).losses.contains { $0.hasPrefix("control characters") })
        #expect(try readBack(control).document.texts["en"]?["1"]?.title == "ab")
    }

    @Test func `coordinates are written without an exponent and read back exactly`() {
        for number in [
            0.1, 1e-7, 1.5e-300, 12_345.678, 1e15, 1e16, 1.25e20, -3e-5, Double.leastNonzeroMagnitude, -1.5e22, 0,
        ] {
            let text = TEINumbers.decimal(number)
            #expect(Double(text) == number && !text.contains("e"), "\(text)")
        }
    }

    @Test func `text lines remain text lines, and the sample document is read back`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "data/magna-carta").path()
        let document = try SourceFolder.read(folder) { _, _ in (6000, 8000) }
        let result = try readBack(document).document
        #expect(result.clauses == document.clausesWithoutLinks && result.texts == document.textsWithoutLinks)
        #expect(result.header.title == document.header.title && result.header.credits == document.header.credits)
        let lines = try LineFile.read(
            LinedPage.alto.path(), image: SourceImage(fileName: "a.tif", width: 640, height: 480), id: "lines",
            title: "L")
        #expect(lines.document.clauses.contains { $0.isTextLine })
        let written = try readBack(lines.document).document
        #expect(written.clauses == lines.document.clauses && written.texts == lines.document.texts)
    }
}
