import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import WebDocuments

/// Makes proposals of what annotation clients write: fields `proposals/{id}` of the working copy, each with the annotation as
/// it was sent and the operations that `AnnotationChange` makes of it.
///
/// A proposal is no part of the document: nothing composes, counts or publishes it. Accepting one is an edit that makes the
/// operations and removes the proposal.
struct AnnotationProposing: Sendable {
    /// What a client must know of an annotation to replace or delete it.
    enum Condition: Sendable {
        /// The value of `If-Match`, which must be there and name the annotation as it is now.
        case matching(String?)
        /// Nothing: since all that is written are proposals, nothing is overwritten.
        case none
    }

    /// An annotation as it is for the client after it was written.
    struct Written: Sendable {
        let address: String
        let annotation: JSONValue
    }

    let library: EditedLibrary
    let events: EditEvents
    /// What addresses begin with.
    let base: String
    /// Who reads with the current request.
    let principal: Principal

    /// Proposes a new clause.
    ///
    /// - Parameter slug: What its id should be like.
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
            let before = try target.store.proposal(path, of: document)
            if Self.content(annotation) == Self.content(current) { return try target.written(id) }
            // What is as the clause is proposes nothing, and takes back what was proposed before.
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

    /// Proposes to remove a clause, or its outline on this page where it has others; takes back what was only proposed.
    ///
    /// - Throws: As ``replace(_:with:_:_:by:if:)``.
    func delete(
        _ id: String, _ document: String, _ page: Int, by editor: String, if condition: Condition
    ) async throws {
        _ = try await change(document, page, editor) { target in
            let (current, known) = try target.current(id, condition)
            let isNew = known?.action == .create
            let path = FieldPath.proposal(isNew ? id : Proposal.id(of: id, page: page, by: editor))
            let before = try target.store.proposal(path, of: document)
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
            let target = Target(
                store: library.store, document: document, page: page, editor: editor, base: base, principal: principal)
            do {
                return try body(target)
            } catch let fault as EditFault {
                throw ClauseStoreError.edit(fault)
            }
        }
        events.look(at: document)
        return written
    }

    // MARK: Annotations

    /// An annotation as it is kept: without its id, which is the address that it has here.
    private static func withoutID(_ annotation: JSONValue) -> JSONValue {
        .object((annotation.members ?? []).filter { $0.key != "id" })
    }

    /// A new annotation: the id that it had elsewhere becomes `via`.
    /// <https://www.w3.org/TR/annotation-protocol/#create-a-new-annotation>
    private static func created(_ annotation: JSONValue) -> JSONValue {
        guard let id = annotation["id"], let members = withoutID(annotation).members else {
            return withoutID(annotation)
        }
        let others = annotation["via"].map { $0.elements ?? [$0] } ?? []
        let via = others.isEmpty ? id : .array([id] + others.filter { $0 != id })
        return .object(members.filter { $0.key != "via" } + [.init(key: "via", value: via)])
    }

    /// What is compared of two annotations: all but the id, whatever the order of the keys.
    private static func content(_ annotation: JSONValue) -> JSONValue {
        DocumentFormats.FieldValue.normal(withoutID(annotation), of: .proposal("annotation"))
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

    /// An annotation as the client knows it, and what it has proposed for it.
    ///
    /// - Throws: ``Problem``, the first that applies: 404 and 410; 428 without a condition, 412 where it does not hold.
    func current(
        _ id: String, _ condition: AnnotationProposing.Condition
    ) throws -> (annotation: JSONValue, own: Proposal?) {
        let (writer, own, _) = try annotations(id)
        guard let annotation = writer.annotation(id) else {
            let wasThere = try store.hadAnnotation(id, of: document, isEditor: true)
            throw Problem.noAnnotation(id, isGone: writer.isDeleted(id) || wasThere)
        }
        guard case .matching(let field) = condition else { return (annotation, own) }
        guard let field else {
            throw Problem(
                status: .preconditionRequired, detail: "If-Match is missing, expected the ETag of the annotation")
        }
        guard AnnotationFields.matches(field, ContentDigest.of(Array(annotation.compactText.utf8))) else {
            throw Problem.outdated(id)
        }
        return (annotation, own)
    }

    /// An annotation as it is for the client now.
    func written(_ id: String) throws -> AnnotationProposing.Written {
        let (writer, _, _) = try annotations(id)
        return .init(address: writer.address(of: id), annotation: writer.annotation(id) ?? .null)
    }

    /// The annotation of a clause as it is without what was proposed.
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

    /// Writes a proposal, or removes it, by an edit.
    ///
    /// - Throws: ``Problem`` 412 where another request of the client was faster; `ClauseStoreError`.
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
    /// The client knows an annotation that is not the one that is there.
    fileprivate static func outdated(_ id: String) -> Problem {
        Problem(
            status: .preconditionFailed,
            detail: "the annotation \(FaultText.quoted(id)) is another now, expected its present ETag in If-Match")
    }
}
