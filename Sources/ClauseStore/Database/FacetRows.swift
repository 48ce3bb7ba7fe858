import DocumentModel
import Foundation
import GRDB

/// Writes the facets of documents: `documentFacet` contains languages, themes and collections, `documentYears` years,
/// and `documentCollection` the documents' labels of collections.
struct FacetRows {
    /// The values of the column `kind` of `documentFacet`.
    enum Kind: Int {
        /// A language, in lower case and without region.
        case language = 1
        /// The id of a category that contains clauses.
        case theme = 2
        /// A collection that contains the document, directly or through nested collections.
        case collection = 3
        /// A collection that directly contains the document; the empty text if there is none.
        case place = 4
    }

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Adds a document whose header, categories and clauses are already written.
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

    /// Removes a document.
    func delete(key: Int64) throws {
        for table in ["documentFacet", "documentYears", "documentCollection"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE document = ?", arguments: [key])
        }
    }

    /// Adds all documents.
    func insertAll() throws { try database.eachHeader { try insert($0, key: $1) } }

    /// Returns a condition on `document`: that it has this facet.
    static func condition(_ kind: Kind, _ value: String) -> SQL {
        """
        EXISTS (SELECT 1 FROM documentFacet WHERE documentFacet.kind = \(kind.rawValue)
            AND documentFacet.value = \(value) AND documentFacet.document = document.key)
        """
    }

    /// Returns the form of a language tag that documents are found by: the language in lower case, without region.
    static func language(_ tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" }) }
}

extension Database {
    /// Calls `take` for each document. Documents whose header cannot be read are skipped: they are still listed, and
    /// reading them reports the damage.
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
    /// The conditions as SQL that continues a condition on `document`.
    var sql: SQL {
        var sql: SQL = ""
        if let language { sql += " AND \(FacetRows.condition(.language, FacetRows.language(language)))" }
        if let theme { sql += " AND \(FacetRows.condition(.theme, theme))" }
        if let collection { sql += " AND \(FacetRows.condition(.collection, collection))" }
        if let years {
            sql += """
                 AND EXISTS (SELECT 1 FROM documentYears WHERE documentYears.document = document.key
                    AND documentYears.first <= \(years.last) AND documentYears.last >= \(years.first))
                """
        }
        return sql
    }
}
