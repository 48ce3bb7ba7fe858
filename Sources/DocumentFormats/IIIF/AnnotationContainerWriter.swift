package import DocumentModel

/// Writes the annotations of a page as a container of the Web Annotation Protocol, as one client sees them: the
/// annotations of the clauses, with the client's own proposals in their place.
///
/// Source: https://www.w3.org/TR/annotation-protocol/
package struct AnnotationContainerWriter {
    /// The client's preferences for a container: <https://www.w3.org/TR/annotation-protocol/#container-preferences>.
    package struct Form: Equatable, Sendable {
        /// Whether the first page is referenced rather than embedded.
        package var isMinimal = false
        /// Whether annotations are listed by address only.
        package var hasAddressesOnly = false

        package init(isMinimal: Bool = false, hasAddressesOnly: Bool = false) {
            (self.isMinimal, self.hasAddressesOnly) = (isMinimal, hasAddressesOnly)
        }
    }

    /// The JSON-LD context of annotations.
    package static let context = "http://www.w3.org/ns/anno.jsonld"
    /// The number of annotations per page of the container.
    package static let pageSize = 100

    /// The ids of the annotations in reading order, followed by new ones.
    package let ids: [String]

    private let base: String
    private let page: Int
    private let writer: AnnotationWriter
    private let clauses: [String: Clause]
    /// The client's proposals, by clause.
    private let proposals: [String: Proposal]

    /// - Parameters:
    ///   - document: The document with all clauses of the page, or with the one that is needed.
    ///   - page: The page's number.
    ///   - proposals: The client's own proposals on this page, at most one per clause.
    ///   - base: The beginning of all addresses, without a trailing slash.
    /// - Complexity: O(*n*) in the numbers of clauses and proposals.
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

    /// Returns the address of an annotation.
    package func address(of id: String) -> String { address + id }

    private func address(ofPart part: Int, _ form: Form) -> String {
        address + "?page=\(part)" + (form.hasAddressesOnly ? "&iris=1" : "")
    }

    // MARK: Annotations

    /// Returns an annotation: the one sent by the client if there is one, otherwise the clause's. Returns nil if there
    /// is none.
    package func annotation(_ id: String) -> JSONValue? {
        guard let proposal = proposals[id] else { return clauses[id].map { own($0) } }
        guard proposal.action != .delete, let members = proposal.annotation.members else { return nil }
        guard proposal.action == .create || clauses[id] != nil else { return nil }
        let head = members.filter { $0.key == "@context" } + [.init(key: "id", value: .string(address(of: id)))]
        return .object(head + members.filter { !["@context", "id"].contains($0.key) })
    }

    /// Whether the client has deleted an annotation, which therefore no longer exists for that client.
    package func isDeleted(_ id: String) -> Bool { proposals[id]?.action == .delete }

    private func own(_ clause: Clause) -> JSONValue {
        let annotation = writer.annotation(of: clause, page: page)
        let head: JSONValue = [
            "@context": Self.contexts([]), "id": .string(address(of: clause.id)),
            "canonical": annotation["id"] ?? .null,
        ]
        return head.adding(.object((annotation.members ?? []).filter { $0.key != "id" }))
    }

    /// Returns the contexts. The IIIF context must come last, because annotations of clauses also use its terms:
    /// <https://iiif.io/api/presentation/3.0/#46-linked-data-context-and-extensions>.
    private static func contexts(_ others: [String]) -> JSONValue {
        .array(([context] + others + [PresentationWriter.context]).map(JSONValue.string))
    }

    // MARK: Containers

    private var partCount: Int { max(1, (ids.count + Self.pageSize - 1) / Self.pageSize) }

    /// Returns the container: <https://www.w3.org/TR/annotation-protocol/#container-representations>.
    package func container(_ form: Form) -> JSONValue {
        let first = form.isMinimal ? JSONValue.string(address(ofPart: 1, form)) : part(1, form, isWithin: true)
        return [
            "@context": Self.contexts(["http://www.w3.org/ns/ldp.jsonld"]), "id": .string(address),
            "type": .array(["BasicContainer", "AnnotationCollection"]),
            "label": PresentationValues.words(writer.document.header.title), "total": .integer(ids.count),
            "first": ids.isEmpty ? nil : first, "last": ids.isEmpty ? nil : .string(address(ofPart: partCount, form)),
        ]
    }

    /// Returns a page of the container, counted from 1, or nil if there is no such page.
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
        return [
            "@context": isWithin ? nil : Self.contexts([]), "id": .string(address(ofPart: number, form)),
            "type": "AnnotationPage",
            "partOf": isWithin
                ? nil
                : ["id": .string(address), "type": "AnnotationCollection", "total": .integer(ids.count)],
            "startIndex": .integer(start), "next": other(number + 1), "prev": other(number - 1), "items": .array(items),
        ]
    }

    /// Writes all annotations as a single IIIF annotation page, one after the other, so that they are never in memory
    /// as a whole.
    package func writeAll(to stream: inout some TextOutputStream) {
        let head: JSONValue = ["@context": Self.contexts([]), "id": .string(address), "type": "AnnotationPage"]
        head.write(listing: ids.lazy.compactMap(annotation), as: "items", to: &stream) { annotation, stream in
            annotation.write(to: &stream)
        }
    }
}
