import HTTPTypes
import TestSupport
import Testing
import TileEngine
import WebDocuments

@testable import ExplorerServer

/// For any request: valid ones have one canonical address, and no input crashes the program.
@Suite struct ImageRequestParserTests {
    private static func parser(_ version: ImageAPIVersion, using random: inout Seeded) throws -> ImageRequestParser {
        let sides = [1, 2, 3, 255, 256, 257, 1_000, 6_000, 70_000, Pyramid.longestSide]
        return ImageRequestParser(
            version: version,
            pyramid: try Pyramid(
                width: sides.randomElement(using: &random) ?? 1, height: sides.randomElement(using: &random) ?? 1),
            limits: RenderLimits(outputArea: [70_000, 24 << 20].randomElement(using: &random) ?? 1), paper: .white)
    }

    private static func parse(_ path: String, by parser: ImageRequestParser) throws -> RegionRequest? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        do throws(Problem) {
            return try parser.request(region: parts[0], size: parts[1], rotation: parts[2], file: parts[3])
        } catch {
            #expect([400, 501].contains(error.status.code) && !error.detail.isEmpty, "\(path)")
            return nil
        }
    }

    private static func number(upTo most: Int, using random: inout Seeded) -> String {
        let edge = [0, 1, most - 1, most, most + 1, 2 * most, 1 << 40].filter { $0 >= 0 }
        return String(
            Bool.random(using: &random)
                ? edge.randomElement(using: &random) ?? 0 : Int.random(in: 0...max(1, most), using: &random))
    }

    private static func decimal(using random: inout Seeded) -> String {
        [
            "0.\(Int.random(in: 0...999_999, using: &random))", "\(Int.random(in: 0...220, using: &random))",
            "33.3333333333",
        ]
        .randomElement(using: &random) ?? "1"
    }

    private static func path(for parser: ImageRequestParser, using random: inout Seeded) -> String {
        let (width, height) = (parser.pyramid.width, parser.pyramid.height)
        func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
        let sides = (0..<4).map { number(upTo: $0 % 2 == 0 ? width : height, using: &random) }
        let parts = (0..<4).map { _ in decimal(using: &random) }
        let (wide, high) = (number(upTo: width, using: &random), number(upTo: height, using: &random))
        let region = any(["full", "square", sides.joined(separator: ","), "pct:" + parts.joined(separator: ",")])
        let size = any([
            "max", "full", "\(wide),", ",\(high)", "\(wide),\(high)", "!\(wide),\(high)",
            "pct:\(decimal(using: &random))",
        ])
        let rotation = any(["0", "90", "180", "!270", "45", "!22.5", "0.00012", decimal(using: &random)])
        let file = any(["default.jpg", "color.png", "gray.webp", "bitonal.tif", "default.jpg"])
        return "\(region)/\(any(["", "^"]))\(size)/\(rotation)/\(file)"
    }

    @Test(arguments: ImageAPIVersion.allCases)
    func `a canonical address parses to the same request, is its own canonical form, and obeys limits`(
        version: ImageAPIVersion
    ) throws {
        var (random, count) = (Seeded(1225), 0)
        for _ in 0..<4_000 {
            let parser = try Self.parser(version, using: &random)
            let path = Self.path(for: parser, using: &random)
            guard let request = try Self.parse(path, by: parser) else { continue }
            count += 1
            #expect(throws: Never.self, "\(path)") {
                // A format may limit the sides more than the request does, which the renderer reports.
                var plain = request
                plain.encoding.format = .png
                try plain.validate(for: parser.pyramid)
            }
            #expect(
                parser.sizeLimits.allow(request.size) || parser.pyramid.level(ofWhole: request) != nil, "\(path)")
            let canonical = parser.canonicalPath(of: request, image: "a")
            let prefix = version.prefix + "a/"
            try #require(canonical.hasPrefix(prefix))
            let again = try #require(
                try Self.parse(String(canonical.dropFirst(prefix.count)), by: parser), "\(path) \(canonical)")
            #expect(again == request, "\(path) \(canonical)")
            #expect(parser.canonicalPath(of: again, image: "a") == canonical)
        }
        #expect(count > 500, "too few requests were legal to prove anything")
    }

    @Test func `random input is rejected with an explanation`() throws {
        var random = Seeded(1297)
        let pieces =
            Array("0123456789,.:!^/%-+ eE").map(String.init) + [
                "pct:", "max", "full", "default", ".jpg", "é", "99999999999999999999",
            ]
        for version in ImageAPIVersion.allCases {
            for _ in 0..<4_000 {
                let parser = try Self.parser(version, using: &random)
                let parts = (0..<4).map { _ in
                    (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                        .joined().filter { $0 != "/" }
                }
                _ = try Self.parse(parts.joined(separator: "/"), by: parser)
            }
        }
    }
}
