package import DocumentModel

/// Reads tours and checks the references of their steps.
struct TourReader {
    /// The pages, or nil if steps are not checked against them.
    var pages: [ReadPage]?
    /// The ids of all clauses, or nil if steps are not checked against them.
    var clauses: Set<String>?
    /// Whether to accept steps that refer to pages and clauses that do not exist.
    var isTolerant = false
    /// The size of every step's page, used if `pages` is nil.
    var ownSize: (width: Int, height: Int)?

    /// Reads an array of tours. Returns nil if the value is not an array.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    func tours(_ node: SourceNode) -> [Tour]? {
        guard let elements = node.array(limit: TourLimits.tours, "an array of tours") else { return nil }
        var ids: Set<String> = []
        return elements.compactMap { tour($0, ids: &ids) }
    }

    private func tour(_ node: SourceNode, ids: inout Set<String>) -> Tour? {
        guard let object = node.object("an object that describes a tour") else { return nil }
        let id = object["id"].newID(&ids)
        let title = object["title"].languageMap()
        object["title"].checkLength(of: title, limit: TourLimits.titleLength)
        let summary = object["summary"].optionalLanguageMap()
        object["summary"].checkLength(of: summary, limit: TourLimits.textLength)
        let elements = object["steps"].array(limit: TourLimits.steps, "an array of steps") ?? []
        var stepIDs: Set<String> = []
        let steps = elements.enumerated().compactMap { step($1, number: $0 + 1, ids: &stepIDs) }
        guard let id, let title, steps.count == elements.count else { return nil }
        return Tour(id: id, title: title, summary: summary, steps: steps)
    }

    private func step(_ node: SourceNode, number: Int, ids: inout Set<String>) -> TourStep? {
        guard let object = node.object("an object that describes a step") else { return nil }
        let stated =
            object["id"].isNothing ? String(number) : object["id"].string(Identifier.rule, where: Identifier.isValid)
        if let stated, !ids.insert(stated).inserted {
            object["id"].fault(
                value: FaultText.quoted(stated),
                expected: "an id that no other step of the tour has; a step without one has its number")
        }
        let step = step(object, id: stated ?? "")
        return stated == nil ? nil : step
    }

    /// Reads all properties of a step except its id.
    func step(_ object: SourceObject, id: String) -> TourStep? {
        let document = object["document"].optionalString(
            "the id of a document of the library", where: Identifier.isValid)
        let isElsewhere = !object["document"].isNothing
        let number = page(object["page"], isElsewhere: isElsewhere)
        let box = box(object["box"], size: isElsewhere ? nil : number.flatMap(size))
        let chosen = clauses(object["clauses"], isElsewhere: isElsewhere)
        let capture = object["capture"].optionalString(CaptureRule.id, where: CaptureRule.isValidID)
        let text = object["text"].optionalLanguageMap()
        object["text"].checkLength(of: text, limit: TourLimits.textLength)
        let audio = object["audio"].optionalLanguageMap()
        for path in audio?.all ?? [] where !TourLimits.isAudioPath(path) {
            object["audio"].fault(value: FaultText.quoted(path), expected: TourLimits.audioRule)
        }
        guard let number else { return nil }
        return TourStep(
            id: id, document: document, page: number, box: box, clauses: chosen, capture: capture, text: text,
            audio: audio)
    }

    private func page(_ node: SourceNode, isElsewhere: Bool) -> Int? {
        let isKnown = pages != nil && !isElsewhere && !isTolerant
        let last = isKnown ? pages?.count ?? 0 : FieldPath.pageLimit
        return node.pageNumber(upTo: max(last, 1))
    }

    private func size(_ page: Int) -> (width: Int, height: Int)? {
        guard let pages, pages.indices.contains(page - 1) else { return ownSize }
        return pages[page - 1].size
    }

    private func box(_ node: SourceNode, size: (width: Int, height: Int)?) -> [Double]? {
        guard !node.isNothing else { return nil }
        guard let numbers = node.box else {
            node.fault(expected: "[x, y, width, height] in pixels of the page, or nothing for the whole page")
            return nil
        }
        if let size, !isTolerant {
            let isInside =
                numbers[0] >= 0 && numbers[1] >= 0 && numbers[0] + numbers[2] <= Double(size.width)
                && numbers[1] + numbers[3] <= Double(size.height)
            if !isInside { node.fault(expected: "a box within the \(size.width) × \(size.height) pixels of the page") }
        }
        return numbers
    }

    private func clauses(_ node: SourceNode, isElsewhere: Bool) -> [String] {
        guard !node.isNothing else { return [] }
        var chosen: [String] = []
        for element in node.array(limit: TourLimits.clauses, "an array of clauses' ids") ?? [] {
            guard let id = element.string("the id of a clause", where: Identifier.isValid) else { continue }
            if let clauses, !isElsewhere, !isTolerant, !clauses.contains(id) {
                element.fault(expected: "the id of a clause of clauses.json")
            } else if chosen.contains(id), !isTolerant {
                element.fault(expected: "every clause only once")
            } else {
                chosen.append(id)
            }
        }
        return chosen
    }
}

extension Tour {
    /// The tour as written in `tours.json`.
    package var json: JSONValue {
        .members([
            ("id", .string(id)), ("title", title.json), ("summary", summary?.json),
            ("steps", .array(steps.enumerated().map { $1.json(number: $0 + 1) })),
        ])
    }

    /// Reads tours that were validated before. Returns an empty array if the value is not an array of tours.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    package static func stored(_ file: JSONValue) -> [Tour] {
        let node = SourceNode(value: file, file: "tours.json", path: .root("tours"), faults: FaultCollector())
        return TourReader(isTolerant: true).tours(node) ?? []
    }
}

extension TourStep {
    /// Returns the step as written in `tours.json`. An id equal to the step's number is left out.
    func json(number: Int) -> JSONValue {
        .members([
            ("id", id == String(number) ? nil : .string(id)), ("document", document.map(JSONValue.string)),
            ("page", .integer(page)), ("box", box.map { .array($0.map(JSONValue.number)) }),
            ("clauses", .list(clauses.map(JSONValue.string))), ("capture", capture.map(JSONValue.string)),
            ("text", text?.json), ("audio", audio?.json),
        ])
    }
}
