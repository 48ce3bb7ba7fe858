import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Interrupted slicing")
struct InterruptedSliceTests {
    private static func picture(in folder: TemporaryFolder, orientation: Int = 1) throws -> String {
        let picture = try StripReference.picture(900, 1300).applying(cvips_copy)
        cvips_image_set_int(picture.pointer, "orientation", Int32(orientation))
        return try StripReference.write(picture, to: folder, suffix: ".jpg")
    }

    /// Slices in a separate process that may write no file larger than `byteCount`, as on a full disk.
    ///
    /// - Returns: The error's description.
    private static func sliceOnFullDisk(_ path: String, to out: String, byteCount: Int) -> String {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return "no limit" }
        do {
            try Slicer.slice(try Scan(path: path), to: out)
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [1, 6])
    func `a full disk gives one clear error and leaves no partial file`(orientation: Int) async throws {
        let folder = try TemporaryFolder()
        let path = try Self.picture(in: folder, orientation: orientation)
        let out = folder.file("out.szi")
        try Slicer.slice(try Scan(path: path), to: out)
        let byteCount = Int(try TileArchive(path: out).byteCount)
        try FileManager.default.removeItem(atPath: out)
        // In the first tiles, among the others, and in the directory at the end.
        for sizeLimit in [1000, byteCount / 2, byteCount - 10] {
            await #expect(processExitsWith: .success) {
                [path = path as String, out = out as String, sizeLimit = sizeLimit as Int] in
                let words = Self.sliceOnFullDisk(path, to: out, byteCount: sizeLimit)
                #expect(words.hasPrefix("\(out): cannot be written: "), "\(words)")
                #expect(
                    words.contains("File too large") || words.contains("no disk space to rotate the scan"), "\(words)")
            }
            #expect(try folder.contents == ["scan.jpg"], "room for \(sizeLimit) bytes")
        }
    }

    @Test(arguments: [(1, 0.0), (1, 0.5), (6, 0.0), (6, 0.5)])
    func `after kill -9 the next slicing cleans up and gives the same bytes`(orientation: Int, fraction: Double)
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try Self.picture(in: folder, orientation: orientation)
        let out = folder.file("out.szi")
        try Slicer.slice(try Scan(path: path), to: out)
        let whole = try Data(contentsOf: URL(fileURLWithPath: out))
        try FileManager.default.removeItem(atPath: out)

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, out = out as String, fraction = fraction as Double] in
            try Slicer.slice(
                try Scan(path: path), to: out,
                progress: { if $0.fraction > fraction { kill(getpid(), SIGKILL) } })
        }
        let remaining = try folder.contents
        #expect(remaining.contains { $0.hasPrefix("out.szi.partial-") }, "\(remaining)")
        #expect(!remaining.contains("out.szi"))
        try Slicer.slice(try Scan(path: path), to: out)
        #expect(try folder.contents == ["out.szi", "scan.jpg"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: out)) == whole)
    }
}
