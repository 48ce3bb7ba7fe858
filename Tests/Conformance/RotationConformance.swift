import Foundation
import TestSupport
import Testing

/// Image API 3.0, 4.3 and 2.1, 4.3: both versions rotate in the same way.
@Suite(.ownThreads) struct RotationConformance {
    private static let versions = ["3", "2"]

    /// Returns the position of a point of the scaled picture of 200 × 140 after mirroring and rotation by right angles.
    private func place(_ x: Int, _ y: Int, isMirrored: Bool, degrees: Int) -> (x: Int, y: Int) {
        let x = isMirrored ? 199 - x : x
        switch degrees {
        case 90: return (139 - y, x)
        case 180: return (199 - x, 139 - y)
        case 270: return (y, 199 - x)
        default: return (x, y)
        }
    }

    @Test(arguments: [0, 90, 180, 270, 360], [false, true])
    func `3.0 and 2.1, 4.3: right angles rotate clockwise, after mirroring`(degrees: Int, isMirrored: Bool) async throws
    {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for format in ["png", "jpg"] {
                    let rotation = (isMirrored ? "!" : "") + String(degrees)
                    let picture = try await server.picture(
                        "/iiif/\(version)/squares-1/full/200,140/\(rotation)/default.\(format)")
                    #expect((picture.width, picture.height) == (degrees % 180 == 90 ? (140, 200) : (200, 140)))
                    for column in 0..<10 {
                        for row in 0..<7 {
                            let (x, y) = place(
                                column * 20 + 10, row * 20 + 10, isMirrored: isMirrored, degrees: degrees)
                            // Squares of 20 px are not uniform in a JPEG with subsampled colour.
                            let colour = ConformanceServer.colour(column, row)
                            #expect(picture.shows(colour, x: x, y: y, within: format == "png" ? 6 : 14), "\(rotation)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: ["png", "webp", "tif"])
    func `3.0 and 2.1, 4.3: any other angle gives the bounding box, with transparent corners`(
        format: String
    ) async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for rotation in ["22.5", "!22.5", "45", "200.25", ".5"] {
                    let degrees = try #require(Double("0" + rotation.filter { $0 != "!" })) * .pi / 180
                    let picture = try await server.picture(
                        "/iiif/\(version)/squares-1/full/400,280/\(rotation)/default.\(format)")
                    let (cosine, sine) = (abs(cos(degrees)), abs(sin(degrees)))
                    #expect(abs(Double(picture.width) - (400 * cosine + 280 * sine)) < 1, "\(rotation)")
                    #expect(abs(Double(picture.height) - (400 * sine + 280 * cosine)) < 1, "\(rotation)")
                    #expect(picture.channelCount == 4, "\(rotation)")
                    if rotation != ".5" { #expect(picture[0, 0][3] == 0 && picture[picture.width - 1, 0][3] == 0) }
                    // The centre does not move: the square of column 5 and row 3 begins there.
                    #expect(picture[picture.width / 2, picture.height / 2][3] == 255)
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.3: a picture rotated by 30° has its content rotated clockwise`() async throws {
        try await ConformanceServer.test { server in
            let picture = try await server.picture("/iiif/3/squares-1/full/400,280/30/default.png")
            let angle = 30 * Double.pi / 180
            for column in 0..<10 {
                for row in 0..<7 {
                    let (x, y) = (Double(column * 40 + 20 - 200), Double(row * 40 + 20 - 140))
                    let turnedX = Double(picture.width) / 2 + x * cos(angle) - y * sin(angle)
                    let turnedY = Double(picture.height) / 2 + x * sin(angle) + y * cos(angle)
                    #expect(
                        picture.shows(ConformanceServer.colour(column, row), x: Int(turnedX), y: Int(turnedY)),
                        "\(column) \(row)")
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.3: in a JPEG the corners have the document's paper colour`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                let picture = try await server.picture("/iiif/\(version)/squares-1/full/400,280/45/default.jpg")
                #expect(picture.channelCount == 3)
                #expect(picture.shows(ConformanceServer.paper, x: 3, y: 3))
                // A document without a palette has white paper.
                let white = try await server.picture("/iiif/\(version)/dot-1/full/max/45/default.jpg")
                #expect((white.width, white.height) == (2, 2))
                let grey = try await server.picture("/iiif/\(version)/grey-1/full/max/45/default.jpg")
                #expect(grey.shows([255, 255, 255], x: 3, y: 3))
            }
        }
    }

    @Test func `3.0 and 2.1, 4.3: a malformed rotation or one beyond 360 is 400`() async throws {
        try await ConformanceServer.test { server in
            for rotation in ["360.1", "361", "-90", "+90", "1e1", "!", "!!0", "0!", "a", "nan", "90,", "9%200", "."] {
                for version in Self.versions {
                    let path = "/iiif/\(version)/squares-1/full/100,/\(rotation)/default.jpg"
                    try await #expect(server.status(path) == 400, "\(path)")
                }
            }
        }
    }
}
