import DocumentCheck
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import DocumentFormats

@Suite struct RecordingCheckTests {
    /// Returns the findings about recordings, as kinds and messages.
    private func findings(_ files: [String: Data]) throws -> [String] {
        var fixture = SoundDocument.fixture()
        for (name, data) in files { fixture.files[name] = data }
        let folder = try TemporaryFolder()
        try fixture.write(to: folder)
        let document = try withExtendedLifetime(folder) {
            try SourceFolder.read(folder.url.path, imageSize: { _, _ in (1000, 800) }, isTolerant: true)
        }
        var check = DocumentCheck(document)
        check.recordings = document.recordings
        check.cues = { path in
            document.files.first { $0.name == "audio/" + path }.flatMap { try? WebVTTReader.cues($0.bytes) }
        }
        return try check.findings().filter { $0.kind.rawValue.hasPrefix("recording-") }
            .map { "\($0.kind.rawValue) \($0.severity): \($0.message)" }
    }

    private func text(_ fixture: SourceFixture) throws -> String {
        let texts = try JSONParser.parse(try #require(fixture.files["texts/en.json"]))
        let clause = try #require(texts["1"])
        return try #require(clause["title"]?.textValue ?? clause["translation"]?.textValue)
    }

    @Test func `a recording whose cues match its text has no findings`() throws {
        let words = try text(SoundDocument.fixture())
        let cues = "WEBVTT\n\n00:00.000 --> 00:00.300\n\(words)\n"
        #expect(try findings(["audio/en/1.mp3": SoundFiles.vbr, "audio/en/1.vtt": Data(cues.utf8)]) == [])
    }

    @Test func `dangling recordings, missing cues and cues that do not fit are warnings`() throws {
        let tours = """
            [{ "id": "t", "title": "T", "steps": [
               { "page": 1, "text": "x", "audio": { "en": "audio/en/none.mp3", "fr": "audio/fr/step.mp3" } } ] }]
            """
        let cues = "WEBVTT\n\n00:00.000 --> 00:09.000\nxylophone\n"
        let found = try findings([
            "audio/en/1.mp3": SoundFiles.vbr, "audio/en/1.vtt": Data(cues.utf8), "audio/fr/1.ogg": SoundFiles.opus,
            "audio/en/unknown.mp3": SoundFiles.vbr, "audio/eo/1.mp3": SoundFiles.cbr,
            "audio/fr/step.mp3": SoundFiles.cbr,
            "tours.json": Data(tours.utf8),
        ])
        #expect(
            found.sorted() == [
                "recording-astray warning: audio/en/unknown.mp3 is of a clause that does not exist, "
                    + "and no step of a tour names it",
                "recording-astray warning: audio/eo/1.mp3 is in a language that the document does not have",
                "recording-astray warning: step 1 of the tour t names \"audio/en/none.mp3\", which does not exist",
                "recording-cues warning: 1 of 1 cues of audio/en/1.vtt have words that the text does not have, "
                    + "first \"xylophone\"",
                "recording-cues warning: audio/en/1.vtt has a cue until 9 s, but the recording ends at 0.4 s",
                "recording-cues warning: audio/fr/1.ogg has no cues: words are not highlighted",
            ])
    }
}
