import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

@Suite struct ZZScaleTests {
    @Test func `a hundred thousand`() throws {
        let library = try TestStore()
        let header = DocumentHeader(
            id: "item", title: LanguageMap(plain: "Charter of Arden, 1215"), summary: nil, holder: nil, shelfmark: nil,
            date: nil, rights: nil,
            attribution: nil, credits: [:], status: .published, language: "la", languages: ["en"], palette: nil,
            mark: nil)
        let json = try StoredJSON.encode(header)
        try library.store.write { database in
            let n = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
            try database.execute(
                sql:
                    "\(n) INSERT INTO version (key, document, number, addedAt, source) SELECT i, printf('item-%06d', i), 1, i, 'x' FROM n"
            )
            try database.execute(
                sql:
                    "\(n) INSERT INTO document (key, id, version, status, access, header) SELECT i, printf('item-%06d', i), i, iif(i % 50 = 0, 'draft', 'published'), iif(i % 33 = 0, 'restricted', 'open'), ? FROM n",
                arguments: [json])
            try database.execute(
                sql: "\(n) INSERT INTO page (document, number, width, height) SELECT i, 1, 10, 10 FROM n")
            try database.execute(
                sql:
                    "\(n) INSERT INTO documentFacet SELECT 1, 'la', i FROM n UNION ALL SELECT 1, substr('enfrdeesit', 1 + 2 * (i % 5), 2), i FROM n"
            )
            for k in 0..<5 {
                try database.execute(
                    sql:
                        "\(n) INSERT OR IGNORE INTO documentFacet SELECT 2, 'theme-' || ((i * 7919 + \(k) * 104729) % 40), i FROM n"
                )
            }
            try database.execute(
                sql:
                    "\(n) INSERT INTO documentFacet SELECT 3, 'c' || (i % 20), i FROM n UNION ALL SELECT 3, 'c' || (i % 20) || '/d' || (i % 100), i FROM n UNION ALL SELECT 4, 'c' || (i % 20) || '/d' || (i % 100), i FROM n"
            )
            try database.execute(sql: "\(n) INSERT INTO documentYears SELECT i, 900 + i % 1000, 900 + i % 1000 FROM n")
        }
        let clock = ContinuousClock()
        for (name, conditions, words) in [
            ("none", DocumentConditions(), nil), ("theme", DocumentConditions(theme: "theme-3"), nil),
            ("language", DocumentConditions(language: "fr"), nil),
            ("collection", DocumentConditions(collection: "c3"), nil),
            ("years", DocumentConditions(years: YearSpan(first: 1200, last: 1300)), nil),
            (
                "all four",
                DocumentConditions(
                    language: "fr", theme: "theme-3", collection: "c3", years: YearSpan(first: 1200, last: 1700)), nil
            ),
        ] as [(String, DocumentConditions, String?)] {
            var filter = DocumentFilter(words: words, conditions: conditions, limit: 24)
            var times: [Duration] = []
            for principal in [
                Principal.anyone, Principal(grant: .documents(["a"])), Principal(grant: .documents(["b"])),
            ] {
                times.append(try clock.measure { _ = try library.store.facets(of: filter, for: principal) })
            }
            let part = try clock.measure { _ = try library.store.documentPart(filter) }
            filter.cursor = DocumentCursor(id: "item-050000")
            let again = try clock.measure { _ = try library.store.documentPart(filter) }
            print("SCALE", name, "facets", times.min()!, "first part with total", part, "part", again)
        }
        print("SCALE collections", try clock.measure { _ = try library.store.collections(in: nil, for: .anyone) })
        print(
            "SCALE collection docs",
            try clock.measure { _ = try library.store.documents(in: 0..<1000, of: "c3/d3", for: .anyone) })
        print(
            "SCALE sitemap index", try clock.measure { _ = try library.store.lastAdditions(every: 500, for: .anyone) })
        print(
            "SCALE sitemap part",
            try clock.measure { _ = try library.store.listedDocuments(in: 90_000..<90_500, for: .anyone) })
        let inserted = try clock.measure {
            try library.store.write { database in
                try database.execute(sql: "DELETE FROM documentFacet; DELETE FROM documentYears")
                try FacetRows(database).insertAll()
            }
        }
        print("SCALE migration rows", inserted)
    }
}
