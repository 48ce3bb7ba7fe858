import DocumentFormats
import DocumentModel

/// Checks of edits to tours and to the glossary.
extension EditApplication {
    /// Returns the page and the newly added clauses of a step; empty if it is deleted or in another document.
    func newReferences(ofStep operation: EditOperation, _ current: JSONValue) -> [FieldPath] {
        let step = operation.after
        guard step != .null, (step["document"] ?? .null) == .null else { return [] }
        let clauses = Self.newIDs(step["clauses"], current["clauses"]).map { FieldPath.clause($0, .existence) }
        return (Self.page(ofStep: step).map { [.page($0, .existence)] } ?? []) + clauses
    }

    /// Returns the size of a step's page; nil if the page is in another document, or its size is unknown.
    func sizeOfPage(ofStep step: JSONValue) throws -> (width: Int, height: Int)? {
        guard (step["document"] ?? .null) == .null, let number = Self.page(ofStep: step) else { return nil }
        return try fields.size(ofPage: number, after: newValues)
    }

    private static func page(ofStep step: JSONValue) -> Int? {
        guard case .number(let number)? = step["page"], let page = Int(exactly: number),
            (1...FieldPath.pageLimit).contains(page)
        else { return nil }
        return page
    }

    /// Throws if the document would have too many tours, or a tour too many steps.
    ///
    /// - Parameter changes: The operations about to be written.
    func checkCounts(ofTours changes: [EditOperation]) throws {
        let made = changes.filter { $0.before == .null && $0.after != .null }.map(\.path)
        func count(where isCounted: (FieldPath) -> Bool) throws -> Int {
            try fields.count(
                in: "tours", published: fields.published.tours().keys, after: newValues, where: isCounted)
        }
        if made.contains(where: { $0.isExistence && $0.isOfTour }) {
            let count = try count { $0.isExistence && $0.isOfTour }
            if count > TourLimits.tours {
                throw EditFault(path: "tours", value: "\(count) altogether", atMost: TourLimits.tours)
            }
        }
        let longer = made.compactMap { path in if case .tour(let id, .step) = path { id } else { nil } }
        for id in Set(longer).sorted() {
            let count = try count { path in if case .tour(id, .step) = path { true } else { false } }
            if count > TourLimits.steps {
                throw EditFault(path: "tours/\(id)/steps", value: "\(count) altogether", atMost: TourLimits.steps)
            }
        }
    }

    /// Throws if the glossary would have too many entries.
    ///
    /// - Parameter changes: The operations about to be written.
    func checkCount(ofTerms changes: [EditOperation]) throws {
        guard changes.contains(where: { $0.path.isTerm && $0.after == .bool(true) }) else { return }
        let terms = try fields.published.terms().keys
        let count = try fields.count(in: "glossary", published: terms, after: newValues, where: \.isTerm)
        if count > GlossaryLimits.entries {
            throw EditFault(path: "glossary", value: "\(count) altogether", atMost: GlossaryLimits.entries)
        }
    }
}

extension FieldPath {
    /// Whether it is a field of a tour.
    fileprivate var isOfTour: Bool {
        if case .tour = self { true } else { false }
    }

    /// Whether the field is the existence of a glossary entry.
    fileprivate var isTerm: Bool {
        if case .term(_, .existence) = self { true } else { false }
    }

    /// Whether it is a step of a tour, which can be deleted individually.
    var isStep: Bool {
        if case .tour(_, .step) = self { true } else { false }
    }
}
