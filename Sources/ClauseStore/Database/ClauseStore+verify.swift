import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// What is wrong with the database's own structure: its pages' seals, its trees and indexes, references that lead
    /// nowhere, and the tree of regions' boxes. Each is one line; at most a hundred.
    ///
    /// - Parameter pace: Told how many bytes were read, now and then; it may wait, and says whether to go on.
    /// - Complexity: O(*n* log *n*) in the size of the database.
    public func structuralFaults(pace: (Int) -> Bool = { _ in true }) -> [String] {
        var faults: [String] = []
        func look(_ what: String, _ body: () throws -> [String]) {
            do {
                faults += try body()
            } catch {
                faults.append("\(what) ended early: \(error)")
            }
        }
        look("the check of its pages") {
            // Where the log holds newer pages, as after a checkpoint that found no room, the file's own need not be whole:
            // SQLite's check reads each where it is.
            let log = try? FileManager.default.attributesOfItem(atPath: filePath + "-wal")[.size] as? Int
            if let log, log > 0 { return [] }
            let byteCount = try read(PageSeals.byteCount)
            let (damaged, missing) = try PageSeals.damagedPages(byteCount: byteCount, pace: pace) { count, offset in
                try read { try PageSeals.bytes(count, at: offset, of: $0) }
            }
            return damaged.map { "page \($0) is not as it was written" }
                + (missing > 0 ? ["its last pages are missing, of which there were \(missing)"] : [])
        }
        look("SQLite's own check") {
            try read { try String.fetchAll($0, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" } }
        }
        look("the check of references") {
            try read { database in
                try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(100).map { row in
                    "a row of \(row[0] as String) refers to one of \(row[2] as String) that is not there"
                }
            }
        }
        look("the check of regions' boxes") {
            try read { database in
                let boxes = try String.fetchOne(database, sql: "SELECT rtreecheck('main', 'regionBox')")
                return boxes.map { $0 == "ok" ? [] : ["boxes of regions: \($0)"] } ?? []
            }
        }
        return faults.prefix(100).map { FaultText.plain($0, limit: 300) }
    }

    /// Where what is served of a document is not what the source files say that are kept of its version: one of the two was
    /// changed by something other than this program.
    ///
    /// - Returns: A line each; at most a hundred.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also when it is removed meanwhile.
    /// - Complexity: O(*n*) in the size of the document.
    public func differencesFromSource(of document: String) throws(ClauseStoreError) -> [String] {
        while true {
            let revision = try revision(of: document, for: .administrator)
            let kept = try servedVersion(of: document)
            let served = try self.document(document, part: .whole, for: .administrator).source
            let links = try self.links(of: document)
            // Replaced meanwhile: the two are not of one version.
            guard try self.revision(of: document, for: .administrator) == revision else { continue }
            do {
                let kept = try kept.document()
                let found = Self.differences(served, kept)
                // A version that did not know of links stored none of them.
                return Array((found + (served.header.hasLinks ? Self.differences(links, kept) : [])).prefix(100))
            } catch {
                return ["its source files cannot be read: \(error.lines.first ?? "no reason")"]
            }
        }
    }

    private static func differences(_ served: SourceDocument, _ kept: SourceDocument) -> [String] {
        var lines: [String] = []
        var header = kept.header
        // Versions that did not know these properties stored none of them.
        if served.header.presentation == nil { header.presentation = nil }
        if served.header.collections.isEmpty { header.collections = [] }
        if !served.header.hasLinks { header.hasLinks = false }
        if served.header != header { lines.append("the document's header is not that of document.json") }
        for (page, other) in zip(served.pages, kept.pages) {
            // The tables have neither the page within the image's file nor its part: the pyramid is already of these.
            if page != other.stored { lines.append("page \(page.number) is not that of document.json") }
        }
        if served.pages.count != kept.pages.count { lines.append("the pages are not those of document.json") }
        if served.categories != kept.categories { lines.append("the categories are not those of categories.json") }
        if served.clauses.map(\.id) != kept.clauses.map(\.id) {
            lines.append("the clauses and their order are not those of clauses.json")
        }
        let clauses = Dictionary(kept.clauses.map { ($0.id, $0) }) { first, _ in first }
        for clause in served.clauses {
            guard var other = clauses[clause.id] else { continue }
            // Nor do the tables have the mark of a text line, which only the check of the source files needs.
            other.isTextLine = clause.isTextLine
            // Words are compared by themselves.
            other.words = clause.words
            if other != clause {
                lines.append("clause \(clause.id) is not that of clauses.json")
            }
        }
        for language in Set(served.texts.keys).union(kept.texts.keys).sorted() {
            let (texts, others) = (served.texts[language] ?? [:], kept.texts[language] ?? [:])
            for clause in Set(texts.keys).union(others.keys).sorted()
            where texts[clause]?.unlinked != others[clause]?.unlinked {
                lines.append("the text of clause \(clause) is not that of texts/\(language).json")
            }
        }
        return Array(lines.prefix(100))
    }
}
