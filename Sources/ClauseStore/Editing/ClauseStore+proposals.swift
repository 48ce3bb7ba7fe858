package import DocumentFormats
package import DocumentModel
import Foundation
import GRDB
import ImageGeometry

// The reads and writes of annotation clients. Readers see the published version. An editor's client sees the working
// copy, with its own proposals in place of the annotations they would change, so that it compares its next request with
// what it received before. What it writes becomes a `Proposal`.

/// The annotations of a page, as one client sees them.
package struct AnnotatedPage: Sendable {
    /// The document, with the clauses of the page or the requested one.
    package let document: PartialDocument
    /// The client's own proposals on the page.
    package let proposals: [Proposal]
}

extension ClauseStore {
    /// Returns the annotations of a page, or one of them.
    ///
    /// - Parameters:
    ///   - clause: The id of the requested annotation; nil for all.
    ///   - editor: The name of the client's editor; nil for readers, who see the published version.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noPage(_:document:count:)``.
    /// - Complexity: O(*n*) in the number of the page's clauses, changed fields and proposals.
    package func annotations(
        onPage page: Int, clause: String? = nil, of document: String, for principal: Principal, editor: String?
    ) throws(ClauseStoreError) -> AnnotatedPage {
        let published = try published(page, clause, of: document, for: principal)
        guard let editor else { return AnnotatedPage(document: published, proposals: []) }
        return try read { database in
            let fields = try WorkingFields(of: document, database)
            // A proposal that exceeds the present limits is left to the editor.
            let proposals = try fields.proposals().compactMap { id, value in
                try? Proposal(value, at: .proposal(id), limits: editLimits)
            }
            let own = proposals.filter { proposal in
                proposal.page == page && proposal.editor.isIdentical(to: editor)
                    && (clause == nil || proposal.clause == clause)
            }
            return AnnotatedPage(document: try working(published, clause, fields), proposals: own)
        }
    }

    private func published(
        _ page: Int, _ clause: String?, of document: String, for principal: Principal
    ) throws(ClauseStoreError) -> PartialDocument {
        guard let clause else { return try self.document(document, part: .page(page), for: principal) }
        let header = try self.document(document, part: .header, for: principal)
        guard header.info.pages.contains(where: { $0.number == page }) else {
            throw .noPage(page, document: document, count: header.info.pages.count)
        }
        do throws(ClauseStoreError) {
            return try self.document(document, part: .clause(clause), for: principal)
        } catch {
            guard case .noClause = error else { throw error }
            return header
        }
    }

    /// Returns a document with the working copy's changes to the requested clauses.
    private func working(
        _ published: PartialDocument, _ clause: String?, _ fields: WorkingFields
    ) throws -> PartialDocument {
        let source = published.source
        var (clauses, texts) = (source.clauses, source.texts)
        let changed = try Set(fields.changedPaths().compactMap(\.clauseID)).filter { clause == nil || clause == $0 }
        let languages = Set(source.header.languages + [source.header.language])
        for id in changed.sorted() {
            let place = clauses.firstIndex { $0.id == id }
            guard try fields.exists(.clause(id, .existence)) else {
                if let place { clauses.remove(at: place) }
                continue
            }
            let now = try fields.clause(id)
            if let place { clauses[place] = now } else { clauses.append(now) }
            for language in languages { texts[language, default: [:]][id] = try fields.text(of: id, in: language) }
        }
        return PartialDocument(
            info: published.info,
            source: SourceDocument(
                header: source.header, pages: source.pages, categories: source.categories, clauses: clauses,
                texts: texts, files: []))
    }

    /// Returns the context for checking an annotation of a page, from the working copy.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noPage(_:document:count:)``, also for a page
    ///   without a size.
    package func annotationPlace(
        onPage page: Int, of document: String, for principal: Principal
    ) throws(ClauseStoreError) -> AnnotationChange.Place {
        let info = try self.document(document, part: .header, for: principal).info
        return try read { database in
            let fields = try WorkingFields(of: document, database)
            guard let size = try fields.size(ofPage: page, after: [:]) else {
                throw ClauseStoreError.noPage(page, document: document, count: info.pages.count)
            }
            return AnnotationChange.Place(
                document: document, language: try fields.value(of: .document(.language)).textValue ?? "und",
                languages: (try fields.value(of: .document(.languages)).elements ?? []).compactMap(\.textValue),
                categories: try fields.categoryNames(), page: page, size: size,
                imageID: info.pages.first { $0.number == page }?.imageID,
                value: { try workingValue(of: $0, in: document) })
        }
    }

    /// Whether a clause of the working copy has regions on another page.
    package func isClause(_ id: String, of document: String, onPageBeside page: Int) throws(ClauseStoreError) -> Bool {
        try read { database in
            let fields = try WorkingFields(of: document, database)
            return try fields.pages(ofClause: id).contains { other in
                try other != page && fields.value(of: .clause(id, .regions(page: other))) != .null
            }
        }
    }

    /// Whether an annotation with this id existed and is gone.
    ///
    /// - Parameter isEditor: Whether unpublished changes count.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    package func hadAnnotation(_ id: String, of document: String, isEditor: Bool) throws(ClauseStoreError) -> Bool {
        guard Identifier.isValid(id) else { return false }
        return try read { database in
            let journal = EditJournal(of: document, database)
            let existence = FieldPath.clause(id, .existence)
            let fields = try WorkingFields(of: document, database)
            if isEditor { return try journal.hasEdit(of: .proposal(id)) || journal.hasEdit(of: existence) }
            guard let deletion = try journal.newest(of: existence) else { return false }
            let start = try WorkingCopyState(of: document, database).start
            return try deletion.revision <= start && fields.published.value(of: existence) == .null
        }
    }

    /// Returns an id for a new annotation, which no clause or proposal has or had.
    ///
    /// - Parameter wish: The preferred id.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    package func freeAnnotationID(_ wish: String?, of document: String) throws(ClauseStoreError) -> String {
        try read { database in
            let journal = EditJournal(of: document, database)
            let fields = try WorkingFields(of: document, database)
            func isFree(_ id: String) throws -> Bool {
                let existence = FieldPath.clause(id, .existence)
                return try fields.value(of: existence) == .null && !journal.hasEdit(of: existence)
                    && !journal.hasEdit(of: .proposal(id))
            }
            if let base = wish.flatMap(Identifier.make(fromSlug:)) {
                for number in 1...100 {
                    let id = number == 1 ? base : "\(base)-\(number)"
                    if try isFree(id) { return id }
                }
            }
            return UUID().uuidString.lowercased()
        }
    }
}

extension WorkingFields {
    /// Returns the names of the existing categories, by id.
    ///
    /// - Complexity: O(*n*) in the number of categories and changed fields.
    func categoryNames() throws -> [String: LanguageMap] {
        var ids = Set(try published.categories())
        for case .category(let id, .existence) in try changedPaths() { ids.insert(id) }
        var names: [String: LanguageMap] = [:]
        for id in ids where try exists(.category(id, .existence)) {
            let label = try value(of: .category(id, .label))
            let words = label.members.map {
                $0.compactMap { member in member.value.textValue.map { (member.key, $0) } }
            }
            names[id] =
                words.map { LanguageMap(Dictionary($0) { first, _ in first }) }
                ?? LanguageMap(plain: label.textValue ?? id)
        }
        return names
    }

    /// Returns a clause from the working copy.
    func clause(_ id: String) throws -> Clause {
        func value(_ field: FieldPath.ClauseField) throws -> JSONValue { try self.value(of: .clause(id, field)) }
        let regions = try pages(ofClause: id).sorted().flatMap { page in
            FieldValue.polygons(try value(.regions(page: page))).map { Region(page: page, polygon: $0) }
        }
        return Clause(
            id: id, number: try value(.number).textValue,
            kind: try value(.kind).textValue.flatMap(ClauseKind.init(rawValue:)) ?? .clause,
            incipit: try value(.incipit).textValue,
            categories: (try value(.categories).elements ?? []).compactMap(\.textValue), regions: regions)
    }

    /// Returns the texts of a clause in a language from the working copy; nil if there are none.
    func text(of id: String, in language: String) throws -> ClauseText? {
        func value(_ purpose: Snippet.Field) throws -> String? {
            try self.value(of: .clause(id, .text(language: language, purpose: purpose))).textValue
        }
        let text = ClauseText(
            title: try value(.title), translation: try value(.translation), context: try value(.context),
            transcription: try value(.transcription))
        return text == ClauseText() ? nil : text
    }
}
