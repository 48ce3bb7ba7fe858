import Foundation
import TestSupport
import Testing

@testable import explore

@Suite("explore slice", .ownThreads) struct SliceCommandTests {
    @Test(arguments: [
        (0 as Int64, "0 bytes"), (999, "999 bytes"), (12_345, "12 kB"), (41_234_567, "41.2 MB"),
        (1_254_000_000, "1.25 GB"),
    ])
    func `sizes are formatted for people`(byteCount: Int64, words: String) {
        #expect(Terminal.size(byteCount) == words)
    }

    @Test(arguments: [
        (0.04, 1, "0.0"), (0.05, 1, "0.1"), (12.345, 2, "12.35"), (-1.5, 0, "-2"), (-0.01, 1, "0.0"), (7, 0, "7"),
    ])
    func `decimals are formatted with a point and the given number of places`(value: Double, places: Int, words: String)
    {
        #expect(Terminal.decimal(value, places: places) == words)
    }

    @Test(arguments: [(0.2, "1 s"), (59, "59 s"), (80, "1 min 20 s"), (7500, "2 h 5 min")])
    func `durations are formatted for people`(seconds: Double, words: String) {
        #expect(Terminal.duration(seconds) == words)
    }

    @Test func `progress has rate and remaining time once they are known`() {
        #expect(ProgressLine.pace(percent: 4, seconds: 1, pixelCount: 100_000_000) == "")
        #expect(ProgressLine.pace(percent: 50, seconds: 2, pixelCount: 100_000_000) == ", 25 MP/s, 2 s left")
        #expect(ProgressLine.pace(percent: 50, seconds: 20, pixelCount: 100_000_000) == ", 2.5 MP/s, 20 s left")
        #expect(ProgressLine.pace(percent: 100, seconds: 2, pixelCount: nil) == "")
    }

    /// Writes a scan that is large enough to be interrupted.
    private func scan(in scratch: Scratch, side: Int) throws {
        var bytes = Data()
        var value: UInt8 = 0
        bytes.append(
            Data(
                (0..<side * 3).map { index in
                    value = value &* 5 &+ UInt8(truncatingIfNeeded: index)
                    return value
                }))
        let row = bytes.suffix(side * 3)
        for _ in 1..<side { bytes.append(row) }
        try Data(PlainTIFF.bytes(width: side, height: side, pixels: bytes))
            .write(to: scratch.folder.appending(path: "scan.tif"))
    }

    @Test func `slice prints its result, and plain progress lines without a terminal`() throws {
        let scratch = try Scratch()
        try scan(in: scratch, side: 300)
        let run = try CommandLineRun(["slice", "scan.tif", "-o", "scan.szi"], directory: scratch.folder)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("scan.szi: 300 × 300 px, 13 tiles, "))
        #expect(run.errorOutput.contains("slicing: 100 %\n") && !run.errorOutput.contains("\u{1B}"))
        #expect(run.errors.isEmpty)
        #expect(scratch.files() == ["scan.szi", "scan.tif"])
    }

    @Test func `a missing page is one error`() throws {
        let scratch = try Scratch()
        try scan(in: scratch, side: 30)
        let run = try CommandLineRun(["slice", "scan.tif", "-o", "a.szi", "--page", "2"], directory: scratch.folder)
        #expect(run.status == 2)
        #expect(run.errors == ["explore: scan.tif: has no page 2, expected 1"])
        #expect(scratch.files() == ["scan.tif"])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted slice reports it and leaves no file`(number: Int32) throws {
        let scratch = try Scratch()
        try scan(in: scratch, side: 6000)
        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments = ["slice", "scan.tif", "-o", "scan.szi", "--format", "webp"]
        process.currentDirectoryURL = scratch.folder
        let errorOutput = Pipe()
        process.standardError = errorOutput
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // Its partial file exists once it handles signals.
        let deadline = ContinuousClock.now + .seconds(60)
        while !scratch.files().contains(where: { $0.hasPrefix("scan.szi.partial-") }), .now < deadline {
            usleep(5000)
        }
        kill(process.processIdentifier, number)
        let words = String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(words.hasSuffix("explore: interrupted; scan.szi was not written\n"))
        #expect(scratch.files() == ["scan.tif"])
    }
}
