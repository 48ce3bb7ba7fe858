import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import WebDocuments

/// Turns what annotation clients write into proposals: fields `proposals/{id}` of the working copy, each with the
/// annotation as it was sent and the operations that `AnnotationChange` derives from it.
///
/// A proposal is not part of the document: it is not rendered, counted or published. Accepting one is an edit that
/// performs the operations and removes the proposal.
struct AnnotationProposals: Sendable {
    /// The precondition for replacing or deleting an annotation.
    enum Condition: Sendable {
        /// The value of `If-Match`, which is required and must match the current annotation.
        case matching(String?)
        /// No precondition: writes only create proposals, so nothing is overwritten.
        case none
    }

    /// An annotation as the client sees it after a write.
    struct Written: Sendable {
        let address: String
        let annotation: JSONValue
    }

    let library: EditedLibrary
    let events: EditEvents
    let base: String
    let principal: Principal

    /// Proposes a new clause.
    ///
    /// - Parameter slug: The suggested id.
    /// - Throws: ``Problem`` 404, 413, 422 and those of ``EditedLibrary/change(_:)``.
    func create(
        _ annotation: JSONValue, slug: String?, _ document: String, _ page: Int, by editor: String
    ) async throws -> Written {
        try await change(document, page, editor) { target in
            let id = try target.store.freeAnnotationID(slug, of: document)
            let change = try AnnotationChange(annotation, of: id, isNew: true, at: target.place())
            try target.write(
                id, as: .proposal(id), over: .null,
                target.proposal(.create, of: id, Self.created(annotation), change.operations, change.notes))
            return try target.written(id)
        }
    }

    /// Proposes the changes that an annotation makes to a clause.
    ///
    /// - Throws: As ``create(_:slug:_:_:by:)``, and ``Problem`` 410, 412 and 428.
    func replace(
        _ id: String, with annotation: JSONValue, _ document: String, _ page: Int, by editor: String,
        if condition: Condition
    ) async throws -> Written {
        try await change(document, page, editor) { target in
            let (current, known) = try target.current(id, condition)
            let isNew = known?.action == .create
            let change = try AnnotationChange(annotation, of: id, isNew: isNew, at: target.place())
            let path = FieldPath.proposal(isNew ? id : Proposal.id(of: id, page: page, by: editor))
            let before = try target.store.workingValue(of: path, in: document)
            if Self.content(annotation) == Self.content(current) { return try target.written(id) }
            // An annotation equal to the clause's proposes nothing, and withdraws an earlier proposal.
            let isOwn = !isNew && change.operations.isEmpty
            if isOwn, let plain = try target.unproposed(id), Self.content(annotation) == Self.content(plain) {
                try target.write(id, as: path, over: before, nil)
            } else {
                try target.write(
                    id, as: path, over: before,
                    target.proposal(
                        isNew ? .create : .replace, of: id, Self.withoutID(annotation), change.operations,
                        change.notes))
            }
            return try target.written(id)
        }
    }

    /// Proposes to remove a clause, or only its outline on this page if it has outlines elsewhere. Withdraws a clause
    /// that was only proposed.
    ///
    /// - Throws: As ``replace(_:with:_:_:by:if:)``.
    func delete(
        _ id: String, _ document: String, _ page: Int, by editor: String, if condition: Condition
    ) async throws {
        _ = try await change(document, page, editor) { target in
            let (current, known) = try target.current(id, condition)
            let isNew = known?.action == .create
            let path = FieldPath.proposal(isNew ? id : Proposal.id(of: id, page: page, by: editor))
            let before = try target.store.workingValue(of: path, in: document)
            if isNew {
                try target.write(id, as: path, over: before, nil)
            } else {
                let isElsewhere = try target.store.isClause(id, of: document, onPageBeside: page)
                let operations = try AnnotationChange.removal(of: id, page: page, isElsewhere: isElsewhere) {
                    try target.store.workingValue(of: $0, in: document)
                }
                try target.write(
                    id, as: path, over: before, target.proposal(.delete, of: id, .null, operations, []))
            }
            return Written(address: "", annotation: current)
        }
    }

    private func change(
        _ document: String, _ page: Int, _ editor: String, _ body: @escaping @Sendable (Target) throws -> Written
    ) async throws -> Written {
        let written = try await library.change { [base, principal] library in
            try body(
                Target(
                    store: library.store, document: document, page: page, editor: editor, base: base,
                    principal: principal))
        }
        events.look(at: document)
        return written
    }

    // MARK: Annotations

    /// Returns an annotation as it is stored: without its id, which is its address here.
    private static func withoutID(_ annotation: JSONValue) -> JSONValue {
        .object((annotation.members ?? []).filter { $0.key != "id" })
    }

    /// Returns a new annotation as it is stored: the id that it had elsewhere becomes `via`.
    /// <https://www.w3.org/TR/annotation-protocol/#create-a-new-annotation>
    private static func created(_ annotation: JSONValue) -> JSONValue {
        guard let id = annotation["id"], let members = withoutID(annotation).members else {
            return withoutID(annotation)
        }
        let others = annotation["via"].map { $0.elements ?? [$0] } ?? []
        let via = others.isEmpty ? id : .array([id] + others.filter { $0 != id })
        return .object(members.filter { $0.key != "via" } + [.init(key: "via", value: via)])
    }

    /// Returns the content of an annotation for comparison: everything except the id, regardless of the order of keys.
    private static func content(_ annotation: JSONValue) -> JSONValue {
        FieldValue.normal(withoutID(annotation), of: .proposal("annotation"))
    }
}

/// A page whose annotations are being changed.
private struct Target {
    let store: ClauseStore
    let document: String
    let page: Int
    let editor: String
    let base: String
    let principal: Principal

    private func annotations(_ id: String) throws -> (writer: AnnotationContainerWriter, own: Proposal?, AnnotatedPage)
    {
        let found = try store.annotations(
            onPage: page, clause: id, of: document, for: principal, editor: editor)
        let writer = AnnotationContainerWriter(found.document, page: page, proposals: found.proposals, base: base)
        return (writer, found.proposals.first, found)
    }

    /// Returns an annotation as the client knows it, and the client's own proposal for it.
    ///
    /// - Throws: ``Problem``, the first that applies: 404 and 410; 428 without a precondition, 412 if it fails.
    func current(
        _ id: String, _ condition: AnnotationProposals.Condition
    ) throws -> (annotation: JSONValue, own: Proposal?) {
        let (writer, own, _) = try annotations(id)
        guard let annotation = writer.annotation(id) else {
            let wasThere = try store.hadAnnotation(id, of: document, isEditor: true)
            throw Problem.noAnnotation(id, isGone: writer.isDeleted(id) || wasThere)
        }
        guard case .matching(let field) = condition else { return (annotation, own) }
        guard let field else {
            throw Problem(.preconditionRequired, "If-Match is missing, expected the ETag of the annotation")
        }
        guard AnnotationFields.matches(field, ContentDigest.of(Array(annotation.compactText.utf8))) else {
            throw Problem.outdated(id)
        }
        return (annotation, own)
    }

    /// Returns an annotation as the client sees it now.
    func written(_ id: String) throws -> AnnotationProposals.Written {
        let (writer, _, _) = try annotations(id)
        return .init(address: writer.address(of: id), annotation: writer.annotation(id) ?? .null)
    }

    /// Returns the annotation of a clause without any proposals.
    func unproposed(_ id: String) throws -> JSONValue? {
        let (_, _, found) = try annotations(id)
        return AnnotationContainerWriter(found.document, page: page, proposals: [], base: base).annotation(id)
    }

    func place() throws -> AnnotationChange.Place {
        try store.annotationPlace(onPage: page, of: document, for: principal)
    }

    func proposal(
        _ action: Proposal.Action, of clause: String, _ annotation: JSONValue, _ operations: [EditOperation],
        _ notes: [String]
    ) -> Proposal {
        Proposal(
            action: action, page: page, clause: clause, annotation: annotation, editor: editor, at: Date().rfc3339,
            operations: operations, notes: notes)
    }

    /// Writes or removes a proposal with an edit.
    ///
    /// - Throws: ``Problem`` 412 if another request of the client came first; `ClauseStoreError`.
    func write(_ id: String, as path: FieldPath, over before: JSONValue, _ proposal: Proposal?) throws {
        let edit = Edit(
            id: "annotation-\(UUID().uuidString.lowercased())", revision: try store.workingRevision(of: document),
            label: "propose",
            operations: [EditOperation(path: path, before: before, after: proposal?.json ?? .null)])
        if case .conflicts = try store.apply(edit, to: document, editor: editor, at: Date()) {
            throw Problem.outdated(id)
        }
    }
}

extension Problem {
    /// The client's annotation is not the current one.
    fileprivate static func outdated(_ id: String) -> Problem {
        Problem(
            .preconditionFailed,
            "the annotation \(FaultText.quoted(id)) has changed, expected its current ETag in If-Match")
    }
}
