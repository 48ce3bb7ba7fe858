import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import TileEngine

/// A server with pictures whose every pixel is known.
///
/// - `squares-1`: 1000 × 700, ten by seven squares of 100 px, each in a different colour (``colour(_:_:)``). The
///   document has a distinct paper colour, rights, and titles in two languages.
/// - `grey-1`: 300 × 200, grey 90 on the left and 200 on the right.
/// - `dot-1`: 1 × 1.
/// - `line-1`: 3000 × 2, the first third red, the second green, the last blue.
enum ConformanceServer {
    /// The prefix of absolute addresses.
    static let base = "https://iiif.example.org"

    /// The colour of the paper of `squares`.
    static let paper = [0xE0, 0xC0, 0x80]

    /// Returns the colour of a square of `squares-1`, by column and row.
    static func colour(_ column: Int, _ row: Int) -> [Int] {
        [20 + column * 22, 20 + row * 33, 20 + (column * 7 + row * 3) % 10 * 22]
    }

    /// Returns its luma (ITU-R BT.601).
    static func luma(_ column: Int, _ row: Int) -> Int {
        let colour = colour(column, row)
        return (299 * colour[0] + 587 * colour[1] + 114 * colour[2]) / 1000
    }

    private static let library = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-conformance-\(UUID().uuidString)")
        SampleServer.removeAtExit(folder)
        let sources = folder.appending(path: "squares")
        try FileManager.default.createDirectory(
            at: sources.appending(path: "texts"), withIntermediateDirectories: true)
        for (name, text) in [
            ("document.json", document), ("categories.json", "[]"), ("clauses.json", "[]"), ("texts/en.json", "{}"),
        ] {
            try Data(text.utf8).write(to: sources.appending(path: name))
        }
        try writeSquares(to: sources.appending(path: "scan.png"))
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(sources.path()))
        try write(300, 200, channelCount: 1, to: folder.appending(path: "grey.png")) { x, _ in [x < 150 ? 90 : 200] }
        try write(1, 1, channelCount: 3, to: folder.appending(path: "dot.png")) { _, _ in [200, 30, 40] }
        try write(3000, 2, channelCount: 3, to: folder.appending(path: "line.png")) { x, _ in
            [[250, 0, 0], [0, 250, 0], [0, 0, 250]][x / 1000]
        }
        for name in ["grey", "dot", "line"] {
            _ = try library.add(.image(folder.appending(path: name + ".png").path()))
        }
        return library
    }

    /// Returns the library of all these pictures, created once.
    static func sharedLibrary() throws -> Library { try library.get() }

    /// Runs the body against a listening server.
    ///
    /// - Parameter outputArea: The maximum number of pixels of a response.
    static func test(
        outputArea: Int? = nil, imagesInProgress: ImagesInProgress = ImagesInProgress(), library: Library? = nil,
        _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws {
        var options = ServerOptions(publicURL: base)
        if let outputArea { options.limits.outputArea = outputArea }
        try await SampleServer.test(
            options, library: try library ?? sharedLibrary(), imagesInProgress: imagesInProgress, over: .live, body)
    }

    private static let document = """
        {
          "id": "squares", "title": { "en": "Squares", "fr": "Carrés" }, "status": "published", "language": "en",
          "languages": ["en"], "rights": "https://creativecommons.org/publicdomain/zero/1.0/",
          "attribution": { "en": "A library" },
          "palette": { "paper": "#e0c080", "ink": "#222222", "accent": "#a03020", "background": "#101010",
            "overlays": ["#112233", "#445566"] },
          "pages": [ { "image": "scan.png", "pixelsPerMillimetre": 10 } ]
        }
        """

    /// Writes the picture of `squares-1`.
    static func writeSquares(to file: URL) throws {
        try write(1000, 700, channelCount: 3, to: file) { x, y in colour(x / 100, y / 100) }
    }

    private static func write(
        _ width: Int, _ height: Int, channelCount: Int, to file: URL, _ colour: (Int, Int) -> [Int]
    ) throws {
        let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in colour(x, y).map { UInt8(clamping: $0) } } }
        let picture = try #require(
            RenderedPixels(
                size: PixelSize(width: width, height: height), channelCount: channelCount, pixels: pixels))
        try Data(picture.encoded(as: ImageEncoding(.png))).write(to: file)
    }
}

extension SampleClient {
    /// Returns the picture of a response with status 200.
    func picture(_ path: String) async throws -> DecodedPicture {
        let response = try await get(path)
        try #require(response.status == .ok, "\(path): \(String(decoding: response.bytes.prefix(300), as: UTF8.self))")
        return try DecodedPicture(response)
    }

    /// Returns the status of a GET; for an error, checks that the body is a problem document.
    func status(_ path: String) async throws -> Int {
        let response = try await get(path)
        if response.status.code >= 400 {
            #expect(response.headers[.contentType] == "application/problem+json", "\(path)")
            let detail = try response.json()["detail"] as? String
            #expect(detail?.isEmpty == false, "\(path)")
        }
        return response.status.code
    }
}
