import Dispatch
import Foundation
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import DocumentPDF

/// Booklets as read by poppler and qpdf.
@Suite struct BookletTests {
    static let english = BookletHeader(
        title: "A “great” charter (1215) \\ Ü", author: "The Archive", subject: "CC BY 4.0", keywords: nil,
        created: "2026-01-02T03:04:05Z", creator: "explore", accent: nil, paper: nil, language: "en",
        isRightToLeft: false)

    /// Creates a booklet and reads it.
    static func booklet(_ make: (Booklet) throws -> Void) throws -> PDFReading {
        let booklet = try Booklet(english)
        try make(booklet)
        try booklet.close()
        return try PDFReading(booklet.takeBytes())
    }

    @Test func `text in three scripts is extracted in reading order`() throws {
        let arabic = "يؤخذ رجل حر أو يسجن أو تنزع منه أرضه"
        let hindi = "किसी भी स्वतंत्र व्यक्ति को बंदी नहीं बनाया जाएगा"
        let latin = "Nullus liber homo capiatur, vel impriſonetur, aut diſſaiſiatur. Œ ꝑ e\u{301}"
        let pdf = try Self.booklet {
            try $0.add([
                BookletBlock(.transcription, latin, language: "la"),
                BookletBlock(.text, arabic, language: "ar", isRightToLeft: true),
                BookletBlock(.text, hindi, language: "hi"),
            ])
            #expect($0.unknownCount == 0)
        }
        let text = try pdf.text()
        let places = [latin, arabic, hindi].map { words in
            let first = words.precomposedStringWithCanonicalMapping.prefix(12)
            return text.range(of: first)?.lowerBound
        }
        #expect(places.allSatisfy { $0 != nil }, "\(text)")
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(try pdf.fonts().allSatisfy(\.isEmbedded))
        try pdf.check()
    }

    /// On threads that may block, as those of the server do. cairo deadlocked when two of them used fonts.
    @Test func `booklets written by several threads at once are the same as one after another`() throws {
        @Sendable func booklet(_ number: Int) throws -> [UInt8] {
            let booklet = try Booklet(Self.english)
            // More glyphs than cairo's cache holds, so that threads remove those of each other.
            let letters = [0x41..<0x250, 0x370..<0x500, 0x620..<0x64B, 0x905..<0x93A, 0x1E00..<0x1F00]
            for block in letters {
                let words = block.compactMap { Unicode.Scalar($0).map(String.init) }.joined(separator: " ")
                for style in [BookletBlock.Role.heading(number: "\(number)"), .text, .transcription, .title] {
                    try booklet.add([BookletBlock(style, words, language: "en")])
                }
            }
            try booklet.close()
            return booklet.takeBytes()
        }
        let expected = try (0..<3).map { try booklet($0) }
        let different = NIOLockedValueBox(0)
        let threads = DispatchGroup()
        for number in 0..<8 {
            threads.enter()
            Thread.detachNewThread {
                defer { threads.leave() }
                for _ in 0..<4 where (try? booklet(number % 3)) != expected[number % 3] {
                    different.withLockedValue { $0 += 1 }
                }
            }
        }
        #expect(threads.wait(timeout: .now() + 120) == .success)
        #expect(different.withLockedValue { $0 } == 0)
    }

    @Test func `outline entries point to their pages, and the PDF properties match the header`() throws {
        let pdf = try Self.booklet {
            try $0.add([BookletBlock(.title, "Charter", language: "en", outline: "Title page")])
            $0.beginPart("Pages")
            for page in 1...2 {
                try $0.addPicture(nil, size: (300, 200), outline: "Page \(page)", texts: [])
            }
            $0.beginPart("Texts")
            for number in 1...60 {
                try $0.add([
                    BookletBlock(.heading(number: "\(number)"), "Of fines", language: "en", outline: "\(number)"),
                    BookletBlock(.text, String(repeating: "No freeman shall be amerced. ", count: 8), language: "en"),
                ])
            }
        }
        let entries = try pdf.outline()
        #expect(
            entries.map(\.title) == ["Title page", "Pages", "Page 1", "Page 2", "Texts"] + (1...60).map(String.init))
        #expect(entries.prefix(5).map(\.page) == [1, 2, 2, 3, 4])
        let pages = entries.dropFirst(5).map(\.page)
        #expect(pages == pages.sorted() && pages.last ?? 0 > 8)
        for entry in entries.dropFirst(5) {
            #expect(try pdf.text(page: entry.page).contains("\(entry.title). Of fines"))
        }
        let info = try pdf.info()
        #expect(info["Title"] == "A “great” charter (1215) \\ Ü")
        #expect(info["Author"] == "The Archive" && info["Subject"] == "CC BY 4.0")
        try pdf.check()
    }

    @Test func `a JPEG is embedded unchanged, with the text of its page in place`() throws {
        let jpeg = BlackJPEG.bytes
        let pdf = try Self.booklet {
            try $0.addPicture(
                PDFPicture(jpeg: jpeg, width: 40, height: 60), size: (400, 600), outline: "Recto",
                texts: [
                    PlacedText(
                        "Nullus liber homo", language: "la", isRightToLeft: false,
                        in: PDFBox(x: 40, y: 300, width: 320, height: 60))
                ])
        }
        #expect(pdf.contains(jpeg))
        #expect(try pdf.images() == ["jpeg 40x60"])
        // The word is in its place: in the lower half of a page that is 842 points high.
        let box = try #require(try pdf.boxes().first { $0.word == "Nullus" })
        #expect(box.x >= 56 && box.right <= 506 && box.y >= 420 && box.bottom <= 506)
        try pdf.check()
    }

    @Test func `hostile strings break neither text nor properties nor outlines`() throws {
        let all = try HostileStrings.all()
        // As properties, one after another, and all in one file.
        for words in all + [all.joined()] {
            let header = BookletHeader(
                title: words, author: words, subject: words, keywords: words, created: "2026-01-02T03:04:05Z",
                creator: words, accent: nil, paper: nil, language: words, isRightToLeft: false)
            let booklet = try Booklet(header)
            for words in words == all.last ? all : [words] {
                try booklet.add([
                    BookletBlock(.title, words, language: words, link: "https://example.org/\(words)", outline: words),
                    BookletBlock(.field(label: words), words, language: "en"),
                    BookletBlock(.heading(number: words), words, language: "en"),
                    BookletBlock(.text, words, language: "en"),
                ])
            }
            try booklet.addPicture(
                nil, size: (1, 100_000), outline: words,
                texts: [
                    PlacedText(
                        words, language: words, isRightToLeft: true,
                        in: PDFBox(x: -5, y: -.infinity, width: 1e300, height: .nan))
                ])
            try booklet.close()
            let bytes = booklet.takeBytes()
            if words == all.last || words.utf8.count > 10_000 { try PDFReading(bytes).check() }
        }
    }

    @Test func `a long paragraph continues over many pages without losing a word`() throws {
        let words = (1...9_000).map { "w\($0)" }
        let pdf = try Self.booklet {
            try $0.add([BookletBlock(.text, words.joined(separator: " "), language: "en")])
        }
        let read = try pdf.text().split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("w") }
        #expect(read.map(String.init) == words)
    }

    @Test func `the same content gives the same bytes`() throws {
        func make() throws -> [UInt8] {
            let booklet = try Booklet(Self.english)
            try booklet.add([BookletBlock(.text, "Words of some length", language: "en")])
            try booklet.close()
            return booklet.takeBytes()
        }
        #expect(try make() == make())
    }
}
