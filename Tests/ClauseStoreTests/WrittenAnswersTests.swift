import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct WrittenAnswersTests {
    private let library: TestStore

    init() throws {
        library = try TestStore(SourceFixture())
    }

    private static func encode(_ answer: ClauseAnswer) -> [UInt8] {
        Array("\(answer.id)|\(answer.title ?? "")|\(answer.lang ?? "")|\(answer.categories);".utf8)
    }

    private var folder: String { library.path + "-indexes" }

    private func path() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".answers") }
        return folder + "/" + (try #require(names.first))
    }

    private func page(_ number: Int = 1) throws -> IndexedPage { try library.store.indexedPage(number, of: "psalter") }

    private func written(
        _ page: IndexedPage, lang: String? = nil, encode: (ClauseAnswer) -> [UInt8] = Self.encode
    ) throws -> WrittenAnswers {
        try #require(try library.store.writtenAnswers(of: page, tag: page.tag(for: lang), encode: encode))
    }

    private func text(of keys: [ClauseKey], in written: WrittenAnswers) -> String? {
        var bytes: [UInt8] = []
        for key in keys where !written.append(key, to: &bytes) { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [nil, "en", "fr", "fr-CA", "de", "la"])
    func `what is written is what the store answers, on every page and in every language`(lang: String?) throws {
        for number in 1...2 {
            let page = try page(number)
            let answers = try written(page, lang: lang)
            for x in stride(from: 5.0, to: Double(page.width), by: 45) {
                for y in stride(from: 5.0, to: Double(page.height), by: 45) {
                    let keys = try page.clauses(at: Point(x: x, y: y))
                    let expected = try #require(try library.store.clauses(keys, of: page, lang: lang))
                    #expect(
                        text(of: keys, in: answers) == String(decoding: expected.flatMap(Self.encode), as: UTF8.self))
                }
            }
        }
    }

    @Test func `a file that is damaged is written anew, and a damaged answer is never given`() throws {
        let page = try page()
        let keys = try page.clauses(at: Point(x: 650, y: 150))
        let expected = try text(of: keys, in: written(page))
        #expect(expected?.isEmpty == false)
        let path = try path()
        let sound = try Data(contentsOf: URL(filePath: path))
        for place in sound.indices {
            var bytes = sound
            bytes[place] ^= 0x11
            try bytes.write(to: URL(filePath: path), options: .atomic)
            let found = try text(of: keys, in: written(page))
            #expect(found == expected || found == nil, "byte \(place)")
        }
        for count in 0..<sound.count {
            try sound.prefix(count).write(to: URL(filePath: path), options: .atomic)
            #expect(try text(of: keys, in: written(page)) == expected, "\(count) bytes")
            #expect(try Data(contentsOf: URL(filePath: path)) == sound)
        }
    }

    @Test func `of a file that is made shorter while it is in use no answer is given, and it is written anew`() throws {
        let page = try page()
        let keys = try page.clauses(at: Point(x: 650, y: 150))
        let answers = try written(page)
        let expected = try #require(text(of: keys, in: answers))
        // In place: the file keeps its inode.
        for byteCount in [WrittenAnswers.headerByteCount, 0] {
            #expect(truncate(try path(), off_t(byteCount)) == 0)
            for key in keys {
                var bytes = Array("before".utf8)
                #expect(!answers.append(key, to: &bytes))
                #expect(bytes == Array("before".utf8))
            }
        }
        #expect(text(of: keys, in: try written(page)) == expected)
    }

    @Test func `a file of another form is written anew`() throws {
        let page = try page()
        let keys = try page.clauses(at: Point(x: 650, y: 150))
        _ = try written(page)
        let answers = try written(page) { Array("\($0.id)!".utf8) }
        #expect(text(of: keys, in: answers) == "2!1!")
    }

    @Test func `of a page that was replaced nothing is written`() throws {
        let page = try page()
        var fixture = SourceFixture()
        try fixture.replace("\"page\": 2", with: "\"page\": 1", in: "clauses.json")
        try library.put(fixture)
        #expect(try library.store.writtenAnswers(of: page, tag: "", encode: Self.encode) == nil)
    }

    @Test func `where it is cancelled or cannot be written there is none, and nothing is left`() throws {
        let page = try page()
        let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let store = library.store
        #expect(try store.writtenAnswers(of: page, tag: "", encode: Self.encode, isCancelled: { true }) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        try FileManager.default.removeItem(atPath: folder)
        try Data("a file in the folder's place".utf8).write(to: URL(filePath: folder))
        #expect(try store.writtenAnswers(of: page, tag: "", encode: Self.encode) == nil)
    }

    @Test func `a page without clauses has answers, none of them`() throws {
        let library = try TestStore()
        _ = try library.store.put(
            RandomDocument.make(clauses: 0), images: [:], source: "random", at: Date(timeIntervalSince1970: 1))
        let page = try library.store.indexedPage(1, of: "random")
        #expect(try library.store.writtenAnswers(of: page, tag: "", encode: Self.encode) != nil)
    }
}
