import Foundation
import GRDB
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats
@testable import DocumentModel

/// Invariants that hold after any sequence of edits.
@Suite struct EditPropertyTests {
    private static let editors = ["Ada", "Bea", "Cid"]
    private static let clauses = ["preamble", "1", "2", "3", "seal", "note", "new-1", "new-2", "new-3"]
    private static let categories = ["church", "money", "hidden", "war"]

    /// Returns a field and a value for it, mostly valid.
    private func change(_ random: inout Seeded) -> (FieldPath, JSONValue) {
        let clause = Self.clauses.randomElement(using: &random) ?? ""
        let category = Self.categories.randomElement(using: &random) ?? ""
        let text = JSONValue.string(["", "A", "Ä", "A\u{308}", "B", "two words"].randomElement(using: &random) ?? "")
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return (.clause(clause, .existence), .null)
        case 1, 2: return (.clause(clause, .existence), .bool(true))
        case 3: return (.clause(clause, .number), text)
        case 4: return (.clause(clause, .order), .number(Double.random(in: -1...9, using: &random)))
        case 5: return (.clause(clause, .kind), .string(Bool.random(using: &random) ? "clause" : "detail"))
        case 6:
            let chosen = Self.categories.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            return (.clause(clause, .categories), .array(chosen.map(JSONValue.string)))
        case 7, 8:
            let (x, y) = (
                Double(Int.random(in: 0...390, using: &random)), Double(Int.random(in: 0...390, using: &random))
            )
            let ring = JSONValue.array([.pair(x, y), .pair(x + 100, y), .pair(x + 50, y + 9)])
            let regions = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                JSONValue.object([.init(key: "polygon", value: ring)])
            }
            return (.clause(clause, .regions(page: Int.random(in: 1...3, using: &random))), .array(regions))
        case 9, 10:
            let language = ["en", "fr", "la", "de"].randomElement(using: &random) ?? ""
            let purpose = Snippet.Field.allCases.randomElement(using: &random) ?? .title
            return (.clause(clause, .text(language: language, purpose: purpose)), text)
        case 11: return (.category(category, .existence), Bool.random(using: &random) ? .null : .bool(true))
        case 12: return (.category(category, .label), .object([.init(key: "en", value: .string("L"))]))
        default: return (.document(.shelfmark), text)
        }
    }

    @Test(arguments: 1...12)
    func `the working copy equals the replayed journal, and its files equal its fields`(
        seed: UInt64
    ) throws {
        var random = Seeded(seed)
        let fixture = try EditingStore()
        var known: [String: Int] = [:]
        var sent: [(edit: Edit, editor: String, outcome: EditOutcome)] = []
        /// The values according to the journal, applied to the published version.
        var values: [FieldPath: JSONValue] = [:]
        func value(_ path: FieldPath) throws -> JSONValue { try fixture.store.workingValue(of: path, in: "psalter") }
        for step in 0..<150 {
            let editor = Self.editors.randomElement(using: &random) ?? ""
            let revision = try fixture.store.workingRevision(of: "psalter")
            // Some editors know the latest revision, others do not.
            if Bool.random(using: &random) { known[editor] = revision }
            if step % 50 == 49 {
                try end(step == 99, fixture, revision)
                values = [:]
                continue
            }
            if let again = sent.randomElement(using: &random), Int.random(in: 0..<6, using: &random) == 0 {
                let outcome = try fixture.apply(again.edit, by: again.editor)
                guard case .applied(let entry) = again.outcome else { continue }
                #expect(outcome == .repeated(entry))
                continue
            }
            var operations: [EditOperation] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let (path, after) = change(&random)
                if operations.contains(where: { $0.path == path }) { continue }
                let isStale = Int.random(in: 0..<6, using: &random) == 0
                operations.append(
                    EditOperation(path: path, before: isStale ? .string("stale") : try value(path), after: after))
            }
            let edit = Edit(id: "e\(step)", revision: known[editor] ?? 0, operations: operations)
            let before = try operations.map { try value($0.path) }
            do {
                let outcome = try fixture.store.apply(edit, to: "psalter", editor: editor, at: Date())
                switch outcome {
                case .applied(let entry):
                    guard case .edit(_, _, _, let applied) = entry.event else { continue }
                    for operation in applied { values[operation.path] = operation.after }
                    for operation in operations {
                        #expect(try value(operation.path) == FieldValue.normal(operation.after, of: operation.path))
                    }
                    sent.append((edit, editor, outcome))
                case .conflicts(let conflicts, _):
                    #expect(!conflicts.isEmpty)
                    try expect(operations, in: fixture, are: before)
                case .repeated: Issue.record("a new edit was taken for an old one")
                }
            } catch let error as ClauseStoreError {
                guard case .edit = error else { throw error }
                try expect(operations, in: fixture, are: before)
            }
            for (path, value) in values {
                #expect(try fixture.store.workingValue(of: path, in: "psalter") == value, "\(path)")
            }
        }
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        #expect(fixture.store.structuralFaults() == [])
        try compareWithFiles(fixture)
        #expect(sent.count > 20)
    }

    private func expect(_ operations: [EditOperation], in fixture: EditingStore, are values: [JSONValue]) throws {
        for (operation, value) in zip(operations, values) {
            let present = try fixture.store.workingValue(of: operation.path, in: "psalter")
            #expect(present == value, "\(operation.path)")
        }
    }

    /// Publishes or discards.
    private func end(_ isPublished: Bool, _ fixture: EditingStore, _ revision: Int) throws {
        #expect(try fixture.store.differencesFromJournal(of: "psalter") == [])
        try compareWithFiles(fixture)
        do {
            if isPublished {
                let files = try fixture.store.workingFiles(of: "psalter")
                _ = try fixture.store.publishWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: Date())
                #expect(try fixture.store.sourceFiles(of: "psalter") == files)
            } else {
                _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: Date())
            }
        } catch let faults as SourceFaults {
            // A clause without a region or a category without a name does not form a document yet.
            #expect(
                faults.lines.allSatisfy { $0.contains("at least one region") || $0.contains("label is missing") },
                "\(faults)")
            _ = try fixture.store.discardWorkingCopy(of: "psalter", revision: revision, editor: "Ada", at: Date())
        }
        #expect(try fixture.info().changeCount == 0)
    }

    /// Compares the composed files with the fields.
    private func compareWithFiles(_ fixture: EditingStore) throws {
        let files = try fixture.store.workingFiles(of: "psalter")
        func json(_ name: String) throws -> JSONValue? {
            try files.first { $0.name == name }.map { try JSONParser.parse($0.bytes) }
        }
        func value(_ path: FieldPath) throws -> JSONValue { try fixture.store.workingValue(of: path, in: "psalter") }
        let clauses = try json("clauses.json")?.elements ?? []
        let ids = clauses.compactMap { $0["id"]?.textValue }
        let texts = try Dictionary(
            uniqueKeysWithValues: ["en", "fr", "la", "de"].map { ($0, try json("texts/\($0).json") ?? .object([])) })
        let kept = Set(try (json("categories.json")?.elements ?? []).compactMap { $0["id"]?.textValue })
        for id in Self.clauses {
            let isThere = try value(.clause(id, .existence)) == .bool(true)
            #expect(ids.contains(id) == isThere, "\(id)")
            for (language, texts) in texts where !isThere { #expect(texts[id] == nil, "\(id) in \(language)") }
            guard let clause = clauses.first(where: { $0["id"]?.textValue == id }) else { continue }
            func expect(_ field: FieldPath.ClauseField, _ found: JSONValue?) throws {
                let path = FieldPath.clause(id, field)
                #expect(try FieldValue.normal(found ?? .null, of: path) == value(path), "\(path)")
            }
            try expect(.number, clause["number"])
            try expect(.kind, clause["kind"])
            try expect(.incipit, clause["incipit"])
            let named = try (value(.clause(id, .categories)).elements ?? []).filter {
                kept.contains($0.textValue ?? "")
            }
            #expect(FieldValue.normal(clause["categories"] ?? .null, of: .clause(id, .categories)) == .array(named))
            for page in 1...3 {
                let own = (clause["regions"]?.elements ?? []).filter { $0["page"] == .number(Double(page)) }
                let shapes = own.map { JSONValue.object(($0.members ?? []).filter { $0.key != "page" }) }
                try expect(.regions(page: page), .array(shapes))
            }
            for (language, texts) in texts {
                for purpose in Snippet.Field.allCases {
                    try expect(.text(language: language, purpose: purpose), texts[id]?[purpose.rawValue])
                }
            }
        }
        let orders = try ids.map { id in
            if case .number(let order) = try value(.clause(id, .order)) { order } else { Double.infinity }
        }
        #expect(orders == orders.sorted())
        for id in Self.categories {
            #expect(try (value(.category(id, .existence)) == .bool(true)) == kept.contains(id), "\(id)")
        }
        let shelfmark = try json("document.json")?["shelfmark"] ?? .null
        #expect(try shelfmark == value(.document(.shelfmark)))
    }
}
