import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Checks the structure of the database: the seals of its pages, its B-trees and indexes, foreign keys, and the
    /// R*Tree of region boxes. Returns one line per fault, at most a hundred.
    ///
    /// - Parameter onRead: Called from time to time with the number of bytes read. It may block, and returns whether to
    ///   continue.
    /// - Complexity: O(*n* log *n*) in the size of the database.
    public func structuralFaults(onRead: (Int) -> Bool = { _ in true }) -> [String] {
        var faults: [String] = []
        func collectFaults(from check: String, _ body: () throws -> [String]) {
            do {
                faults += try body()
            } catch {
                faults.append("\(check) ended early: \(error)")
            }
        }
        collectFaults(from: "the check of its pages") {
            // While the log contains newer pages, as after a checkpoint that found the disk full, pages in the file
            // itself may be incomplete. SQLite's own check reads each page from where it is valid.
            let log = try? FileManager.default.attributesOfItem(atPath: filePath + "-wal")[.size] as? Int
            if let log, log > 0 { return [] }
            let byteCount = try read(PageSeals.byteCount)
            let (damaged, missing) = try PageSeals.damagedPages(byteCount: byteCount, onRead: onRead) { count, offset in
                try read { try PageSeals.bytes(count, at: offset, of: $0) }
            }
            return damaged.map { "page \($0) is not as it was written" }
                + (missing > 0 ? ["pages are missing at its end: \(missing)"] : [])
        }
        collectFaults(from: "SQLite's own check") {
            try read { try String.fetchAll($0, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" } }
        }
        collectFaults(from: "the check of references") {
            try read { database in
                try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(100).map { row in
                    "a row of \(row[0] as String) refers to one of \(row[2] as String) that does not exist"
                }
            }
        }
        collectFaults(from: "the check of regions' boxes") {
            try read { database in
                let boxes = try String.fetchOne(database, sql: "SELECT rtreecheck('main', 'regionBox')")
                return boxes.map { $0 == "ok" ? [] : ["boxes of regions: \($0)"] } ?? []
            }
        }
        return faults.prefix(100).map { FaultText.plain($0, limit: 300) }
    }

    /// Compares the served content of a document with the stored source files of its version. A difference means that
    /// one of them was changed by something other than this program.
    ///
    /// - Returns: One line per difference, at most a hundred.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if it is removed in the meantime.
    /// - Complexity: O(*n*) in the size of the document.
    public func differencesFromSource(of document: String) throws(ClauseStoreError) -> [String] {
        while true {
            let revision = try revision(of: document, for: .administrator)
            let kept = try servedVersion(of: document)
            let served = try self.document(document, part: .whole, for: .administrator).source
            let links = try self.links(of: document)
            // If it was replaced in the meantime, the two are of different versions.
            guard try self.revision(of: document, for: .administrator) == revision else { continue }
            do {
                let kept = try kept.document()
                let found = Self.differences(served, kept)
                // Versions of this program that did not support links stored none.
                return Array((found + (served.header.hasLinks ? Self.differences(links, kept) : [])).prefix(100))
            } catch {
                return ["its source files cannot be read: \(error.lines.first ?? "no reason")"]
            }
        }
    }

    private static func differences(_ served: SourceDocument, _ kept: SourceDocument) -> [String] {
        var lines: [String] = []
        var header = kept.header
        // Versions of this program that did not support these properties stored none.
        if served.header.presentation == nil { header.presentation = nil }
        if served.header.collections.isEmpty { header.collections = [] }
        if !served.header.hasLinks { header.hasLinks = false }
        if served.header != header { lines.append("the document's header is not that of document.json") }
        for (page, other) in zip(served.pages, kept.pages) {
            // The tables store neither the page within the image file nor the part: the pyramid contains exactly that
            // part.
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
            // The tables do not store whether a clause is a text line either, as only the check of the source files
            // needs it.
            other.isTextLine = clause.isTextLine
            // Words are compared separately.
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
