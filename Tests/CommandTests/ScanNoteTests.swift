import Foundation
import TestSupport
import Testing

/// What commands report about scans that they accept or reject.
@Suite("Notes on scans", .ownThreads) struct ScanNoteTests {
    /// Writes a valid TIFF except for the order of two of its fields.
    private static func oddTIFF(in scratch: Scratch, _ name: String) throws {
        var bytes = PlainTIFF.bytes(width: 40, height: 30, pixels: [UInt8](repeating: 90, count: 3600))
        // Compression and PhotometricInterpretation are neighbours of 12 bytes each.
        let first = try #require(Data(bytes).range(of: Data([0x03, 0x01, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0]))).lowerBound
        let (compression, colours) = (bytes[first..<first + 12], bytes[first + 12..<first + 24])
        bytes.replaceSubrange(first..<first + 24, with: Array(colours) + Array(compression))
        try Data(bytes).write(to: scratch.folder.appending(path: name))
    }

    @Test func `slice and add note a scan decoded with warnings once, with its name`() throws {
        let scratch = try Scratch()
        try Self.oddTIFF(in: scratch, "odd.tif")
        let sliced = try CommandLineRun(["slice", "odd.tif", "-o", "odd.szi"], directory: scratch.folder)
        #expect(sliced.status == 0, "\(sliced.errorOutput)")
        #expect(sliced.errors.count == 1, "\(sliced.errorOutput)")
        #expect(
            sliced.errors.first?.hasPrefix("explore: note: odd.tif: was decoded with a warning: ") == true,
            "\(sliced.errorOutput)")
        let added = try CommandLineRun(["add", "odd.tif"], library: scratch)
        #expect(added.status == 0 && added.errors.count == 1, "\(added.errorOutput)")
        #expect(added.errors.first == sliced.errors.first)
    }

    @Test func `an unsupported file is refused with the name of its format`() throws {
        let scratch = try Scratch()
        try Data("BM6\u{4}\u{0}\u{0}".utf8).write(to: scratch.folder.appending(path: "scan.jpg"))
        let run = try CommandLineRun(["add", "scan.jpg"], library: scratch)
        #expect(run.status == 2)
        #expect(
            run.errors.first?.contains("scan.jpg: is BMP, which is not supported, expected an image: JPEG,") == true)
    }
}
