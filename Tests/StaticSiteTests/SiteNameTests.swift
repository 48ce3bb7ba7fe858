import DocumentLibrary
import Foundation
import TestSupport
import Testing

@testable import Publishing
@testable import StaticSite

@Suite struct SiteNameTests {
    @Test func `publishing knows every file of a site as the site's own, unless all sites have it`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        func files(_ options: StaticSite.Options) throws -> Set<String> {
            let folder = fixture.path("site-\(UUID().uuidString)")
            _ = try StaticSite.write(try fixture.library, to: folder, options: options)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
            var isFolder: ObjCBool = false
            return Set(
                paths.filter {
                    FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder)
                        && !isFolder.boolValue
                })
        }
        let always = try files(StaticSite.Options())
        try ThemeFixture.write(to: fixture.path("library") + "/theme")
        let base = "https://example.org/deeds"
        let all = try files(StaticSite.Options(publicURL: base, hasPDF: true))
            .union(files(StaticSite.Options(tiles: .archive, publicURL: base)))
        #expect(all.contains("sitemap.xml") && all.contains { $0.hasPrefix("theme/") && $0.hasSuffix("logo.svg") })
        #expect(all.filter { !SitePublisher.isOfSite($0) && !always.contains($0) } == ["robots.txt"])
        #expect(always.contains("tiles/deed-1.json") && SitePublisher.isOfSite("tiles/deed-1.json"))
    }

    @Test func `a site list accepts only paths inside the site`() {
        for path in ["index.html", "a/b.c", "iiif/3/a-1/full/1,2/0/default.jpg"] { #expect(SiteList.isInside(path)) }
        for path in ["", "/etc/passwd", "../a", "a/../b", "a//b", "a/", "./a", "a\0b"] {
            #expect(!SiteList.isInside(path), "\(path)")
        }
    }
}
