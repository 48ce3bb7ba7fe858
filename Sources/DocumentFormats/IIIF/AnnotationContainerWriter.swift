package import DocumentModel

/// Writes the annotations of a page as a container of the Web Annotation Protocol, as one client sees them: those of the
/// clauses, and what the client itself has proposed in their place.
///
/// Source: https://www.w3.org/TR/annotation-protocol/
package struct AnnotationContainerWriter {
    /// What a container has of its annotations: <https://www.w3.org/TR/annotation-protocol/#container-preferences>.
    package struct Form: Equatable, Sendable {
        /// Whether its first page is only referred to.
        package var isMinimal = false
        /// Whether the addresses of annotations stand for them.
        package var hasAddressesOnly = false

        package init(isMinimal: Bool = false, hasAddressesOnly: Bool = false) {
            (self.isMinimal, self.hasAddressesOnly) = (isMinimal, hasAddressesOnly)
        }
    }

    /// The context of annotations.
    package static let context = "http://www.w3.org/ns/anno.jsonld"
    /// How many annotations a page of the container has.
    package static let pageSize = 100

    /// The ids of the annotations, in reading order; new ones come last.
    package let ids: [String]

    private let base: String
    private let page: Int
    private let writer: AnnotationWriter
    private let clauses: [String: Clause]
    /// What the client has proposed, by clause.
    private let proposals: [String: Proposal]

    /// - Parameters:
    ///   - document: The document, with all clauses that the page has, or with the one that is wanted.
    ///   - page: The page's number.
    ///   - proposals: The client's own proposals on this page, each for another clause.
    ///   - base: What addresses begin with, without a slash at its end.
    /// - Complexity: O(*n*) in the number of clauses and proposals.
    package init(_ document: PartialDocument, page: Int, proposals: [Proposal], base: String) {
        (self.base, self.page) = (base, page)
        let source = document.source
        writer = AnnotationWriter(
            source, addresses: PresentationAddresses(base: base, document: source.id), isAlone: true,
            pictured: Set(document.info.pages.filter { $0.imageID != nil }.map(\.number)))
        let there = writer.clauses(page: page)
        clauses = Dictionary(there.map { ($0.id, $0) }) { first, _ in first }
        let byClause = Dictionary(proposals.map { ($0.clause, $0) }) { first, _ in first }
        self.proposals = byClause
        let known = Set(clauses.keys)
        ids =
            there.map(\.id).filter { byClause[$0]?.action != .delete }
            + proposals.filter { $0.action == .create && !known.contains($0.clause) }.map(\.clause)
    }

    // MARK: Addresses

    /// The container's address.
    package var address: String { "\(base)/annotations/\(writer.document.id)/\(page)/" }

    /// The address of an annotation.
    package func address(of id: String) -> String { address + id }

    private func address(ofPart part: Int, _ form: Form) -> String {
        address + "?page=\(part)" + (form.hasAddressesOnly ? "&iris=1" : "")
    }

    // MARK: Annotations

    /// An annotation: as the client sent it, if it did, else as the clause is; nil where it is not there.
    package func annotation(_ id: String) -> JSONValue? {
        guard let proposal = proposals[id] else { return clauses[id].map { own($0) } }
        guard proposal.action != .delete, let members = proposal.annotation.members else { return nil }
        guard proposal.action == .create || clauses[id] != nil else { return nil }
        let head = members.filter { $0.key == "@context" } + [.init(key: "id", value: .string(address(of: id)))]
        return .object(head + members.filter { !["@context", "id"].contains($0.key) })
    }

    /// Whether the client has deleted an annotation, so that it is gone for it.
    package func isDeleted(_ id: String) -> Bool { proposals[id]?.action == .delete }

    private func own(_ clause: Clause) -> JSONValue {
        let annotation = writer.annotation(of: clause, page: page)
        let canonical = annotation["id"] ?? .null
        let members = (annotation.members ?? []).filter { $0.key != "id" }
        return .object(
            [
                .init(key: "@context", value: Self.contexts([])),
                .init(key: "id", value: .string(address(of: clause.id))), .init(key: "canonical", value: canonical),
            ] + members)
    }

    /// The context of IIIF, whose terms annotations of clauses have too, comes last:
    /// <https://iiif.io/api/presentation/3.0/#46-linked-data-context-and-extensions>.
    private static func contexts(_ others: [String]) -> JSONValue {
        .array(([context] + others + [PresentationWriter.context]).map(JSONValue.string))
    }

    // MARK: Containers

    private var partCount: Int { max(1, (ids.count + Self.pageSize - 1) / Self.pageSize) }

    /// The container: <https://www.w3.org/TR/annotation-protocol/#container-representations>.
    package func container(_ form: Form) -> JSONValue {
        let first = form.isMinimal ? JSONValue.string(address(ofPart: 1, form)) : part(1, form, isWithin: true)
        return .members([
            ("@context", Self.contexts(["http://www.w3.org/ns/ldp.jsonld"])), ("id", .string(address)),
            ("type", .array([.string("BasicContainer"), .string("AnnotationCollection")])),
            ("label", PresentationValues.words(writer.document.header.title)), ("total", .integer(ids.count)),
            ("first", ids.isEmpty ? nil : first),
            ("last", ids.isEmpty ? nil : .string(address(ofPart: partCount, form))),
        ])
    }

    /// A page of the container, from 1; nil where there is none of the number.
    package func part(_ number: Int, _ form: Form) -> JSONValue? {
        (1...partCount).contains(number) ? part(number, form, isWithin: false) : nil
    }

    private func part(_ number: Int, _ form: Form, isWithin: Bool) -> JSONValue {
        let start = (number - 1) * Self.pageSize
        let items = ids[start..<min(start + Self.pageSize, ids.count)].compactMap { id in
            form.hasAddressesOnly ? .string(address(of: id)) : annotation(id)
        }
        func other(_ other: Int) -> JSONValue? {
            (1...partCount).contains(other) ? .string(address(ofPart: other, form)) : nil
        }
        return .members([
            ("@context", isWithin ? nil : Self.contexts([])), ("id", .string(address(ofPart: number, form))),
            ("type", .string("AnnotationPage")),
            (
                "partOf",
                isWithin
                    ? nil
                    : .members([
                        ("id", .string(address)), ("type", .string("AnnotationCollection")),
                        ("total", .integer(ids.count)),
                    ])
            ),
            ("startIndex", .integer(start)), ("next", other(number + 1)), ("prev", other(number - 1)),
            ("items", .array(items)),
        ])
    }

    /// All annotations as one page, as IIIF has it.
    package var all: JSONValue {
        .members([
            ("@context", Self.contexts([])), ("id", .string(address)), ("type", .string("AnnotationPage")),
            ("items", .array(ids.compactMap(annotation))),
        ])
    }
}
