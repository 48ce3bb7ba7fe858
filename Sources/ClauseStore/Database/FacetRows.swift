import DocumentModel
import Foundation
import GRDB

/// What documents of a list are told apart by, as tables have it: `documentFacet` of languages, themes and collections,
/// `documentYears`, and `documentCollection` of what documents call collections.
struct FacetRows {
    /// The column `kind` of `documentFacet`.
    enum Kind: Int {
        /// A language, in small letters and without region.
        case language = 1
        /// The id of a category that has clauses.
        case theme = 2
        /// A collection, and each that it lies in.
        case collection = 3
        /// A collection that the document itself is in; the empty text where it is in none.
        case place = 4
    }

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Takes in a document whose header, categories and clauses are written already.
    func insert(_ header: DocumentHeader, key: Int64) throws {
        for language in Set(([header.language] + header.languages).map(Self.language)) {
            try insert(.language, language, key)
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO documentFacet (kind, value, document) SELECT ?, id, document FROM category
                WHERE document = ? AND EXISTS (SELECT 1 FROM clauseCategory WHERE clauseCategory.category = category.key)
                """
        ).execute(arguments: [Kind.theme.rawValue, key])
        let places = header.innermostCollections
        for collection in Set(places.flatMap(CollectionPath.chain)) { try insert(.collection, collection, key) }
        for place in places.isEmpty ? [""] : places { try insert(.place, place, key) }
        for collection in header.collections {
            guard let label = collection.label else { continue }
            try database.cachedStatement(
                sql: "INSERT INTO documentCollection (collection, document, label) VALUES (?, ?, ?)"
            ).execute(arguments: [collection.id, key, try StoredJSON.encode(label)])
        }
        if let years = header.years {
            try database.cachedStatement(sql: "INSERT INTO documentYears (document, first, last) VALUES (?, ?, ?)")
                .execute(arguments: [key, years.first, years.last])
        }
    }

    private func insert(_ kind: Kind, _ value: String, _ key: Int64) throws {
        try database.cachedStatement(sql: "INSERT INTO documentFacet (kind, value, document) VALUES (?, ?, ?)")
            .execute(arguments: [kind.rawValue, value, key])
    }

    /// Takes out a document.
    func delete(key: Int64) throws {
        for table in ["documentFacet", "documentYears", "documentCollection"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE document = ?", arguments: [key])
        }
    }

    /// Takes in all documents.
    func insertAll() throws { try database.eachHeader { try insert($0, key: $1) } }

    /// A language as documents are found by it.
    static func language(_ tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" }) }
}

extension Database {
    /// Walks all documents. One whose header cannot be read is passed over: it is listed all the same, and told as damaged
    /// where it is answered.
    func eachHeader(_ take: (DocumentHeader, _ key: Int64) throws -> Void) throws {
        let rows = try Row.fetchCursor(self, sql: "SELECT key, header FROM document")
        while let row = try rows.next() {
            let bytes = Data((row[1] as String).utf8)
            guard let header = try? JSONDecoder().decode(DocumentHeader.self, from: bytes) else { continue }
            try take(header, row[0])
        }
    }
}

extension DocumentConditions {
    /// Further conditions on `document`.
    var sql: SQL {
        var sql: SQL = ""
        func has(_ kind: FacetRows.Kind, _ value: String) -> SQL {
            """
             AND EXISTS (SELECT 1 FROM documentFacet WHERE documentFacet.kind = \(kind.rawValue)
                AND documentFacet.value = \(value) AND documentFacet.document = document.key)
            """
        }
        if let language { sql += has(.language, FacetRows.language(language)) }
        if let theme { sql += has(.theme, theme) }
        if let collection { sql += has(.collection, collection) }
        if let years {
            sql += """
                 AND EXISTS (SELECT 1 FROM documentYears WHERE documentYears.document = document.key
                    AND documentYears.first <= \(years.last) AND documentYears.last >= \(years.first))
                """
        }
        return sql
    }
}
