import HTTPTypes
import TestSupport
import Testing

/// Image API 3.0, 4.4 and 4.5; 2.1, 4.4 and 4.5: qualities and formats.
@Suite(.ownThreads) struct QualityConformance {
    private static let versions = ["3", "2"]
    private static let formats = ["jpg", "png", "webp", "tif"]

    @Test(arguments: formats)
    func `3.0 and 2.1, 4.4: default and color have the image's colours in every format`(format: String) async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for quality in ["default", "color"] {
                    let picture = try await server.picture(
                        "/iiif/\(version)/squares-1/full/500,/0/\(quality).\(format)")
                    #expect((picture.width, picture.height, picture.channelCount) == (500, 350, 3))
                    for column in 0..<10 {
                        for row in 0..<7 {
                            let colour = ConformanceServer.colour(column, row)
                            #expect(picture.shows(colour, x: column * 50 + 25, y: row * 50 + 25, within: 10))
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: formats)
    func `3.0 and 2.1, 4.4: gray has shades of grey`(format: String) async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                let picture = try await server.picture("/iiif/\(version)/squares-1/full/500,/0/gray.\(format)")
                // WebP has no greyscale format.
                #expect(picture.channelCount == (format == "webp" ? 3 : 1))
                for column in 0..<10 {
                    for row in 0..<7 {
                        let luma = ConformanceServer.luma(column, row)
                        #expect(
                            picture.shows([luma, luma, luma], x: column * 50 + 25, y: row * 50 + 25),
                            "\(format) \(column) \(row)")
                    }
                }
            }
        }
    }

    @Test(arguments: formats)
    func `3.0 and 2.1, 4.4: bitonal is black and white`(format: String) async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                let picture = try await server.picture("/iiif/\(version)/squares-1/full/500,/0/bitonal.\(format)")
                // JPEG cannot represent bitonal edges exactly.
                if format != "jpg" {
                    for channel in 0..<picture.channelCount {
                        #expect(picture.values(ofChannel: channel) == [0, 255], "\(format)")
                    }
                }
                for column in 0..<10 {
                    for row in 0..<7 {
                        let luma = ConformanceServer.luma(column, row)
                        // Within the errors of compression, either is right.
                        guard abs(luma - 128) > 6 else { continue }
                        let colour = luma < 128 ? [0, 0, 0] : [255, 255, 255]
                        #expect(picture.shows(colour, x: column * 50 + 25, y: row * 50 + 25, within: 12))
                    }
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.4 and 4.6: quality is applied after rotation, also to the corners`()
        async throws
    {
        try await ConformanceServer.test { server in
            let (red, green, blue) = (
                ConformanceServer.paper[0], ConformanceServer.paper[1], ConformanceServer.paper[2]
            )
            let luma = (299 * red + 587 * green + 114 * blue) / 1000
            let gray = try await server.picture("/iiif/3/squares-1/full/400,/45/gray.jpg")
            #expect(gray.channelCount == 1 && gray.shows([luma, luma, luma], x: 3, y: 3))
            let bitonal = try await server.picture("/iiif/3/squares-1/full/400,/45/bitonal.jpg")
            #expect(bitonal.channelCount == 1 && bitonal.shows([255, 255, 255], x: 3, y: 3))
            let clear = try await server.picture("/iiif/3/squares-1/full/400,/45/bitonal.png")
            #expect(clear.channelCount == 2 && clear.values(ofChannel: 1) == [0, 255])
        }
    }

    @Test func `3.0 and 2.1, 4.4: default, color and gray of a grey image have its shades`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for quality in ["default", "color", "gray"] {
                    let picture = try await server.picture("/iiif/\(version)/grey-1/full/max/0/\(quality).png")
                    #expect(
                        picture.shows([90, 90, 90], x: 50, y: 100) && picture.shows([200, 200, 200], x: 250, y: 100))
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.5: every format has its media type and signature`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for (format, type, signature) in [
                    ("jpg", "image/jpeg", [0xFF, 0xD8, 0xFF]), ("png", "image/png", [0x89, 0x50, 0x4E, 0x47]),
                    ("webp", "image/webp", Array("RIFF".utf8)), ("tif", "image/tiff", [0x49, 0x49, 0x2A, 0x00]),
                ] as [(String, String, [UInt8])] {
                    let response = try await server.get(
                        "/iiif/\(version)/squares-1/10,10,50,40/25,20/0/default.\(format)")
                    #expect(response.headers[.contentType] == type)
                    #expect(response.bytes.starts(with: signature))
                }
            }
        }
    }

    @Test func `3.0, 7.3 and 2.1, 7.2: a specified but unsupported format is 501`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for format in ["gif", "jp2", "pdf"] {
                    let path = "/iiif/\(version)/squares-1/full/100,/0/default.\(format)"
                    try await #expect(server.status(path) == 501, "\(path)")
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.4 and 4.5: an unknown quality or format is 400`() async throws {
        try await ConformanceServer.test { server in
            for file in [
                "native.jpg", "grey.jpg", "Default.jpg", "default", "default.", ".jpg", "default.bmp", "default.JPG",
                "default.jpeg", "default.tiff", "default.jpg.jpg", "default.jpg.", "color,gray.jpg", "default%20.jpg",
            ] {
                for version in Self.versions {
                    let path = "/iiif/\(version)/squares-1/full/100,/0/\(file)"
                    try await #expect(server.status(path) == 400, "\(path)")
                }
            }
        }
    }
}
