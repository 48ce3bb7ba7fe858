import Foundation
import TestSupport
import Testing

/// Recordings of a document on the command line.
@Suite("Recordings", .ownThreads) struct RecordingCommandTests {
    private static let cues = Data("WEBVTT\n\n00:00.000 --> 00:00.300\nPeace\n".utf8)

    /// Creates a library with two versions of a document, which differ in a recording.
    private static func library() throws -> Scratch {
        let scratch = try Scratch()
        let source = scratch.folder.appending(path: "charter")
        for folder in ["texts", "audio/en"] {
            try FileManager.default.createDirectory(
                at: source.appending(path: folder), withIntermediateDirectories: true)
        }
        let files: [String: Data] = [
            "document.json": Data(
                #"""
                { "id": "charter", "title": "Charter", "language": "en", "languages": ["en"],
                  "pages": [ { "image": "scan.tif" } ] }
                """#.utf8),
            "clauses.json": Data(
                #"[{ "id": "1", "number": "1", "regions": [{ "page": 1, "polygon": [[0,0],[9,0],[9,9]] }] }]"#.utf8),
            "texts/en.json": Data(#"{ "1": { "title": "Peace" } }"#.utf8), "audio/en/1.vtt": cues,
            "scan.tif": Data(PlainTIFF.bytes(width: 40, height: 30, pixels: Data(repeating: 90, count: 3600))),
        ]
        for (name, data) in files { try data.write(to: source.appending(path: name)) }
        for sound in [SoundFiles.vbr, SoundFiles.cbr] {
            try sound.write(to: source.appending(path: "audio/en/1.mp3"))
            let run = try CommandLineRun(["add", "charter"], library: scratch)
            try #require(run.status == 0, "\(run.errorOutput)")
        }
        return scratch
    }

    private static func sounds(_ scratch: Scratch, in folder: String = "library") -> [String] {
        scratch.files().filter { $0.hasPrefix("\(folder)/originals/") && $0.hasSuffix(".mp3") }.sorted()
    }

    @Test func `each version keeps its recordings, which are exported, restored and backed up`() throws {
        let scratch = try Self.library()
        #expect(Self.sounds(scratch).count == 2)
        #expect(try CommandLineRun(["add", "charter"], library: scratch).output.contains("unchanged"))
        #expect(try CommandLineRun(["history", "charter"], library: scratch).output.contains("audio/en/1.mp3"))
        func exported(_ name: String) throws -> Data {
            let folder = scratch.folder.appending(path: name).path()
            let run = try CommandLineRun(["export", "charter", folder, "--format", "folder"], library: scratch)
            #expect(run.status == 0, "\(run.errorOutput)")
            let audio = scratch.folder.appending(path: name + "/audio/en")
            #expect(try Data(contentsOf: audio.appending(path: "1.vtt")) == Self.cues)
            return try Data(contentsOf: audio.appending(path: "1.mp3"))
        }
        #expect(try exported("second") == SoundFiles.cbr)
        #expect(try CommandLineRun(["restore", "charter", "1"], library: scratch).status == 0)
        #expect(try exported("first") == SoundFiles.vbr)
        #expect(try CommandLineRun(["verify"], library: scratch).status == 0)
        let copy = scratch.folder.appending(path: "copy").path()
        #expect(try CommandLineRun(["backup", copy], library: scratch).status == 0)
        #expect(Self.sounds(scratch, in: "copy").count == 2)
    }

    @Test func `a damaged or missing recording is reported by verify`() throws {
        let scratch = try Self.library()
        let files = Self.sounds(scratch).map { scratch.folder.appending(path: $0) }
        try Data("other".utf8).write(to: files[0])
        try FileManager.default.removeItem(at: files[1])
        let run = try CommandLineRun(["verify"], library: scratch)
        #expect(run.status != 0)
        for file in files { #expect((run.output + run.errorOutput).contains(file.lastPathComponent)) }
    }

    @Test func `recordings are removed with a document that is removed for good`() throws {
        let scratch = try Self.library()
        #expect(try CommandLineRun(["remove", "charter"], library: scratch).status == 0)
        #expect(Self.sounds(scratch).count == 2)
        #expect(try CommandLineRun(["trash", "restore", "charter"], library: scratch).status == 0)
        #expect(try CommandLineRun(["remove", "charter", "--now"], library: scratch).status == 0)
        #expect(Self.sounds(scratch) == [])
    }

    @Test func `an invalid sound file is an error`() throws {
        let scratch = try Self.library()
        try Data("no sound".utf8).write(to: scratch.folder.appending(path: "charter/audio/en/1.mp3"))
        let run = try CommandLineRun(["add", "charter"], library: scratch)
        #expect(run.status == 2)
        let expected = "audio/en/1.mp3: not a recording, expected a sound file: MP3, Opus in Ogg, MPEG-4 or WAV"
        #expect(run.errorOutput.contains(expected))
    }
}
