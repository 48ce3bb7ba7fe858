package import DocumentModel
import Foundation

/// The source files of a document with the changes of its working copy applied, as written when publishing.
///
/// An unchanged file is kept byte for byte. In changed files everything that this program does not know is preserved:
/// unknown keys of objects, and the order of members.
package struct WorkingDocument {
    /// The field values by the id of the entry, in the order of their paths.
    typealias Fields<Field> = [String: [(field: Field, value: JSONValue)]]

    private let original: [SourceFile]
    var description: [JSONValue.Member]
    var pages: WorkingPages
    let images: [ImagePlace: WorkingImage]
    var categories: [WorkingEntry]
    var clauses: [WorkingEntry]
    /// The texts by language.
    var texts: [String: [JSONValue.Member]]
    var tours: WorkingTours
    var words: WorkingWords
    var glossary: WorkingGlossary
    private var recordings = WorkingRecordings()
    /// The texts of the SVG files that changed, or nil for a deleted file.
    private var drawings: [String: String?] = [:]
    /// The names of the files that differ from the originals.
    private var changedFiles: Set<String> = []

    /// Applies changes to source files.
    ///
    /// - Parameters:
    ///   - files: The source files of the published version.
    ///   - changes: The values of the fields that differ, in normal form.
    ///   - images: The images of pages and captures that differ, by place.
    ///   - sizes: The sizes of the images of published pages.
    /// - Throws: Faults in the files' JSON.
    /// - Complexity: O(*n* log *n*) in the sizes of both.
    package init(
        files: [SourceFile], changes: [FieldPath: JSONValue], images: [ImagePlace: WorkingImage] = [:],
        sizes: [Int: (width: Int, height: Int)] = [:]
    ) throws(SourceFaults) {
        original = files
        description = try Self.members("document.json", in: files)
        pages = WorkingPages(description.first { $0.key == "pages" }?.value)
        self.images = images
        categories = WorkingEntry.entries(of: try JSONParser.parse("categories.json", in: files))
        clauses = WorkingEntry.entries(of: try JSONParser.parse("clauses.json", in: files))
        tours = WorkingTours(try JSONParser.parse("tours.json", in: files))
        words = WorkingWords(try JSONParser.parse("words.json", in: files))
        glossary = WorkingGlossary(try JSONParser.parse("glossary.json", in: files))
        texts = [:]
        for file in files where file.name.hasPrefix("texts/") && file.name.hasSuffix(".json") {
            texts[Self.language(of: file.name)] = try Self.members(file.name, in: files)
        }
        var clauseFields: Fields<FieldPath.ClauseField> = [:]
        var categoryFields: Fields<FieldPath.CategoryField> = [:]
        var pageFields: WorkingPages.Fields = [:]
        var tourFields: Fields<FieldPath.TourField> = [:]
        var termFields: Fields<FieldPath.TermField> = [:]
        // Sorted, so that the same changes produce the same bytes.
        for (path, value) in changes.map({ ($0.key, $0.value) }).sorted(by: { $0.0.description < $1.0.description }) {
            switch path {
            case .clause(let id, let field): clauseFields[id, default: []].append((field, value))
            case .category(let id, let field): categoryFields[id, default: []].append((field, value))
            case .page(let number, let field): pageFields[number, default: []].append((field, value))
            case .document(let field): set(value, of: field)
            case .proposal: break
            case .file(let name): drawings[name] = .some(value.textValue)
            case .recording(let language, let name, let field):
                recordings.set(value, of: field, language: language, name: name)
            case .tour(let id, let field): tourFields[id, default: []].append((field, value))
            case .term(let id, let field): termFields[id, default: []].append((field, value))
            }
        }
        pages.apply(pageFields, images: images, sizes: sizes)
        apply(categoryFields)
        apply(clauseFields)
        tours.apply(tourFields)
        glossary.apply(termFields)
        tours.dropClauses(notIn: Set(clauses.map(\.id)))
        words.apply(clauseFields, clauses: clauses.map(\.id))
        dropLanguagesWithoutTexts()
    }

    // MARK: Files

    /// The numbers of the pages in display order.
    package var pageNumbers: [Int] { pages.pages.map(\.number) }

    /// The files, sorted by name. Pages are numbered from 1.
    package var files: [SourceFile] {
        var changedFiles = changedFiles
        if pages.isChanged { changedFiles.insert("document.json") }
        if pages.renumbering != nil, !clauses.isEmpty { changedFiles.insert("clauses.json") }
        if tours.isChanged || tours.isMoved(by: pages.numbers) { changedFiles.insert("tours.json") }
        if words.isChanged || words.isMoved(by: pages.numbers) { changedFiles.insert("words.json") }
        if glossary.isChanged { changedFiles.insert("glossary.json") }
        var files = original.filter {
            !changedFiles.contains($0.name) && drawings[$0.name] == nil && !recordings.replaces($0)
        }
        files += recordings.files
        for (name, text) in drawings {
            if let text { files.append(SourceFile(name: name, bytes: Data(text.utf8))) }
        }
        for name in changedFiles {
            guard let value = value(of: name) else { continue }
            files.append(SourceFile(name: name, json: value))
        }
        return files.sorted { $0.name < $1.name }
    }

    /// The texts of the SVG files that fields can refer to, by name.
    package var drawingTexts: JSONValue {
        let files = original.filter { drawings[$0.name] == nil }.map {
            ($0.name, String(decoding: $0.bytes, as: UTF8.self))
        }
        let all = files + drawings.compactMap { name, text in text.map { (name, $0) } }
        return .object(
            all.filter { FieldPath("files/" + $0.0) != nil }.sorted { $0.0 < $1.0 }
                .map { JSONValue.Member(key: $0.0, value: .string($0.1)) })
    }

    private func value(of name: String) -> JSONValue? {
        switch name {
        case "document.json": .object(numberedDescription)
        case "categories.json": .array(categories.map { .object($0.members) })
        case "clauses.json": numberedClauses
        case "words.json": words.file(renumbered: pages.numbers)
        case "tours.json": tours.file(renumbered: pages.numbers)
        case "glossary.json": glossary.file
        default: texts[Self.language(of: name)].map(JSONValue.object)
        }
    }

    private var numberedDescription: [JSONValue.Member] {
        var description = description
        if pages.isChanged { description.change("pages") { _ in pages.json } }
        guard let numbers = pages.renumbering else { return description }
        description.change("structures") { $0.map { WorkingPages.contents($0, renumbered: numbers) } }
        return description
    }

    private var numberedClauses: JSONValue {
        let numbers = pages.renumbering
        return .array(
            clauses.map { clause in
                var members = clause.members
                if let numbers {
                    members.change("regions") { $0.map { WorkingPages.regions($0, renumbered: numbers) } }
                }
                return .object(members)
            })
    }

    /// Replaces the positions of clauses and categories in fault paths with their ids: `clauses/39.regions`.
    package func naming(_ faults: SourceFaults) -> SourceFaults {
        let named = faults.faults.map { fault in
            let parts = fault.path.parts(maxSplits: 2, omittingEmptyParts: false) { $0 == "[" || $0 == "]" }
            let entries = parts.first == "clauses" ? clauses : parts.first == "categories" ? categories : []
            guard parts.count == 3, let position = Int(parts[1]), entries.indices.contains(position) else {
                return fault
            }
            return SourceFault(
                file: fault.file, path: "\(parts[0])/\(entries[position].id)\(parts[2])", value: fault.value,
                expected: fault.expected)
        }
        return SourceFaults(named, furtherCount: faults.furtherCount)
    }

    // MARK: Reading

    private static func members(_ name: String, in files: [SourceFile]) throws(SourceFaults) -> [JSONValue.Member] {
        try JSONParser.parse(name, in: files)?.members ?? []
    }

    private static func language(of name: String) -> String {
        String(name.dropFirst("texts/".count).dropLast(".json".count))
    }

    // MARK: The document

    private mutating func set(_ value: JSONValue, of field: FieldPath.DocumentField) {
        changedFiles.insert("document.json")
        description.change(field.rawValue) { former in
            guard field == .palette, let known = value.members, let members = former?.members else {
                return Self.stated(value, instead: former)
            }
            // Unknown keys of a palette are kept.
            return .object(known + members.filter { !Palette.keys.contains($0.key) })
        }
    }

    /// Returns the value, or nil to remove its key if it is null. A null that the file already contains is kept.
    static func stated(_ value: JSONValue, instead former: JSONValue?) -> JSONValue? {
        value == .null && former != .null ? nil : value
    }

    // MARK: Categories

    private mutating func apply(_ fields: Fields<FieldPath.CategoryField>) {
        guard !fields.isEmpty else { return }
        changedFiles.insert("categories.json")
        _ = categories.apply(fields, existence: .existence)
    }

    // MARK: Clauses

    private mutating func apply(_ fields: Fields<FieldPath.ClauseField>) {
        let known = Set(categories.map(\.id))
        dropCategories(notIn: known)
        guard !fields.isEmpty else { return }
        let places = Self.places(of: clauses)
        var deleted: Set<String> = []
        var changedTexts: [(clause: String, language: String, key: String, value: JSONValue)] = []
        for (id, fields) in fields {
            let existence = fields.first { $0.field == .existence }?.value
            if existence == .null { deleted.insert(id) }
            let isNew = existence == .bool(true) && places[id] == nil
            // Fields of a clause that was created and deleted again are ignored.
            guard let place = places[id] ?? (isNew ? clauses.endIndex : nil), !deleted.contains(id) else { continue }
            if isNew {
                changedFiles.insert("clauses.json")
                clauses.append(WorkingEntry(id: id, members: Self.newClause(id)))
            }
            for (field, value) in fields {
                switch field {
                case .text(let language, let purpose):
                    changedTexts.append((id, language, purpose.rawValue, value))
                case .phrases(let language): changedTexts.append((id, language, "phrases", value))
                case .words: break
                default:
                    changedFiles.insert("clauses.json")
                    Self.set(value, of: field, in: &clauses[place], categories: known)
                }
            }
        }
        clauses.removeAll { deleted.contains($0.id) }
        clauses.sortByOrder()
        setTexts(changedTexts, deleted: deleted)
    }

    /// Returns a new clause with its keys in the usual order.
    private static func newClause(_ id: String) -> [JSONValue.Member] {
        [
            .init(key: "id", value: .string(id)), .init(key: "number", value: .null),
            .init(key: "kind", value: .string(ClauseKind.clause.rawValue)), .init(key: "categories", value: .array([])),
            .init(key: "regions", value: .array([])),
        ]
    }

    private static func set(
        _ value: JSONValue, of field: FieldPath.ClauseField, in clause: inout WorkingEntry, categories: Set<String>
    ) {
        switch field {
        case .existence, .text, .phrases, .words, .reviewed: break
        case .order: clause.order = value.numberValue
        case .number: clause.members.change("number") { stated(value, instead: $0) }
        case .kind: clause.members.change("kind") { _ in value }
        case .incipit: clause.members.change("incipit") { stated(value, instead: $0) }
        case .categories:
            clause.members.change("categories") { _ in
                .array((value.elements ?? []).filter { categories.contains($0.textValue ?? "") })
            }
        case .regions(let page):
            clause.members.change("regions") { .array(regions($0?.elements ?? [], on: page, becoming: value)) }
        }
    }

    /// Removes references to deleted categories. The working copy keeps them, so that a deletion can be undone, but
    /// published files must not contain them.
    private mutating func dropCategories(notIn known: Set<String>) {
        for place in clauses.indices {
            guard let left = clauses[place].members.ids(in: "categories", among: known) else { continue }
            changedFiles.insert("clauses.json")
            clauses[place].members.change("categories") { _ in .array(left) }
        }
    }

    /// Replaces the regions of a clause on one page.
    ///
    /// An unchanged region keeps its unknown keys. Changed regions keep theirs as long as the number of regions stays
    /// the same.
    private static func regions(_ former: [JSONValue], on page: Int, becoming value: JSONValue) -> [JSONValue] {
        func isOnPage(_ region: JSONValue) -> Bool { region["page"] == .number(Double(page)) }
        let path = FieldPath.clause("", .regions(page: page))
        var left = former.filter(isOnPage).map { region -> (region: JSONValue, shape: JSONValue) in
            let shape = (region.members ?? []).filter { ["polygon", "holes"].contains($0.key) }
            return (region, FieldValue.normal(.array([.object(shape)]), of: path).elements?.first ?? .null)
        }
        let new = value.elements ?? []
        var regions: [JSONValue?] = new.map { shape in
            guard let place = left.firstIndex(where: { $0.shape == shape }) else { return nil }
            return left.remove(at: place).region
        }
        let isAsMany = new.count == former.filter(isOnPage).count
        for (place, shape) in new.enumerated() where regions[place] == nil {
            let known = ["page", "polygon", "holes"]
            let others = isAsMany && !left.isEmpty ? left.removeFirst().region.members ?? [] : []
            let own = JSONValue.members([
                ("page", .integer(page)), ("polygon", shape["polygon"]), ("holes", shape["holes"]),
            ])
            regions[place] = .object((own.members ?? []) + others.filter { !known.contains($0.key) })
        }
        let first = former.firstIndex(where: isOnPage) ?? former.endIndex
        return former[..<first] + regions.compactMap(\.self) + former[first...].filter { !isOnPage($0) }
    }

    // MARK: Texts

    /// The keys of a clause's text that this program knows.
    package static let textKeys = Snippet.Field.allCases.map(\.rawValue) + ["phrases"]

    private mutating func setTexts(
        _ changes: [(clause: String, language: String, key: String, value: JSONValue)],
        deleted: Set<String>
    ) {
        if !deleted.isEmpty {
            changedFiles.insert("clauses.json")
            for language in texts.keys where texts[language]?.contains(where: { deleted.contains($0.key) }) == true {
                changedFiles.insert("texts/\(language).json")
                texts[language]?.removeAll { deleted.contains($0.key) }
            }
        }
        let places = Self.places(of: clauses)
        for (language, changes) in Dictionary(grouping: changes, by: \.language) {
            changedFiles.insert("texts/\(language).json")
            var members = texts[language] ?? []
            let byClause = Dictionary(grouping: changes, by: \.clause)
            for place in members.indices {
                guard let changes = byClause[members[place].key] else { continue }
                members[place] = .init(
                    key: members[place].key,
                    value: Self.text(members[place].value, with: changes.map { ($0.key, $0.value) }))
            }
            let there = Set(members.map(\.key))
            let new = byClause.keys.filter { !there.contains($0) }.sorted { (places[$0] ?? 0) < (places[$1] ?? 0) }
            members += new.map { id in
                .init(key: id, value: Self.text(.object([]), with: (byClause[id] ?? []).map { ($0.key, $0.value) }))
            }
            texts[language] = members.filter { $0.value != .object([]) || !(byClause.keys.contains($0.key)) }
        }
    }

    private static func text(_ former: JSONValue, with changes: [(String, JSONValue)]) -> JSONValue {
        var members = former.members ?? []
        for key in textKeys {
            guard let change = changes.first(where: { $0.0 == key }) else { continue }
            members.change(key) { stated(change.1, instead: $0) }
        }
        return .object(members)
    }

    /// Deletes the text file of a language that the document no longer lists if the file has no texts left.
    private mutating func dropLanguagesWithoutTexts() {
        let named = ["languages", "language"].flatMap { key in
            let value = description.first { $0.key == key }?.value
            return (value?.elements ?? [value].compactMap(\.self)).compactMap(\.textValue)
        }
        func hasWords(_ text: JSONValue) -> Bool {
            Self.textKeys.contains { (text[$0] ?? .null) != .null }
        }
        for (language, members) in texts
        where !named.contains(language) && !members.contains(where: { hasWords($0.value) }) {
            changedFiles.insert("texts/\(language).json")
            texts[language] = nil
        }
    }

    // MARK: Order

    private static func places(of entries: [WorkingEntry]) -> [String: Int] {
        Dictionary(entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }
}
