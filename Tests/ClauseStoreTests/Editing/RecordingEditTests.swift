import ClauseStore
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import DocumentFormats

@Suite struct RecordingEditTests {
    private typealias Fixture = EditingStore

    /// The time of the edits.
    private static let edited = Date(timeIntervalSince1970: 1_700_000_000)
    private static let cues = "WEBVTT\n\n00:00.000 --> 00:00.300\nWord\n"

    private static func recording(_ digit: Character) -> Recording {
        Recording(
            path: "", sha256: String(repeating: digit, count: 64), byteCount: 1_200, format: .opus, seconds: 1.5)
    }

    private func fixture() throws -> EditingStore {
        var source = SourceFixture()
        source.files["audio/en/1.mp3"] = SoundFiles.vbr
        source.files["audio/en/1.vtt"] = Data(Self.cues.utf8)
        return try EditingStore(source)
    }

    private func names(_ fixture: EditingStore) throws -> [String] {
        try fixture.store.workingFiles(of: "psalter").map(\.name).filter { $0.hasPrefix("audio/") }
    }

    @Test func `a recording's fields are its record and its cues`() throws {
        let fixture = try fixture()
        let value = try fixture.value("recordings/en/1")
        #expect(value["format"] == .string("mp3") && value["seconds"] == .number(0.396))
        #expect(try fixture.value("recordings/en/1/cues") == .string(Self.cues))
        #expect(try fixture.value("recordings/fr/1") == .null)
        for text in [
            "recordings/en", "recordings/en/1/", "recordings/en/1/other", "recordings/x y/1", "recordings/en/../1",
        ] {
            #expect(FieldPath(text) == nil, "\(text)")
        }
        for text in ["recordings/en/1", "recordings/zh-Hant/tour-a.b/cues"] {
            #expect(FieldPath(text)?.description == text)
        }
    }

    @Test func `an uploaded recording replaces another, and undo restores the former`() throws {
        let fixture = try fixture()
        let former = try fixture.value("recordings/en/1").compactText
        let new = Self.recording("a")
        let replacing = try Fixture.edit(
            "a", ("recordings/en/1", former, new.value.compactText),
            ("recordings/en/1/cues", JSONValue.string(Self.cues).compactText, "null"))
        #expect(throws: (any Error).self) { try fixture.entry(replacing) }
        #expect(try names(fixture) == ["audio/en/1.mp3", "audio/en/1.vtt"])
        try fixture.store.addRecording(new, to: "psalter", editor: "ada", at: Date(timeIntervalSince1970: 1))
        #expect(try fixture.store.fileNames().originals.contains(new.fileName))
        try fixture.entry(replacing)
        #expect(try names(fixture) == ["audio/en/1.ogg"])
        // A recording remains while the working copy refers to it.
        let later = Self.edited.addingTimeInterval(31 * 86_400)
        #expect(try !fixture.store.hasUnusedScans(at: later))
        try fixture.entry(
            Fixture.edit(
                "b", undoes: "a", ("recordings/en/1", new.value.compactText, former),
                ("recordings/en/1/cues", "null", JSONValue.string(Self.cues).compactText)))
        #expect(try names(fixture) == ["audio/en/1.mp3", "audio/en/1.vtt"])
        // As long as its edit may be undone, it is kept too, however long ago it was uploaded.
        #expect(try !fixture.store.hasUnusedScans(at: Self.edited.addingTimeInterval(29 * 86_400)))
        #expect(try fixture.store.hasUnusedScans(at: later))
        #expect(try fixture.store.removeUnusedScans(at: later)?.originals == [new.fileName])
    }

    @Test func `invalid cues and recordings that were not uploaded are rejected`() throws {
        let fixture = try fixture()
        let new = Self.recording("b")
        try fixture.store.addRecording(new, to: "psalter", editor: "ada", at: Date())
        let other = new.value.compactText.replacing("1.5", with: "2.5")
        #expect(throws: (any Error).self) { try fixture.entry(Fixture.edit("a", ("recordings/fr/1", "null", other))) }
        #expect(throws: (any Error).self) {
            try fixture.entry(Fixture.edit("b", ("recordings/fr/1/cues", "null", "\"no cues\"")))
        }
        try fixture.entry(Fixture.edit("c", ("recordings/fr/1", "null", new.value.compactText)))
        #expect(try names(fixture) == ["audio/en/1.mp3", "audio/en/1.vtt", "audio/fr/1.ogg"])
    }
}
