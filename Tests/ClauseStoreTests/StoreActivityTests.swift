import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentModel

@Suite struct StoreActivityTests {
    @Test func `activities are listed in order, and their times never decrease`() throws {
        let library = try TestStore()
        let store = library.store
        let document = try SourceFixture().read()
        func put(_ document: SourceDocument, at time: Double) throws {
            _ = try store.put(
                document, images: [1: SourceFixture.image], source: "a test", at: Date(timeIntervalSince1970: time))
        }
        try put(document, at: 2_000)
        var changed = SourceFixture()
        try changed.replace("Tithes", with: "Tenths", in: "texts/en.json")
        // The clock was set back.
        try put(changed.read(), at: 1_000)
        try put(changed.read(), at: 3_000)
        _ = try store.remove("psalter", at: Date(timeIntervalSince1970: 4_000))
        let (total, all) = try store.activities(from: 0, limit: 10, for: .anyone)
        #expect(total == 3 && all.map(\.kind) == [.create, .update, .delete])
        #expect(all.map(\.endedAt.timeIntervalSince1970) == [2_000, 2_000, 4_000])
        #expect(try store.activities(from: 1, limit: 1, for: .anyone).activities == [all[1]])
        #expect(try store.activities(from: 3, limit: 9, for: .anyone).activities.isEmpty)
        #expect(try store.libraryRevision() == 3)
    }

    @Test func `migrating an older library logs its versions, and hides drafts`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library.sqlite")
        let former = try DatabasePool(path: path)
        try former.write { $0.add(function: FoldedText.function) }
        try Schema.migrator.migrate(former, upTo: "2")
        try former.write { database in
            func version(_ key: Int, _ document: String, _ number: Int, _ status: String?) throws {
                try database.execute(
                    sql: "INSERT INTO version VALUES (?, ?, ?, ?, 'a test')",
                    arguments: [key, document, number, key * 100])
                let json = status.map { #"{"status": "\#($0)"}"# } ?? "{}"
                try database.execute(
                    sql: "INSERT INTO sourceFile VALUES (?, 'document.json', ?)", arguments: [key, Data(json.utf8)])
            }
            try version(1, "a", 1, "draft")
            try version(2, "b", 1, nil)
            try version(3, "a", 2, "published")
            try version(4, "b", 2, "odd")
            for (key, id, version) in [(1, "a", 3), (2, "b", 4)] {
                try database.execute(
                    sql: "INSERT INTO document (key, id, version, status, header) VALUES (?, ?, ?, 'published', '{}')",
                    arguments: [key, id, version])
            }
        }
        try former.close()
        let store = try ClauseStore(path: path, access: .readWrite)
        let seen = try store.activities(from: 0, limit: 9, for: .anyone).activities
        #expect(seen.map(\.kind) == [.create, .create, .update] && seen.map(\.document) == ["b", "a", "b"])
        #expect(seen.map(\.endedAt.timeIntervalSince1970) == [200, 300, 400])
        let all = try store.activities(from: 0, limit: 9, for: .administrator).activities
        #expect(all.map(\.kind) == [.create, .create, .update, .update])
    }
}
