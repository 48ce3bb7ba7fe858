import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentCheck
@testable import DocumentFormats
@testable import DocumentModel

/// Real files from third parties in the shared data; see SharedData.
@Suite(.enabled(if: SharedData.has("charter-besancon-par03"), "needs ../shared/data")) struct CharterTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        let width: Int
        let height: Int
        let lines: Int

        var testDescription: String { path }
    }

    static let samples = [
        Sample(path: "charter-besancon-par03/besancon-par03.xml", width: 5079, height: 5973, lines: 23),
        Sample(path: "charter-besancon-par03/besancon-par03.chocomufin.xml", width: 5079, height: 5973, lines: 23),
        Sample(path: "charter-auxerre-h2404/auxerre-h2404.xml", width: 3056, height: 2032, lines: 13),
        Sample(path: "charter-auxerre-h2404/auxerre-h2404.chocomufin.xml", width: 3056, height: 2032, lines: 13),
        Sample(path: "charter-liege/liege-t51-13.xml", width: 1155, height: 3063, lines: 25),
        Sample(path: "charter-liege/liege-t51-13.chocomufin.xml", width: 1155, height: 3063, lines: 25),
        Sample(path: "charter-liege/liege-t51-14.xml", width: 2797, height: 2288, lines: 11),
        Sample(path: "charter-liege/liege-t51-14.chocomufin.xml", width: 2797, height: 2288, lines: 11),
        Sample(path: "ms-penn660/0_36c2c_default.xml", width: 3500, height: 4450, lines: 30),
        Sample(path: "ms-penn660/2_27161_default.xml", width: 3500, height: 4450, lines: 29),
        Sample(path: "ms-ubl758/UBL_Ms758_024r.xml", width: 3840, height: 5760, lines: 39),
        Sample(path: "ms-ubl758/UBL_Ms758_024v.xml", width: 3840, height: 5760, lines: 41),
        Sample(path: "ms-ubl758/UBL_Ms758_025r.xml", width: 3840, height: 5760, lines: 44),
        Sample(path: "ms-ubl758/UBL_Ms758_228r.xml", width: 3840, height: 5760, lines: 31),
        Sample(path: "ms-ubl758/UBL_Ms758_229v.xml", width: 3840, height: 5760, lines: 41),
    ]

    private func read(_ sample: Sample) throws -> ImportedDocument {
        let image = SourceImage(fileName: "scan.jpg", width: sample.width, height: sample.height)
        return try LineFile.read(SharedData.url(sample.path).path, image: image, id: "charter", title: "Charter")
    }

    @Test(arguments: samples)
    func `every line of a real page becomes a clause`(_ sample: Sample) throws {
        let result = try read(sample)
        let leftOut = result.notes.filter { $0.contains("left out") }.count
        #expect(result.document.clauses.count + leftOut == sample.lines)
        #expect(leftOut == 0, "\(result.notes)")
        #expect(result.document.pages[0].width == sample.width && result.document.pages[0].height == sample.height)
    }

    @Test(arguments: samples)
    func `a point within each line finds it in the store`(_ sample: Sample) throws {
        let document = try read(sample).document
        let library = try TestStore()
        let image = StoredImage(
            fileName: "s", sha256: "s", byteCount: 1, width: sample.width, height: sample.height, pyramid: "s")
        _ = try library.store.put(document, images: [1: image], source: "", at: Date())
        for clause in document.clauses {
            let point = clause.regions[0].polygon.interiorPoint
            #expect(try library.store.clauses(of: "charter", at: point).map(\.id).contains(clause.id))
        }
    }

    @Test(arguments: samples)
    func `overlapping lines of a real page give one hint, also after layout or GeoJSON export`(
        _ sample: Sample
    ) throws {
        let document = try read(sample).document
        let image = SourceImage(fileName: "scan.jpg", width: sample.width, height: sample.height)
        var documents = [document]
        for format in LayoutFormat.allCases {
            let file = document.layout(as: format, date: Date(timeIntervalSince1970: 0)).files[0]
            documents.append(
                try LineFile.read(file.bytes, file: "a.xml", image: image, id: "charter", title: "Charter").document)
            #expect(documents.last?.texts == document.texts, "titles and transcriptions are read back")
        }
        let collection = try RecognisedSource.recognise(GeoJSONWriter(document).collection(), path: "a.json")
        documents.append(try collection.read(id: "charter").document)
        for document in documents {
            let found = try DocumentCheck(document).findings()
            #expect(!found.contains { $0.kind == .regionOverlap })
            #expect(found.count { $0.kind == .linesOverlap } <= 1)
        }
    }

    @Test func `the hint on overlapping lines counts the pairs and suggests a table of clauses`() throws {
        let sample = try #require(Self.samples.first { $0.path.hasSuffix("024r.xml") })
        let found = try DocumentCheck(try read(sample).document).findings().filter { $0.kind == .linesOverlap }
        let hint = try #require(found.first)
        #expect(found.count == 1 && hint.severity == .hint && hint.page == 1)
        #expect(hint.message.wholeMatch(of: /[0-9]{2,} pairs of text lines overlap, .*/) != nil, "\(hint.message)")
        #expect(hint.remedy.contains("--clauses"))
    }

    @Test func `the charter of Besançon is imported with the text of its file`() throws {
        let result = try read(Self.samples[0])
        #expect(result.notes.isEmpty, "\(result.notes)")
        let texts = try #require(result.document.texts["und"])
        #expect(result.document.clauses.map(\.number) == (1...23).map(String.init))
        let opening = texts.values.compactMap(\.transcription).first { $0.hasPrefix("PASHALIS") }
        #expect(opening?.hasSuffix("BEÑ:") == true || opening?.hasSuffix("BẼN:") == true)
        #expect(texts["line-4"]?.title?.hasPrefix("PASHALIS") == true)
        let library = try TestStore()
        let image = StoredImage(fileName: "s", sha256: "s", byteCount: 1, width: 5079, height: 5973, pyramid: "s")
        _ = try library.store.put(result.document, images: [1: image], source: "", at: Date())
        let found = try library.store.search("caritatis donu").hits.map(\.clause.id)
        #expect(found == ["line-5"], "marks above letters do not matter")
    }
}
