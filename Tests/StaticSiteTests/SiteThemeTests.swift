import DocumentLibrary
import Foundation
import TestSupport
import Testing

@testable import StaticSite

@Suite struct SiteThemeTests {
    @Test func `a site has the library's theme, with relative addresses and a strict policy`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        try ThemeFixture.write(to: fixture.path("library") + "/theme")
        let out = fixture.path("site")
        _ = try StaticSite.write(try fixture.library, to: out, options: StaticSite.Options())
        func text(_ path: String) throws -> String { try String(contentsOfFile: "\(out)/\(path)", encoding: .utf8) }
        let library = try text("index.html")
        let version = try #require(
            library.firstMatch(of: /href="theme\/([0-9a-f]{16})\/theme\.css"/).map { String($0.1) })
        #expect(library.contains("<title>Museum of Deeds</title>") && library.contains("\"theme/\(version)/logo.svg\""))
        let document = try text("documents/deed/index.html")
        #expect(document.contains("href=\"../../theme/\(version)/theme.css\""))
        #expect(
            document.contains("<a id=\"brand\" href=\"../../index.html\"><img src=\"../../theme/\(version)/logo.svg\""))
        #expect(document.contains("default-src 'self'; ") && !document.contains("unsafe"))
        for file in ["theme.css", "logo.svg", "fonts/text.woff2", "fonts/OFL.txt", "texts/pl.json"] {
            #expect(FileManager.default.fileExists(atPath: "\(out)/theme/\(version)/\(file)"), "\(file)")
        }
        #expect(try text("viewer/explore.webmanifest").contains("../theme/\(version)/icon-512.png"))
        #expect(try text("documents/deed/plain.html").contains("https://museum.example/imprint"))
        // The documents have no palettes, so outlines have the theme's overlay colours.
        #expect(document.contains("#outlines .c0{--colour:#112233}"))

        try FileManager.default.removeItem(atPath: fixture.path("library") + "/theme")
        _ = try StaticSite.write(try fixture.library, to: out, options: StaticSite.Options())
        #expect(!FileManager.default.fileExists(atPath: "\(out)/theme/\(version)/theme.css"))
        #expect(try !text("index.html").contains("institution"))
    }
}
