import Foundation
import TestSupport
import Testing

@testable import DocumentFormats
@testable import DocumentModel

/// `non-paged` and `facing-pages`, in source folders and in IIIF.
@Suite struct PageBehaviorFormatTests {
    private static func manifest(_ first: String, _ second: String) -> String {
        """
        {"@context":"http://iiif.io/api/presentation/3/context.json","id":"https://museum.example/book/manifest.json",
         "type":"Manifest","label":{"en":["A book"]},"items":[
          {"id":"https://museum.example/c/1","type":"Canvas","width":1000,"height":800,"behavior":\(first),"items":[]},
          {"id":"https://museum.example/c/2","type":"Canvas","width":1000,"height":800,"behavior":\(second),"items":[]}]}
        """
    }

    private static func fixture(_ behavior: String) throws -> SourceFixture {
        var fixture = SourceFixture()
        try fixture.replace(
            #""label": "verso","#, with: #""label": "verso", "behavior": \#(behavior),"#, in: "document.json")
        return fixture
    }

    @Test func `canvases keep their behaviors, except for one of two that exclude each other`() throws {
        let read = try FormatFixture.read(Self.manifest(#"["facing-pages"]"#, #"["facing-pages","non-paged","x-old"]"#))
        #expect(read.document.pages.map(\.behavior) == [["facing-pages"], ["non-paged", "x-old"]])
        #expect(read.notes.count { $0.contains("is non-paged and not facing-pages") } == 1, "\(read.notes)")
    }

    @Test func `the viewing hint of a version 2 canvas becomes its behavior`() throws {
        let read = try FormatFixture.read(
            """
            {"@context":"http://iiif.io/api/presentation/2/context.json","@id":"https://museum.example/m","@type":"sc:Manifest",
             "label":"A book","sequences":[{"@type":"sc:Sequence","canvases":[{"@id":"https://museum.example/c/1",
             "@type":"sc:Canvas","label":"1","width":1000,"height":800,"viewingHint":"non-paged","images":[]}]}]}
            """)
        #expect(read.document.pages.map(\.behavior) == [["non-paged"]])
        #expect(!read.notes.contains { $0.contains("viewingHint") }, "\(read.notes)")
    }

    @Test func `behaviors are read back from both versions of IIIF and the source folder`() throws {
        let document = try Self.fixture(#"["non-paged"]"#).read()
        #expect(document.pages.map(\.behavior) == [[], ["non-paged"]])
        let writer = PresentationWriter(document, base: "https://example.org", images: [:])
        let second = Presentation2Writer(writer)
        #expect(
            !writer.losses.contains { $0.contains("behavior") } && !second.losses.contains { $0.contains("behavior") })
        for bytes in [writer.manifest(), second.manifest()] {
            let read = try FormatFixture.read(String(decoding: bytes, as: UTF8.self), id: "psalter")
            #expect(read.document.pages.map(\.behavior) == [[], ["non-paged"]], "\(read.notes)")
        }
        #expect(writer.annotationLosses.contains("behaviors of pages, first of page 2"))
        let several = Presentation2Writer(
            PresentationWriter(
                try Self.fixture(#"["non-paged", "x-old"]"#).read(), base: "https://example.org", images: [:]))
        #expect(several.losses.contains("behaviors of pages, first of page 2"))
    }

    @Test func `conflicting or malformed behaviors of a page are refused in one line`() throws {
        #expect(
            try Self.fixture(#"["non-paged", "facing-pages"]"#).faults().lines == [
                #"document.json: pages[1].behavior is ["non-paged", "facing-pages"], expected \#(PresentationLimits.pageBehaviorRule)"#
            ])
        #expect(
            try Self.fixture(#"["non paged"]"#).faults().lines == [
                #"document.json: pages[1].behavior[0] is "non paged", expected \#(PresentationLimits.behaviorRule)"#
            ])
    }
}
