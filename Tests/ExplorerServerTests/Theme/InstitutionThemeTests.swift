import DocumentModel
import Foundation
import TestSupport
import Testing
import Viewer
import WebDocuments

@Suite struct InstitutionThemeTests {
    private static let interface = Result { try InterfaceTexts(try ViewerBundle()) }

    private func theme(_ changes: [String: Data?] = [:]) throws -> InstitutionTheme {
        let folder = try TemporaryFolder()
        try ThemeFixture.write(to: folder.path("theme"), changes)
        return try InstitutionTheme(in: ThemeFolder(folder.path("theme")), interface: Self.interface.get())
    }

    /// Returns the lines of the error with which a theme is rejected.
    private func faults(_ changes: [String: Data?]) throws -> [String] {
        do {
            _ = try theme(changes)
            return []
        } catch let faults as SourceFaults {
            return faults.lines
        }
    }

    private func faults(ofMain text: String) throws -> [String] { try faults(["theme.json": Data(text.utf8)]) }

    @Test func `the viewer's texts have the same ids in every language`() throws {
        let interface = try Self.interface.get()
        #expect(interface.languages == ["en", "ar", "de", "es", "fr", "it", "nl"])
        #expect(interface.ids.count > 500 && Set(interface.ids).count == interface.ids.count)
        for language in interface.languages {
            #expect(interface.ids.filter { interface.text($0, in: language) == nil } == [], "\(language)")
        }
        #expect(interface.text("phrases.close", in: "en") == .plain("Close"))
        #expect(
            interface.text("phrases.clauseCount", in: "en")
                == .forms(["one": "{count} clause", "other": "{count} clauses"]))
        #expect(interface.text("camera.leaving", in: "ar")?.all.count == 6)
        #expect(interface.longest("phrases.imprint") == "Mentions légales".count)
    }

    @Test func `a theme is read with all its files`() throws {
        let theme = try theme()
        #expect(theme.name?.text(in: "de") == "Urkundenmuseum" && theme.shortName == "Deeds")
        #expect(theme.icons.map(\.side) == [nil, 512] && theme.maskableIcon?.side == 512)
        #expect(theme.colours[.bar] == "#ffffff" && theme.overlays == ["#112233", "#d0a23a"])
        #expect(theme.textFonts.map(\.file) == ["fonts/text.woff2"] && theme.textFonts.map(\.weight) == ["100 900"])
        #expect(theme.footer[.imprint]?.text(in: "de") == "https://museum.example/impressum")
        #expect(theme.files["fonts/text.woff2"]?.mediaType == "font/woff2" && theme.files.count == 5)
        #expect(theme.texts["pl"]?.count == 3)
    }

    @Test func `each error of a theme has its file, key, value and the expected value`() throws {
        let cases = [
            (#"{ "nmae": "Museum" }"#, "theme.json: nmae is an unknown key, expected name, or another known key"),
            (#"{ "colours": { "bar": "white" } }"#, "colours.bar is \"white\", expected a colour such as \"#2f5f9e\""),
            (##"{ "colours": { "overlays": ["#000000"] } }"##, "expected an array of two to six colours"),
            (#"{ "logo": "../logo.svg" }"#, "logo is \"../logo.svg\", expected a .svg, .png"),
            (#"{ "logo": "none.svg" }"#, "logo is \"none.svg\", which does not exist"),
            (#"{ "logo": "a.png" }"#, "logo is \"a.png\", whose content is not png"),
            (#"{ "icon": { "png": "small.png" } }"#, "a picture of 64 × 64 pixels, expected a square of 192"),
            (#"{ "fonts": { "text": [{ "file": "fonts/text.woff2" }] } }"#, "expected licence, a .txt or .md file"),
            (#"{ "back": "javascript:alert(1)" }"#, "back is \"javascript:alert(1)\", expected an address"),
            (#"{ "footer": { "imprint": "//elsewhere.example" } }"#, "footer.imprint is"),
            (#"{ "name": { "english": "", "en": "" } }"#, "name.en is \"\", expected one line of text"),
            (#"{ "name": 3, "name": "x" }"#, "name is given twice"),
            ("{", "theme.json: line 1"),
        ]
        for (text, expected) in cases {
            let lines = try faults([
                "theme.json": Data(text.utf8), "a.png": Data("text".utf8), "small.png": ThemeFixture.png(side: 64),
            ])
            #expect(lines.contains { $0.contains(expected) }, "\(text): \(lines)")
        }
        #expect(
            try faults(["theme.json": nil]) == [
                "theme.json: is missing, expected a file that `explore theme init` makes"
            ])
        let html = Data("<html xmlns='http://www.w3.org/1999/xhtml'/>".utf8)
        #expect(try faults(["logo.svg": html]).contains { $0.contains("expected svg of the namespace") })
    }

    @Test func `a theme's texts need a known id and the form and placeholders of the original`() throws {
        let cases = [
            (
                #"{ "phrases.libary": "x" }"#,
                "phrases.libary is an unknown key, expected phrases.library, or another known key"
            ),
            (
                #"{ "phrases.library": "All {count}" }"#,
                "phrases.library is a text with {count}, expected a text without braces"
            ),
            (#"{ "phrases.library": { "other": "x" } }"#, "phrases.library is { other }, expected a text"),
            (#"{ "phrases.clauseCount": { "one": "x" } }"#, "expected a form other"),
            (#"{ "phrases.library": "" }"#, "expected one line of text"),
        ]
        for (text, expected) in cases {
            let lines = try faults(["texts/en.json": Data(text.utf8)])
            #expect(
                lines.count == 1 && lines[0].hasPrefix("texts/en.json: ") && lines[0].contains(expected), "\(lines)")
        }
        #expect(
            try faults(["texts/not a tag.json": Data("{}".utf8)]).first?.contains("expected the name of a language")
                == true)
    }

    @Test func `symbolic links and files that are too large are rejected`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("theme")
        try ThemeFixture.write(to: path, ["logo.svg": nil])
        try folder.write("secret.svg", Data(ThemeFixture.logo.utf8))
        try FileManager.default.createSymbolicLink(
            atPath: path + "/logo.svg", withDestinationPath: folder.path("secret.svg"))
        func lines() throws -> [String] {
            do {
                _ = try InstitutionTheme(in: ThemeFolder(path), interface: Self.interface.get())
                return []
            } catch let faults as SourceFaults { return faults.lines }
        }
        #expect(try lines().contains("logo.svg: a symbolic link, expected a regular file"))
        try FileManager.default.removeItem(atPath: path + "/logo.svg")
        try Data(repeating: 0x20, count: (256 << 10) + 1).write(to: URL(filePath: path + "/logo.svg"))
        #expect(try lines().contains("logo.svg: a file of 262145 bytes, expected at most 262144"))
    }

    @Test func `colours with low contrast are reported and left out of pages`() throws {
        let main =
            ##"{ "colours": { "bar": "#777777", "barText": "#888888", "ground": "#201008", "overlays": ["#f0e0c0", "#f1e1c1"] } }"##
        let theme = try theme(["theme.json": Data(main.utf8)])
        let messages = theme.lowContrasts.map(\.message)
        #expect(
            messages.first?.hasPrefix("barText, #888888, has a contrast of 1.26 with bar, #777777, expected at least 7")
                == true)
        #expect(messages.contains { $0.contains("overlays[0], #f0e0c0, and overlays[1], #f1e1c1, look the same") })
        #expect(theme.readableColours.colours == [.ground: "#201008"] && theme.readableColours.overlays == [])
        #expect(try self.theme().lowContrasts == [])
    }

    @Test func `a report lists customised keys, missing texts and texts that are too long`() throws {
        let interface = try Self.interface.get()
        let long = String(repeating: "long ", count: 12)
        let theme = try theme(["texts/en.json": Data(#"{ "phrases.library": "\#(long)" }"#.utf8)])
        let report = ThemeReport(of: theme, interface: interface)
        #expect(report.customised.contains("logo: logo.svg") && report.customised.contains("texts/pl.json: 3 texts"))
        #expect(report.untouched.contains("colours.ground") && !report.untouched.contains("colours.bar"))
        let room = interface.longest("phrases.library")
        #expect(
            report.findings.contains {
                $0.kind == .length
                    && $0.message.hasPrefix("texts/en.json: phrases.library has 60 characters, expected at most ")
                    && $0.remedy.hasSuffix("own languages has \(room)")
            })
        let missing = report.findings.filter { $0.kind == .missing }.map(\.message)
        #expect(
            missing.contains {
                $0.hasPrefix("texts/pl.json: \(interface.ids.count - 3) of \(interface.ids.count) texts are missing")
            })
        #expect(missing.contains { $0.hasPrefix("texts/de.json: phrases.library differ") })
    }
}
