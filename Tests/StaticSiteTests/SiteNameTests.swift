@testable import StaticSite
import Testing

@Suite struct SiteNameTests {
    @Test func `a site list accepts only paths inside the site`() {
        for path in ["index.html", "a/b.c", "iiif/3/a-1/full/1,2/0/default.jpg"] { #expect(SiteList.isInside(path)) }
        for path in ["", "/etc/passwd", "../a", "a/../b", "a//b", "a/", "./a", "a\0b"] {
            #expect(!SiteList.isInside(path), "\(path)")
        }
    }
}
