import DocumentFormats
import DocumentModel

/// Checks of edits to tours.
extension EditApplication {
    /// Checks for a missing page or missing clauses that a step refers to. A conflict is added if one existed before,
    /// else a fault is thrown.
    mutating func addConflictIfStepReferenceMissing(_ operation: EditOperation, _ current: JSONValue) throws -> Bool {
        guard let named = try namedInStep(operation, current) else { return false }
        for path in named where try !existsOrIsAdded(path) {
            guard try fields.published.value(of: path) == .bool(true) || journal.hasEdit(of: path) else {
                throw EditFault(
                    path: operation.path.description, value: "a step with \(path)",
                    expected: "a page and clauses that are there")
            }
            try add(.absent, operation, theirs: current, since: path)
            return true
        }
        return false
    }

    /// Returns the page and the newly added clauses of a step; nil if it is deleted or in another document.
    private func namedInStep(_ operation: EditOperation, _ current: JSONValue) throws -> [FieldPath]? {
        guard operation.after != .null, (operation.after["document"] ?? .null) == .null else { return nil }
        let known = Set((current["clauses"]?.elements ?? []).compactMap(\.textValue))
        let clauses = (operation.after["clauses"]?.elements ?? []).compactMap(\.textValue)
        let page = Self.page(ofStep: operation.after).map { [FieldPath.page($0, .existence)] } ?? []
        return page
            + clauses.filter { !known.contains($0) && Identifier.isValid($0) }.map { .clause($0, .existence) }
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
        if made.contains(where: { $0.isExistence && $0.isOfTour }) {
            let count = try fields.tours(after: newValues).count
            if count > TourLimits.tours { throw limit("tours", "\(count) altogether", TourLimits.tours) }
        }
        let longer = made.compactMap { path in if case .tour(let id, .step) = path { id } else { nil } }
        for id in Set(longer).sorted() {
            let count = try fields.steps(ofTour: id, after: newValues).count
            if count > TourLimits.steps {
                throw limit("tours/\(id)/steps", "\(count) altogether", TourLimits.steps)
            }
        }
    }
}

extension WorkingFields {
    /// Returns the ids of the tours.
    ///
    /// - Parameter changes: Values about to be written.
    /// - Complexity: O(*n*) in the number of tour fields.
    func tours(after changes: [FieldPath: JSONValue]) throws -> Set<String> {
        var tours: Set<String> = []
        for case .tour(let id, .existence) in try tourPaths(changes)
        where try (changes[.tour(id, .existence)] ?? value(of: .tour(id, .existence))) == .bool(true) {
            tours.insert(id)
        }
        return tours
    }

    /// Returns the ids of a tour's steps; see ``tours(after:)``.
    func steps(ofTour id: String, after changes: [FieldPath: JSONValue]) throws -> Set<String> {
        var steps: Set<String> = []
        for case .tour(id, .step(let step)) in try tourPaths(changes)
        where try (changes[.tour(id, .step(step))] ?? value(of: .tour(id, .step(step)))) != .null {
            steps.insert(step)
        }
        return steps
    }

    private func tourPaths(_ changes: [FieldPath: JSONValue]) throws -> Set<FieldPath> {
        try Set(changedPaths().filter(\.isOfTour)).union(published.tours().keys).union(changes.keys.filter(\.isOfTour))
    }
}

extension FieldPath {
    /// Whether it is a field of a tour.
    fileprivate var isOfTour: Bool {
        if case .tour = self { true } else { false }
    }

    /// Whether it is a step of a tour, which can be deleted individually.
    var isStep: Bool {
        if case .tour(_, .step) = self { true } else { false }
    }
}
