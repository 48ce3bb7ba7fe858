import DocumentLibrary
import Foundation
import TestSupport
import Testing

@testable import Publishing
@testable import StaticSite

@Suite struct SiteNameTests {
    @Test func `publishing knows a site's files as its own, except those at the top of every site`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        func files(_ options: StaticSite.Options) throws -> Set<String> {
            let name = "site-\(UUID().uuidString)"
            _ = try StaticSite.write(try fixture.library, to: fixture.path(name), options: options)
            return Set(try fixture.files(in: name).keys)
        }
        let always = try files(StaticSite.Options())
        try ThemeFixture.write(to: fixture.path("library") + "/theme")
        let base = "https://example.org/deeds"
        let all = try files(StaticSite.Options(publicURL: base, hasPDF: true))
            .union(files(StaticSite.Options(tiles: .archive, publicURL: base)))
        #expect(all.contains("sitemap.xml") && all.contains { $0.hasPrefix("theme/") && $0.hasSuffix("logo.svg") })
        let others = all.union(always).filter { !SitePublisher.isOfSite($0) }
        #expect(others.filter { $0.contains("/") || !always.contains($0) } == ["robots.txt"])
    }

    @Test func `a site list accepts only paths inside the site`() {
        for path in ["index.html", "a/b.c", "iiif/3/a-1/full/1,2/0/default.jpg"] { #expect(SiteList.isInside(path)) }
        for path in ["", "/etc/passwd", "../a", "a/../b", "a//b", "a/", "./a", "a\0b"] {
            #expect(!SiteList.isInside(path), "\(path)")
        }
    }
}
