import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("JPEGHeader")
struct JPEGHeaderTests {
    private func header(of path: String) throws -> JPEGHeader? {
        try JPEGHeader(OpenFile.forReading(path, expected: "a JPEG"))
    }

    /// Compares the result with libvips' for the same file.
    private func compare(_ path: String) throws {
        let image = try Scan.open(path, as: .jpeg)
        let header = try header(of: path)
        guard [1, 3].contains(image.bandCount) else {
            #expect(header == nil, "\(path)")
            return
        }
        let found = try #require(header, "\(path)")
        #expect(found.size == PixelSize(width: image.width, height: image.height), "\(path)")
        #expect(found.channels == image.bandCount, "\(path)")
        #expect(found.hasSeveralScans == image.hasFlag("jpeg-multiscan"), "\(path)")
        #expect(found.orientation == image.orientation, "\(path)")
        #expect(found.hasColourProfile == image.hasProfile, "\(path)")
    }

    @Test(arguments: ["", "[interlace]", "[profile=srgb]", "[strip]", "[subsample-mode=off,optimize-coding]"], 1...8)
    func `the header has the values that libvips reads`(options: String, orientation: Int) throws {
        let folder = try TemporaryFolder()
        for channels in [1, 3] {
            let picture = try StripReference.picture(31, 17, channels: channels).applying(cvips_copy)
            cvips_image_set_int(picture.pointer, "orientation", Int32(orientation))
            try compare(try StripReference.write(picture, to: folder, suffix: ".jpg\(options)"))
        }
    }

    @Test(SharedData.required) func `the headers of real archive scans have the values that libvips reads`() throws {
        let folders = ["charter-auxerre-h2404", "charter-besancon-par03", "charter-liege", "ms-penn660", "ms-ubl758"]
        let paths = folders.flatMap { SharedData.files(in: $0, extensions: [".jpg", ".jpeg"]) }
        #expect(paths.count > 4)
        for path in paths { try compare(path) }
    }

    @Test func `a randomly damaged header gives valid values or nil`() throws {
        let folder = try TemporaryFolder()
        let picture = try StripReference.picture(31, 17).applying(cvips_copy)
        cvips_image_set_int(picture.pointer, "orientation", 6)
        let path = try StripReference.write(picture, to: folder, suffix: ".jpg")
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var numbers = RepeatableNumbers(seed: 5)
        for round in 0..<600 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                bytes[Int.random(in: 0..<600, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers)) }
            guard !bytes.isEmpty, let header = try header(of: folder.writing(bytes, to: "turned.jpg")) else { continue }
            #expect((1...8).contains(header.orientation))
            #expect([1, 3].contains(header.channels))
        }
    }
}
