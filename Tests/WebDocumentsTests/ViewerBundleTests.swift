import Foundation
import Testing
import Viewer

@Suite struct ViewerBundleTests {
    private static func files(_ contents: [String: String]) throws -> ViewerBundle {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viewer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["app", "bundles"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        for (path, text) in contents { try Data(text.utf8).write(to: folder.appending(path: path)) }
        return try ViewerBundle(folder: folder)
    }

    @Test func `the version changes with any file, and pages load from its folder`() throws {
        let page = #"<script src="/viewer/app/a.js"></script><link href="/viewer/explore.webmanifest">"#
        let files = try Self.files(["page.html": page, "app/a.js": "1", "notes.md": "not served"])
        #expect(ViewerBundle.isVersion(files.version) && !ViewerBundle.isVersion("app"))
        #expect(files.paths == ["app/a.js", "page.html"])
        let html = try #require(files["page.html"])
        #expect(html.mediaType == "text/html; charset=utf-8" && html.isCompressible)
        #expect(
            String(decoding: html.bytes, as: UTF8.self)
                == #"<script src="/viewer/\#(files.version)/app/a.js"></script>"#
                + #"<link href="/viewer/explore.webmanifest">"#)
        #expect(try Self.files(["page.html": page, "app/a.js": "2"]).version != files.version)
        #expect(try Self.files(["page.html": page, "app/a.js": "1"]).version == files.version)
    }

    @Test func `pages load bundles only if these were made from the files beside them`() throws {
        // `Tools/bundle.sh` computes the same digest.
        let own = try ViewerBundle()
        #expect(own.isBundled, "expected bundles of these very files; Tools/bundle.sh makes them")
        let page = String(decoding: try #require(own["pages/document.html"]).bytes, as: UTF8.self)
        #expect(page.contains("/bundles/document.js\"") && page.contains("<style>") && !page.contains("\"stylesheet\""))
        let plain = String(decoding: try #require(own.unbundledPage("pages/document.html")), as: UTF8.self)
        #expect(plain.contains("/app/document.js\"") && !plain.contains("<style>"))

        let former = try Self.files([
            "document.html": #"<script src="/viewer/app/document.js"></script>"#, "app/document.js": "1",
            "bundles/document.js": "0", "bundles/document.css": "", "bundles/stamp": "0123456789abcdef",
        ])
        #expect(!former.isBundled)
        let html = String(decoding: try #require(former["document.html"]).bytes, as: UTF8.self)
        #expect(html.contains("/app/document.js"))
    }

    @Test func `the bundle has the pages of the web client`() throws {
        let files = try ViewerBundle()
        for page in ["document.html", "library.html"] { #expect(files["pages/\(page)"] != nil) }
    }
}
