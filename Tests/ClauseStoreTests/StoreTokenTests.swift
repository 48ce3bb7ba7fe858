import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct StoreTokenTests {
    private static let day = 86_400.0

    private static func token(_ id: String, _ grant: Principal.Grant, expiresAt: Date? = nil) -> TokenInfo {
        TokenInfo(
            id: id, label: "for \(id)", grant: grant, createdAt: Date(timeIntervalSince1970: 10 * day),
            expiresAt: expiresAt)
    }

    @Test func `a token keeps its scope, and migrated tokens get the read scope`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library.sqlite")
        do {
            let store = try ClauseStore(path: path, access: .readWrite)
            let editor = TokenInfo(
                id: "one", label: "Ada", grant: .everything, scope: .publish, createdAt: Date(), expiresAt: nil)
            try store.add(editor, sha256: Self.digest)
            #expect(try store.tokens().map(\.scope) == [.publish] && store.tokenEvents().map(\.scope) == [.publish])
        }
        // As the previous version left it.
        try DatabaseQueue(path: path).write { database in
            try database.execute(sql: "ALTER TABLE token DROP COLUMN scope")
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '10'")
        }
        let store = try ClauseStore(path: path, access: .readWrite)
        #expect(try store.tokens().map(\.scope) == [.read])
        #expect(TokenScope.read < .edit && TokenScope.edit < .publish)
    }

    private static let digest = [UInt8](0..<32)

    @Test func `a token is stored with its digest and found by its id`() throws {
        let library = try TestStore(SourceFixture())
        let store = library.store
        let end = Date(timeIntervalSince1970: 20 * Self.day)
        let one = Self.token("one", .documents(["psalter"]), expiresAt: end)
        try store.add(one, sha256: Self.digest)
        try store.add(Self.token("two", .everything), sha256: Self.digest.reversed())
        let found = try #require(try store.token("one"))
        #expect(found.token == one && found.sha256 == Self.digest)
        #expect(try store.token("three") == nil)
        #expect(try store.tokens().map(\.id) == ["one", "two"])
        #expect(try store.tokens().map(\.grant) == [.documents(["psalter"]), .everything])
        #expect(one.state(at: end.addingTimeInterval(-1)) == .valid && one.state(at: end) == .expired)
    }

    @Test func `a token for an unknown document or with a bad digest is rejected and not stored`() throws {
        let library = try TestStore(SourceFixture())
        let store = library.store
        #expect(throws: ClauseStoreError.noDocument("psalm")) {
            try store.add(Self.token("one", .documents(["psalm", "psalter"])), sha256: Self.digest)
        }
        #expect(try store.tokens().isEmpty && store.tokenEvents().isEmpty)
        #expect(throws: ClauseStoreError.self) { try store.add(Self.token("one", .everything), sha256: [1, 2]) }
        #expect(try store.tokens().isEmpty)
    }

    @Test func `token events record creation, the first use of each day and one revocation`() throws {
        let library = try TestStore(SourceFixture())
        let store = library.store
        try store.add(Self.token("one", .everything), sha256: Self.digest)
        for moment in [12.5, 12.9, 13.0, 12.99, 14.2] {
            try store.noteUse(ofToken: "one", at: Date(timeIntervalSince1970: moment * Self.day))
        }
        try store.noteUse(ofToken: "none", at: Date())
        let revoked = Date(timeIntervalSince1970: 15.5 * Self.day)
        #expect(try store.revokeToken("one", at: revoked))
        #expect(try !store.revokeToken("one", at: Date()))
        #expect(throws: ClauseStoreError.noToken("none")) { try store.revokeToken("none") }
        let events = try store.tokenEvents()
        #expect(events.map(\.kind) == [.created, .used, .used, .used, .revoked])
        #expect(events.map { $0.at.timeIntervalSince1970 / Self.day } == [10, 12, 13, 14, 15.5])
        let token = try #require(try store.tokens().first)
        #expect(token.revokedAt == revoked && token.state(at: Date(timeIntervalSince1970: 0)) == .revoked)
        #expect(token.lastUse == Date(timeIntervalSince1970: 14 * Self.day))
    }

    @Test func `a backup includes tokens, and source files do not`() throws {
        let library = try TestStore(SourceFixture())
        try library.store.add(Self.token("one", .documents(["psalter"])), sha256: Self.digest)
        let folder = try TemporaryFolder()
        try library.store.backUp(to: folder.path("copy.sqlite"))
        let copy = try ClauseStore(path: folder.path("copy.sqlite"), access: .readOnly)
        #expect(try copy.tokens() == library.store.tokens())
        let text = try library.store.sourceFiles(of: "psalter").map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(text.allSatisfy { !$0.contains("for one") })
    }

    @Test func `each principal reads exactly the documents granted to it`() throws {
        let library = try TestStore()
        let store = library.store
        for (id, status, access) in [
            ("open", "published", nil), ("closed", "published", "restricted"), ("draft", "draft", "open"),
            ("both", "draft", "restricted"),
        ] {
            var fixture = SourceFixture()
            try fixture.replace("\"psalter\"", with: "\"\(id)\"", in: "document.json")
            try fixture.setStatus(status, access: access)
            _ = try store.put(
                try fixture.read(), images: [1: SourceFixture.image], source: "a test", at: Date())
        }
        let principals: [(Principal, [String])] = [
            (.anyone, ["open"]), (.administrator, ["both", "closed", "draft", "open"]),
            (Principal(seesDrafts: true), ["draft", "open"]),
            (Principal(grant: .documents(["both"])), ["both", "open"]),
            (Principal(grant: .documents(["closed", "draft", "none", "\"]"])), ["closed", "draft", "open"]),
            (Principal(grant: .documents(["both"]), seesDrafts: true), ["both", "draft", "open"]),
        ]
        for (principal, ids) in principals {
            #expect(try store.documents(for: principal).map(\.id) == ids)
            let found = try store.search("tithes", for: principal).hits.map(\.document)
            #expect(Set(found) == Set(ids))
            for id in ["both", "closed", "draft", "open"] {
                let mayRead = ids.contains(id)
                let header = try store.document(id).header
                #expect(principal.mayRead(header) == mayRead)
                let questions: [() throws -> Void] = [
                    { _ = try store.document(id, for: principal) }, { _ = try store.revision(of: id, for: principal) },
                    { _ = try store.document(id, part: .whole, for: principal) },
                    { _ = try store.indexedPage(1, of: id, for: principal) },
                    { _ = try store.annotations(AnnotationQuery(words: "tithes"), of: id, for: principal) },
                    { _ = try store.terms(beginning: "tit", of: id, for: principal) },
                ]
                for question in questions {
                    guard !mayRead else {
                        try question()
                        continue
                    }
                    #expect(throws: ClauseStoreError.noDocument(id)) { try question() }
                }
            }
        }
    }

    @Test func `access is open by default, and unknown values are rejected`() throws {
        #expect(try SourceFixture().read().header.access == .open)
        for (word, access) in [("open", DocumentAccess.open), ("restricted", .restricted)] {
            var fixture = SourceFixture()
            try fixture.setStatus("published", access: word)
            let document = try fixture.read()
            #expect(document.header.access == access)
            // Unchanged after being stored and read.
            let library = try TestStore(fixture)
            let store = library.store
            #expect(try store.document("psalter").access == access)
            let files = try store.sourceFiles(of: "psalter")
            #expect(Set(files) == Set(document.files))
        }
        for word in ["private", "Restricted", ""] {
            var fixture = SourceFixture()
            try fixture.setStatus("published", access: word)
            let faults = try fixture.faults()
            #expect(faults.lines.joined().contains("open") && faults.lines.joined().contains("access"))
        }
    }

    @Test func `a stored header without access is open`() throws {
        let header: DocumentHeader = try StoredJSON.decode(
            #"{"id": "a", "title": "A", "credits": {}, "status": "published", "language": "la", "languages": ["en"]}"#)
        #expect(header.access == .open && header.id == "a")
        let restricted: DocumentHeader = try StoredJSON.decode(
            try StoredJSON.encode(header).replacing("\"open\"", with: "\"restricted\""))
        #expect(restricted.access == .restricted)
    }
}

extension SourceFixture {
    /// Sets in `document.json` who may read the document.
    mutating func setStatus(_ status: String, access: String?) throws {
        let line = access.map { ", \"access\": \"\($0)\"" } ?? ""
        try replace("\"status\": \"published\"", with: "\"status\": \"\(status)\"\(line)", in: "document.json")
    }
}
