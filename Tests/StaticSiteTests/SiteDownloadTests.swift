import Foundation
import TestSupport
import Testing

@testable import StaticSite

/// A site's downloadable files.
@Suite struct SiteDownloadTests {
    @Test func `texts are always written, PDFs on request, and a list names them`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        func write(_ hasPDF: Bool) throws -> (report: StaticSite.Report, files: [String: Data]) {
            let options = try StaticSite.Options(publicURL: "https://example.org/a", hasPDF: hasPDF)
            let report = try StaticSite.write(fixture.library, to: fixture.path("site"), options: options)
            return (report, try fixture.files(in: "site"))
        }
        func downloads(_ files: [String: Data]) throws -> [String] {
            let list = try #require(files["api/documents/deed/downloads.json"])
            return try JSONDecoder().decode([String].self, from: list)
        }
        let folder = "api/documents/deed"
        let plain = try write(false).files
        #expect(plain["\(folder)/download.pdf"] == nil)
        #expect(try downloads(plain) == ["text"])
        let text = try String(decoding: #require(plain["\(folder)/download.txt"]), as: UTF8.self)
        #expect(text.contains("1. The widow’s own") && text.contains("Nothing is taken from her."))

        let whole = try write(true)
        #expect(try downloads(whole.files) == ["pdf", "text"])
        let pdf = try PDFReading(try #require(whole.files["\(folder)/download.pdf"]))
        try pdf.check()
        #expect(try pdf.images().count == 3)
        #expect(try pdf.outline().map(\.title).prefix(5) == ["A deed", "Pages", "Leaf 1", "Leaf 2", "Leaf 3"])
        let manifest = try String(
            decoding: #require(whole.files["iiif/presentation/3/deed/manifest.json"]), as: UTF8.self)
        #expect(manifest.contains("https://example.org/a/api/documents/deed/download.pdf"))
        // It is written once, and removed when it is no longer wanted.
        #expect(try write(true).report.writtenCount == 0)
        #expect(try write(false).files["\(folder)/download.pdf"] == nil)
    }
}
