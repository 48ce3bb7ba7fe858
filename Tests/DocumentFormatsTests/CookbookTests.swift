import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// The annotation recipes of the IIIF cookbook, in the shared data; see SharedData.
@Suite(.enabled(if: SharedData.has("iiif-cookbook"), "needs ../shared/data"))
struct CookbookTests {
    private func recipe(_ path: String, images: [Int: SourceImage] = [:]) throws -> ImportedDocument {
        try FormatFixture.read(shared: "iiif-cookbook/recipe/\(path)", images: images)
    }

    @Test(arguments: [
        ("0019-html-in-annotations/manifest.json", 1, 1), ("0021-tagging/manifest.json", 1, 1),
        ("0022-linking-with-a-hotspot/manifest.json", 2, 1), ("0045-css/manifest.json", 1, 2),
        ("0068-newspaper/newspaper_issue_1-manifest.json", 2, 0),
        ("0068-newspaper/newspaper_issue_1-anno_p1.json", 1, 304),
        ("0068-newspaper/newspaper_issue_1-anno_p2.json", 1, 219),
        ("0068-newspaper/newspaper_issue_2-anno_p1.json", 1, 287),
        ("0068-newspaper/newspaper_issue_2-anno_p2.json", 1, 355),
        ("0135-annotating-point-in-canvas/manifest.json", 1, 1),
        ("0139-geolocate-canvas-fragment/manifest.json", 1, 1), ("0258-tagging-external-resource/manifest.json", 1, 1),
        ("0261-non-rectangular-commenting/manifest.json", 1, 1), ("0266-full-canvas-annotation/manifest.json", 1, 1),
        ("0306-linking-annotations-to-manifests/annotationpage.json", 1, 1),
        ("0309-annotation-collection/anno_p1.json", 1, 4),
        ("0309-annotation-collection/anno_p2.json", 1, 4), ("0326-annotating-image-layer/manifest.json", 1, 1),
        ("0346-multilingual-annotation-body/manifest.json", 1, 1), ("0377-image-in-annotation/manifest.json", 1, 1),
        ("0464-reuse-manifest/manifest.json", 1, 1), ("0057-publishing-v2-and-v3/manifest-v2.json", 1, 0),
        ("0057-publishing-v2-and-v3/manifest-v3.json", 1, 0), ("0283-missing-image/manifest.json", 4, 0),
        ("0009-book-1/manifest.json", 5, 0),
    ])
    func `a recipe is imported with its pages and annotations`(_ path: String, _ pages: Int, _ clauses: Int) throws {
        let document = try recipe(path).document
        #expect(document.pages.count == pages)
        #expect(document.clauses.count == clauses)
    }

    @Test func `every manifest with an image is imported`() throws {
        let folder = SharedData.url("iiif-cookbook/recipe")
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".json") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            guard text.contains("\"Manifest\""), text.contains("\"Canvas\""), text.contains("\"width\""),
                !text.contains("contentState"), let source = try? RecognisedSource.recognise(folder.path + "/" + path),
                source.format == .manifest3
            else { continue }
            let result = Result { try source.read() }
            if case .failure(let error) = result {
                #expect("\(error)".contains("expected an image on at least one canvas"), "\(path): \(error)")
            }
            if case .success = result { count += 1 }
        }
        #expect(count > 60)
    }

    @Test func `each key of a manifest and its canvases is kept or reported with its path`() throws {
        let folder = SharedData.url("iiif-cookbook/recipe")
        var (recipes, reported) = (0, 0)
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".json") {
            guard let source = try? RecognisedSource.recognise(folder.path + "/" + path), source.format == .manifest3,
                let result = try? source.read(), case .json(let content) = source.content,
                case .object(let members) = content
            else { continue }
            recipes += 1
            let keys = ["@context", "id", "type", "label", "items", "annotations"]
            for member in members where !keys.contains(member.key) {
                if isKept(member, in: result.document) { continue }
                reported += 1
                let note =
                    "\(member.key) of the manifest is not supported and was left out (\(member.key))"
                #expect(result.notes.contains { $0.hasSuffix(note) }, "\(path): \(member.key) of \(result.notes)")
            }
            // Omitted canvases are reported.
            let canvases = (content["items"]?.elements ?? []).enumerated().filter { number, _ in
                !result.notes.contains {
                    $0.contains("without an image is left out") && $0.contains("items[\(number)]")
                }
            }
            var places: [String: [Int]] = [:]
            for (number, canvas) in canvases {
                guard case .object(let members) = canvas else { continue }
                for member in members where !(keys + ["width", "height"]).contains(member.key) {
                    let behaviors = result.document.pages.map { JSONValue.array($0.behavior.map(JSONValue.string)) }
                    if member.key == "behavior", behaviors.contains(member.value) { continue }
                    places[member.key, default: []].append(number)
                }
            }
            for (key, numbers) in places {
                reported += 1
                let count = numbers.count == 1 ? "(" : "(\(numbers.count) times, first "
                let note =
                    "\(key) of a canvas is not supported and was left out \(count)items[\(numbers[0])].\(key))"
                #expect(result.notes.contains { $0.hasSuffix(note) }, "\(path): \(key) of \(result.notes)")
            }
        }
        #expect(recipes > 50 && reported > 15, "\(recipes) recipes, \(reported) keys")
    }

    /// Returns whether a member of a manifest is kept in the document.
    private func isKept(_ member: JSONValue.Member, in document: SourceDocument) -> Bool {
        let (header, count) = (document.header, member.value.elements?.count)
        let presentation = header.presentation ?? PresentationProperties()
        switch member.key {
        case "summary": return header.summary != nil
        case "requiredStatement": return header.attribution != nil
        case "rights": return member.value == header.rights.map(JSONValue.string)
        case "metadata": return presentation.metadata.count + (header.date == nil ? 0 : 1) == count
        case "behavior": return member.value == .array(presentation.behavior.map(JSONValue.string))
        case "viewingDirection": return member.value == (presentation.viewingDirection?.rawValue).map(JSONValue.string)
        case "navDate": return member.value == presentation.navDate.map(JSONValue.string)
        case "provider": return presentation.provider.count == count
        case "homepage": return presentation.homepage.count == count
        case "seeAlso": return presentation.seeAlso.count == count
        case "rendering": return presentation.rendering.count == count
        case "structures": return presentation.structures.count == count
        default: return false
        }
    }

    @Test func `the table of contents of recipe 0024 keeps its levels, and the articles of 0025 their boxes`() throws {
        let book = try recipe("0024-book-4-toc/manifest.json").document.header.presentation?.structures
        let title = try #require(book?.first)
        #expect(title.label == ["en": "Table of Contents"] && title.pages.isEmpty && title.items.count == 2)
        #expect(title.items[0].pages.map(\.page) == [1, 2])
        #expect(title.items[1].items.map(\.label) == [["en": "Monday"], ["en": "Tuesday"]])
        #expect(title.items[1].items[1].pages.map(\.page) == [5, 6])
        let articles = try recipe("0025-newspaper-article-index/manifest.json").document.header.presentation?.structures
        let first = try #require(articles?.first?.items.first)
        #expect(first.pages.map(\.page) == [2, 2, 5, 5])
        #expect(first.pages[0].box == [553, 1157, 470, 1103])
    }

    @Test(arguments: ["0002-mvm-audio", "0003-mvm-video", "0013-placeholderCanvas", "0015-start", "0026-toc-opera"])
    func `a recipe with only sound or video is refused with the path of its body`(_ name: String) throws {
        let faults = try #require(throws: SourceFaults.self) { try recipe("\(name)/manifest.json") }
        let line = try #require(faults.lines.first)
        #expect(faults.lines.count == 1 && line.contains("items[0].items[0].items[0].body is"), "\(line)")
        #expect(line.hasSuffix("expected an image on at least one canvas"), "\(line)")
    }

    @Test func `the polygon of recipe 0261 has its nine corners`() throws {
        let document = try recipe("0261-non-rectangular-commenting/manifest.json").document
        #expect(document.pages[0].width == 4032 && document.pages[0].height == 3024)
        let polygon = document.clauses[0].regions[0].polygon
        #expect(polygon.outer.count == 9)
        #expect(polygon.outer[0] == Point(x: 270, y: 1900) && polygon.outer[5] == Point(x: 904, y: 661))
        #expect(document.categories.map(\.label) == [["de": "Gänseliesel-Brunnen"]])
        #expect(document.clauses[0].id == "p0002-svg")
    }

    @Test func `recipe 0346 gives texts in both languages`() throws {
        let document = try recipe("0346-multilingual-annotation-body/manifest.json").document
        #expect(document.header.languages == ["en", "ja"])
        #expect(document.texts["ja"]?["p0001-comment"]?.context == "袋に収められた琴")
        #expect(document.header.title.byLanguage["ja"] == "琴棋書画図屏風")
    }

    @Test func `the region of an image layer in recipe 0326 is placed on its canvas`() throws {
        let document = try recipe("0326-annotating-image-layer/manifest.json").document
        let clause = try #require(document.clauses.first)
        #expect(clause.regions[0].polygon.bounds == Rectangle(x: 810, y: 900, width: 260, height: 370))
    }

    @Test(arguments: [
        ("0033-choice", false), ("0036-composition-from-multiple-images", true), ("0326-annotating-image-layer", false),
        ("0001-mvm-image", false), ("0005-image-service", false), ("0009-book-1", false),
    ])
    func `a note tells whether further images of a canvas are left out`(_ name: String, _ isNoted: Bool) throws {
        let notes = try recipe("\(name)/manifest.json").notes
        #expect(notes.contains { $0.contains("further ones of a canvas are left out") } == isNoted, "\(notes)")
    }

    @Test func `the choice of recipe 0033 becomes captures that fill the page`() throws {
        let file = try #require(
            try RecognisedSource.recognise(SharedData.url("iiif-cookbook/recipe/0033-choice/manifest.json").path))
        let natural = SourceImage(fileName: "natural.jpg", width: 1000, height: 635)
        let ray = SourceImage(fileName: "ray.jpg", width: 2000, height: 1271)
        let name = CaptureName(page: 1, id: "x_ray")
        let imported = try file.read(images: [1: natural], captures: [name: ray])
        let page = try #require(imported.document.pages.first)
        #expect(page.captures.map(\.id) == ["natural_light", "x_ray"])
        #expect(page.captures.map(\.kind) == [.visible, .other])
        #expect(page.captures.map { $0.label?.text(in: "en") } == ["Natural Light", "X-Ray"])
        #expect(page.image == "natural.jpg" && page.captures[1].image == "ray.jpg")
        #expect(page.captures[1].alignment?.toPage.apply(Point(x: 1000, y: 0)) == Point(x: 500, y: 0))
        #expect(!imported.notes.contains { $0.contains("captures") })
        let withoutCapture = try file.read(images: [1: natural])
        #expect(
            withoutCapture.document.pages[0].captures.isEmpty && withoutCapture.document.pages[0].image == "natural.jpg"
        )
        #expect(
            withoutCapture.notes.contains { $0.contains("(1/x_ray); supply it with --image 1/x_ray=FILE") },
            "\(withoutCapture.notes)")
        for unknown in [
            CaptureName(page: 1, id: "uv"), CaptureName(page: 2, id: "x_ray"),
            CaptureName(page: 1, id: "natural_light"),
        ] {
            #expect(throws: SourceFaults.self) { try file.read(images: [1: natural], captures: [unknown: ray]) }
        }
    }

    @Test func `the region of recipe 0299 is the part of the image that the canvas shows`() throws {
        let file = try #require(
            try RecognisedSource.recognise(SharedData.url("iiif-cookbook/recipe/0299-region/manifest.json").path))
        let notes = try file.read(images: [1: SourceImage(fileName: "a.jpg", width: 3536, height: 4999)]).notes
        #expect(notes.contains { $0.contains("--image is assumed to be the whole image") }, "\(notes)")
    }

    @Test func `the rotation of recipe 0040 is reported with its path`() throws {
        let notes = try recipe("0040-image-rotation-service/manifest-service.json").notes
        let path = "(items[0].items[0].items[0].body.selector.rotation)"
        #expect(notes.contains { $0.contains("rotation or crop") && $0.hasSuffix(path) }, "\(notes)")
    }

    @Test func `the tags of recipe 0258 become categories of an entity and a word`() throws {
        let document = try recipe("0258-tagging-external-resource/manifest.json").document
        #expect(document.categories.map(\.id) == ["Q18624915", "ganseliesel-brunnen"])
    }

    @Test func `annotations on whole canvases need an image and use its size`() throws {
        let path = "0269-embedded-or-referenced-annotations/annotationpage.json"
        let faults = try #require(throws: SourceFaults.self) { try recipe(path) }
        #expect(faults.lines.count == 1 && faults.lines[0].contains("--image 1=FILE"))
        let document = try recipe(path, images: [1: SourceImage(fileName: "a.jpg", width: 40, height: 30)]).document
        #expect(document.clauses[0].regions[0].polygon.bounds.width == 40)
    }

    @Test func `annotation pages that a manifest refers to can be supplied as files`() throws {
        let folder = SharedData.url("iiif-cookbook/recipe/0068-newspaper").path
        let manifest = try #require(try RecognisedSource.recognise("\(folder)/newspaper_issue_1-manifest.json"))
        let pages = try ["p1", "p2"].map { page in
            try #require(try RecognisedSource.recognise("\(folder)/newspaper_issue_1-anno_\(page).json"))
        }
        let result = try manifest.read(annotations: pages)
        #expect(result.document.clauses.count == 304 + 219)
        #expect(Set(result.document.clauses.flatMap(\.regions).map(\.page)) == [1, 2])
        #expect(throws: SourceFaults.self) { try pages[0].read(annotations: [pages[1]]) }
    }

    @Test(.enabled(if: SharedData.has("iiif-content-search"), "needs ../shared/data"))
    func `the annotations of a search response are imported`() throws {
        let folder = "iiif-content-search/public/manifest/content-search/"
        #expect(try FormatFixture.read(shared: folder + "search-Berliner.json").document.clauses.count == 4)
        #expect(try FormatFixture.read(shared: folder + "newspaper.json").document.clauses.count == 2)
    }
}
