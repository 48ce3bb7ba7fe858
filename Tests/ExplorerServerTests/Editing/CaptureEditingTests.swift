import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import ImageGeometry
import TestSupport
import Testing

@testable import ExplorerServer

/// Captures in the working copy: added, aligned, published and removed.
@Suite struct CaptureEditingTests {
    private static let path = "/api/documents/sheet/working-copy"

    /// Creates a library with the document of ``TestSupport/CaptureFolder``.
    private static func fixture(alignment: String? = CaptureFolder.alignment) throws -> (AccessFixture, folder: URL) {
        let fixture = try AccessFixture()
        let folder = URL(filePath: fixture.library.path).deletingLastPathComponent().appending(path: "captures")
        try CaptureFolder.write(to: folder, alignment: alignment)
        _ = try fixture.library.add(.folder(folder.path()))
        return (fixture, folder)
    }

    /// Returns an edit of one page's fields from their current to new values.
    private static func edit(_ operations: [(field: String, before: Any, after: Any)], revision: Int) throws -> String {
        let edit: [String: Any] = [
            "id": UUID().uuidString.lowercased(), "revision": revision,
            "operations": operations.map { ["path": "pages/1/\($0.field)", "before": $0.before, "after": $0.after] },
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: edit), as: UTF8.self)
    }

    private static func value(_ json: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    }

    private static func page(_ server: SampleClient) async throws -> [String: Any] {
        let content = try await server.get(path + "?include=content").json()["content"] as? [String: Any]
        return try #require((content?["pages"] as? [[String: Any]])?.first)
    }

    /// Returns the value of the field `captures`, derived from the page's response.
    private static func captures(_ page: [String: Any]) throws -> [[String: Any]] {
        try #require(page["captures"] as? [[String: Any]]).map { capture in
            var named = capture.filter { ["id", "label", "kind", "image", "alignment"].contains($0.key) }
            if var image = named["image"] as? [String: Any] {
                image["name"] = nil
                named["image"] = image
            }
            return named
        }
    }

    private static func publish(_ server: SampleClient, revision: Int) async throws -> SampleResponse {
        try await server.send(json: #"{"revision": \#(revision), "despiteErrors": true}"#, to: path + "/publish")
    }

    private static func stored(_ fixture: AccessFixture) throws -> PageInfo {
        try #require(try fixture.library.store.document("sheet").pages.first)
    }

    /// Returns the largest distance of the page's corners from their true positions on the second capture, in pixels of
    /// the capture.
    private static func distance(_ capture: CaptureInfo) -> Double {
        let page = [Point(x: 0, y: 0), Point(x: 600, y: 0), Point(x: 600, y: 800), Point(x: 0, y: 800)]
        return zip(page, CaptureFolder.corners).map { corner, place in
            capture.toCapture.apply(corner).map { hypot($0.x - place.x, $0.y - place.y) } ?? .infinity
        }.max() ?? .infinity
    }

    @Test func `an uploaded picture can become a capture, is aligned on publishing, and can be removed`() async throws {
        let (fixture, folder) = try Self.fixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            // The same bytes as the published capture, but as a separate scan without a position.
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "uv.tif")))
            let scan = try await server.upload(bytes, to: "/api/documents/sheet/scans?name=more.tif").json()
            let id = try #require(scan["id"] as? String)
            try await server.awaitScan(id, of: "sheet")
            let before = try Self.captures(try await Self.page(server))
            #expect(before.map { $0["id"] as? String } == ["day", "uv"])
            let image: [String: Any] = [
                "scan": id, "rotation": 0, "crop": NSNull(), "corners": NSNull(), "page": NSNull(),
            ]
            let new: [String: Any] = [
                "id": "more", "label": ["en": "Once more"], "kind": "ultraviolet", "image": image,
                "alignment": NSNull(),
            ]
            let added = try await server.send(
                json: Self.edit([("captures", before, before + [new])], revision: 0), to: Self.path + "/edits")
            #expect(added.status == .ok, "\(added.text)")
            let removal = try await server.send(
                .delete, "/api/documents/sheet/scans/\(id)", headers: [.origin: SampleClient.base])
            #expect(removal.status == .conflict && removal.text.contains("page 1"))
            let shown = try #require(try await Self.page(server)["captures"] as? [[String: Any]])
            #expect(shown.count == 3 && shown[2]["state"] as? String == "ready")
            #expect(shown[1]["distance"] is Double, "what was measured of the other stays: \(shown[1])")
            #expect(try await Self.publish(server, revision: 1).status == .ok)
            let page = try Self.stored(fixture)
            #expect(page.captures.map(\.id) == ["day", "uv", "more"])
            #expect(page.captures[2].isEstimated && page.captures[2].alignment != nil)
            #expect(Self.distance(page.captures[2]) < 3)
            #expect(page.captures[1].error != nil && !page.captures[1].isEstimated)
            // Without other captures the page has its image only.
            let published = try Self.captures(try await Self.page(server))
            let removed = try await server.send(
                json: Self.edit([("captures", published, NSNull())], revision: 2), to: Self.path + "/edits")
            #expect(removed.status == .ok, "\(removed.text)")
            #expect(try await Self.publish(server, revision: 3).status == .ok)
        }
        let page = try Self.stored(fixture)
        #expect(page.captures.isEmpty && page.sourceImage == "day.tif" && page.imageID == "sheet-1")
        #expect(try fixture.library.verify().damages == [])
    }

    @Test func `an alignment is estimated and measured on request, and a stated one replaces the estimate`()
        async throws
    {
        let (fixture, _) = try Self.fixture(alignment: nil)
        #expect(try Self.stored(fixture).captures[1].isEstimated)
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let page = try await Self.page(server)
            let captures = try Self.captures(page)
            #expect(captures[1]["alignment"] is NSNull)
            let shown = try #require(page["captures"] as? [[String: Any]])
            #expect((shown[1]["estimate"] as? [Any])?.count == 4)
            var image = try #require(page["image"] as? [String: Any])
            image["name"] = nil
            func error(of alignment: String) async throws -> Double {
                let body: [String: Any] = [
                    "page": image, "capture": captures[1]["image"] ?? "", "alignment": try Self.value(alignment),
                ]
                let response = try await server.send(
                    json: String(decoding: JSONSerialization.data(withJSONObject: body), as: UTF8.self),
                    to: Self.path + "/alignment")
                #expect(response.status == .ok, "\(response.text)")
                let found = try response.json()
                #expect((found["alignment"] as? [Any])?.count == 4)
                return try #require(found["error"] as? Double)
            }
            #expect(try await error(of: "null") < 2)
            #expect(try await error(of: CaptureFolder.alignment) < 2)
            let shifted = "[[[50, 20], [0, 0]], [[500, 35], [600, 0]], [[510, 622], [600, 800]], [[42, 610], [0, 800]]]"
            #expect(try await error(of: shifted) > 10)
            var after = captures
            after[1]["alignment"] = try Self.value(CaptureFolder.alignment)
            after[1]["kind"] = "other"
            let edited = try await server.send(
                json: Self.edit([("captures", captures, after)], revision: 0), to: Self.path + "/edits")
            #expect(edited.status == .ok, "\(edited.text)")
            #expect(try await Self.publish(server, revision: 1).status == .ok)
        }
        let capture = try Self.stored(fixture).captures[1]
        #expect(!capture.isEstimated && capture.kind == .other && Self.distance(capture) < 0.01)
        #expect(try #require(capture.error) < 2)
        let source = try fixture.library.store.sourceFiles(of: "sheet").first { $0.name == "document.json" }
        let text = String(decoding: try #require(source).bytes, as: UTF8.self)
        #expect(text.contains("\"lamp\": 365"), "keys that nobody knows stay: \(text)")
    }

    @Test func `invalid captures are rejected, and a page's image can change only together with its captures`()
        async throws
    {
        let (fixture, folder) = try Self.fixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let page = try await Self.page(server)
            let captures = try Self.captures(page)
            var image = try #require(page["image"] as? [String: Any])
            image["name"] = nil
            func refusal(_ after: Any) async throws -> String {
                let edit = try Self.edit([("captures", captures, after)], revision: 0)
                let response = try await server.send(json: edit, to: Self.path + "/edits")
                #expect(response.status == .unprocessableContent, "\(response.text)")
                return response.text
            }
            func with(_ key: String, _ value: Any, of place: Int = 1) -> [[String: Any]] {
                var after = captures
                after[place][key] = value
                return after
            }
            #expect(try await refusal(with("id", "day")).contains("captures"))
            #expect(try await refusal(with("id", "a-b")).contains("captures"))
            #expect(try await refusal(with("kind", "x-ray")).contains("captures"))
            #expect(try await refusal(with("lamp", 365)).contains("captures"))
            #expect(try await refusal(with("image", image, of: 0)).contains("captures"))
            #expect(try await refusal(with("alignment", [[[0, 0], [0, 0]]])).contains("four pairs"))
            let line = (0..<4).map { [[$0 * 10, $0 * 10], [$0 * 10, $0 * 10]] }
            #expect(try await refusal(with("alignment", line)).contains("four pairs"))
            var unknown = try #require(captures[1]["image"] as? [String: Any])
            unknown["scan"] = "s0000000000"
            #expect(try await refusal(with("image", unknown)).contains("uploaded"))
            let many =
                captures
                + (2...16).map { number in
                    captures[1].merging(["id": "c\(number)"]) { $1 }
                }
            #expect(try await refusal(many).contains("captures"))
            // Half of the page: the coordinates of everything on it change.
            let id = try #require(image["scan"] as? String)
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "day.tif")))
            _ = try await server.upload(bytes, to: "/api/documents/sheet/scans?name=day.tif")
            try await server.awaitScan(id, of: "sheet")
            let part = try await server.send(
                json: #"{"rotation": 0, "crop": [0, 0, 600, 400]}"#, to: "/api/documents/sheet/scans/\(id)/parts")
            try await server.awaitImage(try #require(try part.json()["imageId"] as? String))
            let cropped = image.merging(["crop": [0, 0, 600, 400]]) { $1 }
            let alone = try await server.send(
                json: Self.edit([("image", image, cropped)], revision: 0), to: Self.path + "/edits")
            #expect(alone.status == .unprocessableContent && alone.text.contains("captures"), "\(alone.text)")
            let both = try await server.send(
                json: Self.edit([("image", image, cropped), ("captures", captures, captures)], revision: 0),
                to: Self.path + "/edits")
            #expect(both.status == .ok, "\(both.text)")
            #expect(try await Self.publish(server, revision: 1).status == .ok)
        }
        let page = try Self.stored(fixture)
        #expect(page.height == 400 && page.captures.map(\.id) == ["day", "uv"])
        #expect(Self.distance(page.captures[1]) < 0.01)
    }

    @Test func `two rectified pictures are aligned corner to corner, and captures with corners can be edited`()
        async throws
    {
        let (fixture, folder) = try Self.fixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            // The page, and a picture that has nothing in common with it.
            let pictures = [
                [UInt8](try Data(contentsOf: folder.appending(path: "day.tif"))), ScanRoutesTests.picture(),
            ]
            var images: [[String: Any]] = []
            var sizes: [(Double, Double)] = []
            for (number, bytes) in pictures.enumerated() {
                let scan = try await server.upload(bytes, to: "/api/documents/sheet/scans?name=\(number).tif").json()
                let id = try #require(scan["id"] as? String)
                try await server.awaitScan(id, of: "sheet")
                let (width, height) = (
                    try #require(scan["width"] as? Double), try #require(scan["height"] as? Double)
                )
                let corners = [[2.5, 1], [width - 3, 2], [width - 2, height - 3], [1, height - 2.5]]
                let body = try JSONSerialization.data(withJSONObject: ["corners": corners])
                let part = try await server.send(
                    json: String(decoding: body, as: UTF8.self), to: "/api/documents/sheet/scans/\(id)/parts")
                let facts = try part.json()
                try await server.awaitImage(try #require(facts["imageId"] as? String))
                sizes.append(
                    (try #require(facts["width"] as? Double), try #require(facts["height"] as? Double)))
                images.append(["scan": id, "rotation": 0, "crop": NSNull(), "corners": corners])
            }
            let body = try JSONSerialization.data(withJSONObject: [
                "page": images[0], "capture": images[1], "alignment": NSNull(),
            ])
            let response = try await server.send(
                json: String(decoding: body, as: UTF8.self), to: Self.path + "/alignment")
            let alignment = try #require(try response.json()["alignment"] as? [[[Double]]])
            let (page, capture) = (sizes[0], sizes[1])
            #expect(
                alignment == [
                    [[0, 0], [0, 0]], [[capture.0, 0], [page.0, 0]], [[capture.0, capture.1], [page.0, page.1]],
                    [[0, capture.1], [0, page.1]],
                ])
            // Change fields with corners repeatedly.
            var before: Any = NSNull()
            let known = try Self.captures(try await Self.page(server))
            before = known
            for (turn, kind) in ["raking", "infrared"].enumerated() {
                let new: [String: Any] = [
                    "id": "more", "label": NSNull(), "kind": kind, "image": images[1], "alignment": alignment,
                ]
                let after = known + [new]
                let edited = try await server.send(
                    json: Self.edit([("captures", before, after)], revision: turn), to: Self.path + "/edits")
                #expect(edited.status == .ok, "\(edited.text)")
                before = after
            }
        }
    }

    @Test func `a capture that cannot be aligned is not published`() async throws {
        let (fixture, _) = try Self.fixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let bytes = ScanRoutesTests.picture()
            let scan = try await server.upload(bytes, to: "/api/documents/sheet/scans?name=more.tif").json()
            let id = try #require(scan["id"] as? String)
            try await server.awaitScan(id, of: "sheet")
            let captures = try Self.captures(try await Self.page(server))
            let image: [String: Any] = ["scan": id, "rotation": 0, "crop": NSNull()]
            let new: [String: Any] = ["id": "more", "kind": "raking", "image": image]
            let added = try await server.send(
                json: Self.edit([("captures", captures, captures + [new])], revision: 0), to: Self.path + "/edits")
            #expect(added.status == .ok, "\(added.text)")
            let refused = try await Self.publish(server, revision: 1)
            #expect(refused.status == .unprocessableContent && refused.text.contains("captures[2].alignment"))
            #expect(try Self.stored(fixture).captures.count == 2)
        }
    }
}
