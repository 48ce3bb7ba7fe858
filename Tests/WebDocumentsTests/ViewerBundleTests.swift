import Foundation
import Testing
import Viewer

@Suite struct ViewerBundleTests {
    private static func files(_ contents: [String: String]) throws -> ViewerBundle {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viewer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "app"), withIntermediateDirectories: true)
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

    @Test func `the bundle has the pages of the web client`() throws {
        let files = try ViewerBundle()
        for page in ["document.html", "library.html"] { #expect(files["pages/\(page)"] != nil) }
    }
}
