package import DocumentModel

/// The tours of a working copy. Steps are identified by id. A moved step's id is written to the file.
package struct WorkingTours {
    struct Tour: OrderedEntry {
        let id: String
        var order: Double?
        /// All members of the tour in the file except the steps.
        var members: [JSONValue.Member]
        var steps: [WorkingEntry]
    }

    /// The keys of a step that fields cover.
    package static let knownOfSteps = ["id", "document", "page", "box", "clauses", "capture", "text", "audio"]
    static let ofStepField = ["document", "page", "box", "clauses", "capture", "audio"]

    private(set) var tours: [Tour]
    /// Whether any tour changed.
    private(set) var isChanged = false

    /// Reads the content of `tours.json`.
    init(_ file: JSONValue?) {
        tours = (file?.elements ?? []).enumerated().compactMap { position, tour in
            guard let id = tour["id"]?.textValue, let members = tour.members else { return nil }
            let steps = (tour["steps"]?.elements ?? []).enumerated().compactMap { place, step in
                step.members.map { WorkingEntry(id: Self.id(of: step, at: place), order: Double(place), members: $0) }
            }
            return Tour(
                id: id, order: Double(position), members: members.filter { $0.key != "steps" }, steps: steps)
        }
    }

    private static func id(of step: JSONValue, at place: Int) -> String { step["id"]?.textValue ?? String(place + 1) }

    /// Returns the values of all fields of a file's tours, not in normal form.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    package static func values(of file: JSONValue) -> [FieldPath: JSONValue] {
        var values: [FieldPath: JSONValue] = [:]
        for tour in WorkingTours(file).tours {
            let whole = JSONValue.object(tour.members)
            values[.tour(tour.id, .existence)] = .bool(true)
            values[.tour(tour.id, .title)] = whole["title"] ?? .null
            values[.tour(tour.id, .summary)] = whole["summary"] ?? .null
            values[.tour(tour.id, .order)] = tour.order.map(JSONValue.number) ?? .null
            for step in tour.steps {
                values[.tour(tour.id, .step(step.id))] = value(of: step)
                values[.tour(tour.id, .text(step: step.id))] = JSONValue.object(step.members)["text"] ?? .null
            }
        }
        return values
    }

    private static func value(of step: WorkingEntry) -> JSONValue {
        let whole = JSONValue.object(step.members)
        return .members(
            [("order", step.order.map(JSONValue.number))] + ofStepField.map { ($0, whole[$0]) })
    }

    /// Removes empty members from a step's field value: nulls, an empty list of clauses, and an empty object of
    /// recordings.
    static func normal(step value: JSONValue) -> JSONValue {
        guard let members = value.members else { return value }
        return .object(members.filter { ![.null, .array([]), .object([])].contains($0.value) })
    }

    // MARK: Changes

    mutating func apply(_ fields: WorkingDocument.Fields<FieldPath.TourField>) {
        let changes = tours.apply(
            fields, existence: .existence,
            add: { Tour(id: $0, members: [.init(key: "id", value: .string($0))], steps: []) },
            change: { $0.apply($1, $2) })
        guard changes else { return }
        isChanged = true
        for place in tours.indices { tours[place].steps.sortByOrder() }
    }

    /// Removes references to deleted clauses. The working copy keeps them, so that a deletion can be undone, but
    /// published files must not contain them.
    mutating func dropClauses(notIn known: Set<String>) {
        for (place, tour) in tours.enumerated() {
            for (number, step) in tour.steps.enumerated() where step.isOfDocument {
                guard let left = step.members.ids(in: "clauses", among: known) else { continue }
                isChanged = true
                tours[place].steps[number].members.change("clauses") { _ in .list(left) }
            }
        }
    }

    // MARK: File

    /// Whether any step is on a page that is renumbered or deleted.
    ///
    /// - Parameter numbers: The new page numbers, by current number.
    func isMoved(by numbers: [Int: Int]) -> Bool {
        tours.contains { tour in
            tour.steps.contains { step in step.ownPage.map { numbers[$0] != $0 } ?? false }
        }
    }

    /// Returns the content of `tours.json` with renumbered pages, or nil if there are no tours. Steps on deleted pages
    /// are left out.
    func file(renumbered numbers: [Int: Int]) -> JSONValue? {
        .list(
            tours.map { tour in
                .object(tour.members + [.init(key: "steps", value: tour.steps(renumbered: numbers))])
            })
    }

    /// The tours in the form that editors use. Each tour has its `order`, and each step its `id` and `order`.
    var content: JSONValue {
        .array(
            tours.map { tour in
                let steps = tour.steps.map { step in
                    var members = step.members
                    members.change("id") { _ in .string(step.id) }
                    return WorkingEntry(id: step.id, order: step.order, members: members).content
                }
                return .object((tour.content.members ?? []) + [.init(key: "steps", value: .array(steps))])
            })
    }
}

extension WorkingTours.Tour {
    /// Applies the value of a field. A step's value is applied before its text, because fields are sorted by path.
    fileprivate mutating func apply(_ field: FieldPath.TourField, _ value: JSONValue) {
        switch field {
        case .existence: break
        case .title: members.change("title") { WorkingDocument.stated(value, instead: $0) }
        case .summary: members.change("summary") { WorkingDocument.stated(value, instead: $0) }
        case .order: order = value.numberValue
        case .step(let id): applyStep(id, value)
        case .text(let id):
            guard let place = steps.firstIndex(where: { $0.id == id }) else { return }
            steps[place].members.change("text") { WorkingDocument.stated(value, instead: $0) }
        }
    }

    private mutating func applyStep(_ id: String, _ value: JSONValue) {
        let place = steps.firstIndex { $0.id == id }
        guard value != .null else {
            if let place { steps.remove(at: place) }
            return
        }
        var step = place.map { steps[$0] } ?? WorkingEntry(id: id, members: [])
        step.order = value["order"]?.numberValue
        for key in WorkingTours.ofStepField {
            step.members.change(key) { WorkingDocument.stated(value[key] ?? .null, instead: $0) }
        }
        if let place { steps[place] = step } else { steps.append(step) }
    }

    /// Returns the steps as written to the file. A step's id is written only if it differs from the step's number.
    fileprivate func steps(renumbered numbers: [Int: Int]) -> JSONValue {
        let left = steps.compactMap { step in step.members(renumbered: numbers).map { (id: step.id, members: $0) } }
        return .array(
            left.enumerated().map { place, step in
                guard step.id != String(place + 1), !step.members.contains(where: { $0.key == "id" }) else {
                    return .object(step.members)
                }
                return .object([.init(key: "id", value: .string(step.id))] + step.members)
            })
    }
}

extension WorkingEntry {
    /// Whether the step is in the tour's own document.
    fileprivate var isOfDocument: Bool { (JSONValue.object(members)["document"] ?? .null) == .null }

    /// The number of the step's page, or nil if it is in another document.
    fileprivate var ownPage: Int? {
        isOfDocument ? JSONValue.object(members)["page"]?.integerValue : nil
    }

    /// Returns all members of the step with its page renumbered, or nil if the page was deleted.
    fileprivate func members(renumbered numbers: [Int: Int]) -> [JSONValue.Member]? {
        guard let page = ownPage else { return members }
        guard let new = numbers[page] else { return nil }
        var members = members
        members.change("page") { _ in .integer(new) }
        return members
    }
}
