import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import DocumentFormats

@Suite struct RecordingTests {
    private static func header(_ data: Data) -> RecordingHeader? {
        let bytes = Array(data)
        return RecordingHeader(byteCount: bytes.count) { offset, count in Array(bytes[offset..<offset + count]) }
    }

    @Test func `sound containers are recognised by content, with their duration`() throws {
        #expect(Self.header(SoundFiles.vbr)?.format == .mp3)
        // As LAME counts: whole frames of 576 samples, including the encoder's delay.
        #expect(Self.header(SoundFiles.vbr)?.seconds == 0.396)
        let cbr = try #require(Self.header(SoundFiles.cbr))
        #expect(cbr.format == .mp3 && abs((cbr.seconds ?? 0) - 0.396) < 0.01)
        let opus = try #require(Self.header(SoundFiles.opus))
        #expect(opus.format == .opus && abs((opus.seconds ?? 0) - 0.3) < 0.01)
        #expect(Self.header(SoundFiles.wav)?.format == .wav && Self.header(SoundFiles.wav)?.seconds == 0.05)
        #expect(Self.header(SoundFiles.m4a)?.format == .m4a && Self.header(SoundFiles.m4a)?.seconds == nil)
    }

    @Test func `files that are no supported sound are not recognised`() {
        for text in ["", "ID3", "OggS", "RIFF....WAVX", "\u{1}plain text of some length", "<html></html>"] {
            #expect(Self.header(Data(text.utf8)) == nil, "\(text)")
        }
        // A single frame header may be accidental.
        var chance = Data([0xFF, 0xF3, 0x40, 0xC4])
        chance.append(Data(count: 4_000))
        #expect(Self.header(chance) == nil)
        // Vorbis in Ogg, which not every browser plays.
        var vorbis = SoundFiles.opus
        vorbis.replaceSubrange(28..<36, with: Data("\u{1}vorbis.".utf8))
        #expect(Self.header(vorbis) == nil)
    }

    @Test func `truncated and altered headers give a plausible duration or none`() {
        for data in [SoundFiles.vbr, SoundFiles.cbr, SoundFiles.opus, SoundFiles.wav, SoundFiles.m4a] {
            for count in 0..<min(data.count, 200) { _ = Self.header(data.prefix(count)) }
            for place in 0..<min(data.count, 160) {
                for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
                    var changed = data
                    changed[changed.startIndex + place] = value
                    if let seconds = Self.header(changed)?.seconds { #expect(seconds > 0 && seconds < 172_800) }
                }
            }
        }
    }

    // MARK: Cues

    private static func cues(_ text: String) throws -> [RecordingCue] { try WebVTTReader.cues(Data(text.utf8)) }

    @Test func `cues are read without tags, comments and styles`() throws {
        let text = """
            \u{FEFF}WEBVTT Judgement\r
            Kind: captions\r
            \r
            NOTE of who made it\r
            00:01.000 --> 00:02.000\r
            \r
            STYLE
            ::cue { color: red }

            first
            00:00.500 --> 00:01.250 align:start
            <v Reader>No <i>free</i> man</v>

            01:02:03.004 --> 01:02:04.000
            is &lt;taken&gt; &amp;
            held
            """
        let first = RecordingCue(start: 500, end: 1_250, text: "No free man")
        let second = RecordingCue(start: 3_723_004, end: 3_724_000, text: "is <taken> & held")
        #expect(try Self.cues(text) == [first, second])
        #expect(try Self.cues("WEBVTT").isEmpty)
    }

    @Test func `a time begins a cue even where the empty line before it is missing`() throws {
        let text = """
            WEBVTT
            00:01.000 --> 00:02.000
            one
            00:02.000 --> 00:03.000
            two

            third
            00:03.000 --> 00:04.000
            00:04.000 --> 00:05.000
            four
            """
        let cues = try Self.cues(text)
        #expect(cues.map(\.text) == ["one", "two", "", "four"] && cues.map(\.start) == [1_000, 2_000, 3_000, 4_000])
    }

    @Test func `character references in cues are resolved once`() throws {
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\ncaf&eacute; &#39;&amp;lt;&#39;&rlm; & so"
        #expect(try Self.cues(text).first?.text == "café '&lt;'\u{200F} & so")
    }

    @Test(arguments: [
        ("WEBVTTX\n", 1, "a first line that begins with WEBVTT"), ("", 1, "a first line that begins with WEBVTT"),
        ("WEBVTT\n\n00:01.0 --> 00:02.000\nx", 3, "a cue's time such as 00:01.200 --> 00:02.500"),
        ("WEBVTT\n\nname\n00:61.000 --> 00:62.000\nx", 4, "a cue's time such as 00:01.200 --> 00:02.500"),
        ("WEBVTT\n\n00:02.000 --> 00:02.000\nx", 3, "an end after the start"),
        (
            "WEBVTT\n\n00:02.000 --> 00:03.000\nx\n\n00:01.000 --> 00:04.000\ny", 6,
            "a start not before that of the cue before"
        ),
    ])
    func `a fault in cues names its line`(text: String, line: Int, expected: String) {
        #expect {
            try Self.cues(text)
        } throws: { error in
            (error as? WebVTTFault)?.line == line && (error as? WebVTTFault)?.expected == expected
        }
    }

    // MARK: Source folders

    private func read(_ files: [String: Data]) throws -> SourceDocument {
        var fixture = SourceFixture()
        for (name, data) in files { fixture.files[name] = data }
        return try fixture.read()
    }

    private static let vtt = Data("WEBVTT\n\n00:00.000 --> 00:00.300\nWord\n".utf8)

    @Test func `recordings of a folder are read with their cues and kept as short records`() throws {
        let document = try read([
            "audio/en/1.mp3": SoundFiles.vbr, "audio/en/1.vtt": Self.vtt, "audio/fr/1.ogg": SoundFiles.opus,
            "audio/steps/walk.wav": SoundFiles.wav, "audio/README": Data("x".utf8),
            "audio/about.json": Data(#"{"label": {"en": "Synthetic voice"}}"#.utf8),
        ])
        let list = document.recordings
        #expect(list.recordings.map(\.path) == ["en/1.mp3", "fr/1.ogg", "steps/walk.wav"])
        #expect(list.cues == ["en/1.vtt"] && list.label == ["en": "Synthetic voice"])
        let first = try #require(list.recording(of: "1", in: "en"))
        #expect(first.format == .mp3 && first.seconds == 0.396 && first.byteCount == SoundFiles.vbr.count)
        #expect(first.sha256.count == 64 && first.fileName == first.sha256 + ".mp3" && first.cuesPath == "en/1.vtt")
        #expect(document.header.recordingCount == 3)
        let record = try #require(document.files.first { $0.name == "audio/en/1.mp3" })
        #expect(record.bytes.count < 200 && Recording(record: record) == first)
        #expect(!document.files.contains { $0.name == "audio/README" })
    }

    @Test(arguments: [
        ("audio/en/1.mp3", Data("no sound".utf8), "audio/en/1.mp3: not a recording"),
        ("audio/en/a b.mp3", SoundFiles.vbr, "audio/en/a b.mp3: a recording with this name"),
        ("audio/en/1.vtt", Data("WEBVTT\n\n1:2 --> 3\nx".utf8), "audio/en/1.vtt: line 3"),
        ("audio/about.json", Data("{\"label\": 7}".utf8), "audio/about.json: label"),
    ])
    func `an invalid recording, cue or label file is a fault that names it`(name: String, data: Data, line: String)
        throws
    {
        #expect {
            try read([name: data])
        } throws: { error in
            let lines = (error as? SourceFaults)?.lines ?? []
            return lines.count == 1 && lines[0].hasPrefix(line)
        }
    }
}
