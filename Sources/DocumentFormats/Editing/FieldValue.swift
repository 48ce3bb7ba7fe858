package import DocumentModel
import FileSupport
import Foundation
package import ImageGeometry

/// The values of fields in the working copy: their normal form and their validation.
package enum FieldValue {
    // MARK: Normal form

    /// Returns the form in which values of the field are stored and compared: objects sorted by key, and a single form
    /// for equivalent values, such as no text and an empty text.
    ///
    /// Invalid values have a normal form too; ``check(_:of:page:limits:)`` validates them.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the value.
    package static func normal(_ value: JSONValue, of path: FieldPath) -> JSONValue {
        let value = sorted(value)
        switch path {
        case .clause(_, .kind): return value == .null ? .string(ClauseKind.clause.rawValue) : value
        case .clause(_, .categories): return value == .null ? .array([]) : value
        case .clause(_, .regions): return regions(value)
        case .clause(_, .words), .document(.collections), .page(_, .behavior), .document(.behavior), .term(_, .seeAlso):
            return value == .array([]) ? .null : value
        case .clause(_, .phrases): return phrases(value)
        case .category(_, .style): return value == .null ? .string(CategoryStyle.filled.rawValue) : value
        case .category(_, .includedInAll): return value == .null ? .bool(true) : value
        case .document(.status): return value == .null ? .string(DocumentStatus.published.rawValue) : value
        case .document(.access): return value == .null ? .string(DocumentAccess.open.rawValue) : value
        case .document(.structures): return ContentsField.normal(value)
        case .page(_, .image): return PageImage(value)?.json ?? value
        case .page(_, .captures): return value == .array([]) ? .null : PageCaptures(value)?.json ?? value
        case .tour(_, .step): return WorkingTours.normal(step: value)
        case .term(_, .forms): return WorkingGlossary.normal(forms: value)
        case .clause, .category, .page, .document, .file, .proposal, .tour, .term, .recording:
            return value == .string("") || value == .object([]) ? .null : value
        }
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .string, .pair: return value
        case .number(let number): return .number(number == 0 ? 0 : number)
        case .array(let elements):
            if elements.count == 2, case .number(let x) = elements[0], case .number(let y) = elements[1] {
                return .pair(x, y)
            }
            return .array(elements.map(sorted))
        case .object(let members):
            return .object(
                members.map { JSONValue.Member(key: $0.key, value: sorted($0.value)) }
                    .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        }
    }

    /// Normalises phrases: each quotation gets its shortest form. Invalid values are unchanged.
    private static func phrases(_ value: JSONValue) -> JSONValue {
        if value == .array([]) { return .null }
        let faults = FaultCollector()
        let read = LinkReader().phrases(
            SourceNode(value: value, file: "", path: .root(""), faults: faults))
        return faults.isEmpty && value != .null ? .array(read.map { sorted($0.json) }) : value
    }

    /// Removes empty lists of holes from regions.
    private static func regions(_ value: JSONValue) -> JSONValue {
        guard let elements = value.elements else { return value }
        if elements.isEmpty { return .null }
        return .array(
            elements.map { region in
                guard let members = region.members else { return region }
                return .object(
                    members.filter { !($0.key == "holes" && ($0.value == .array([]) || $0.value == .null)) })
            })
    }

    /// Returns the regions of a page in normal form.
    package static func regions(_ polygons: [Polygon]) -> JSONValue {
        if polygons.isEmpty { return .null }
        return .array(
            polygons.map { polygon in
                .members([("holes", .list(polygon.holes.map(Region.ring))), ("polygon", Region.ring(polygon.outer))])
            })
    }

    /// Returns the polygons of a page's regions, skipping invalid ones.
    ///
    /// - Parameter value: The regions in normal form.
    package static func polygons(_ value: JSONValue) -> [Polygon] {
        func ring(_ value: JSONValue) -> [Point] {
            (value.elements ?? []).compactMap { point in
                if case .pair(let x, let y) = point { Point(x: x, y: y) } else { nil }
            }
        }
        return (value.elements ?? []).compactMap { region in
            try? Polygon(
                outer: ring(region["polygon"] ?? .null), holes: (region["holes"]?.elements ?? []).map(ring))
        }
    }

    /// Returns the number of vertices in a page's regions.
    ///
    /// - Parameter value: The regions in normal form.
    package static func vertexCount(_ value: JSONValue) -> Int {
        (value.elements ?? []).reduce(0) { $0 + vertexCount(ofRegion: $1) }
    }

    private static func vertexCount(ofRegion region: JSONValue) -> Int {
        let holes = region["holes"]?.elements ?? []
        return holes.reduce(region["polygon"]?.elements?.count ?? 0) { $0 + ($1.elements?.count ?? 0) }
    }

    // MARK: Validation

    /// Validates a value by the rules of the source folder reader, as far as the value alone allows.
    ///
    /// - Parameters:
    ///   - value: The value in normal form.
    ///   - path: The field.
    ///   - page: The size of the field's page in pixels, for regions and for steps of tours.
    ///   - limits: The bounds.
    /// - Throws: The first fault.
    /// - Complexity: O(*n*) in the size of the value; for a polygon, O(*n* · *m*) for *n* vertices and at most *m*
    ///   edges at any level.
    package static func check(
        _ value: JSONValue, of path: FieldPath, page: (width: Int, height: Int)?, limits: EditLimits
    ) throws(EditFault) {
        let faults = FaultCollector()
        let node = SourceNode(value: value, file: "", path: .root(path.description), faults: faults)
        switch path {
        case .clause(_, .existence), .category(_, .existence), .page(_, .existence), .tour(_, .existence),
            .term(_, .existence):
            if value != .bool(true), value != .null { node.fault(expected: "true, or null to delete it") }
        case .clause(_, .number), .clause(_, .incipit), .document(.shelfmark): _ = node.optionalString()
        case .clause(_, .kind): _ = node.choice(default: ClauseKind.clause)
        case .clause(_, .order), .category(_, .order), .page(_, .order), .tour(_, .order), .term(_, .order):
            order(node)
        case .page(_, .image):
            if value != .null, PageImage(value) == nil { node.fault(expected: PageImage.rule) }
        case .page(_, .captures):
            if value != .null, PageCaptures(value) == nil { node.fault(expected: PageCaptures.rule) }
        case .page(_, .label): _ = node.optionalLanguageMap()
        case .page(_, .pixelsPerMillimetre): _ = SourceReader.readScale(node)
        case .page(_, .behavior): _ = SourceReader.pageBehaviors(node)
        case .clause(_, .categories): categories(node)
        case .clause(_, .regions): try regions(node, page: page, limits: limits)
        case .clause(_, .text(_, let purpose)):
            let text = node.optionalString()
            if purpose == .title { node.checkLength(of: text, "a title", limit: SourceReader.titleLimit) }
        case .clause(_, .words):
            if !node.isNothing { _ = LinkReader().words(node) }
            for word in value.elements ?? [] { refuse(membersBeside: ["text", "page", "box"], of: word, in: node) }
        case .clause(_, .phrases):
            _ = LinkReader().phrases(node)
            for phrase in value.elements ?? [] {
                refuse(membersBeside: ["transcription", "translation"], of: phrase, in: node)
            }
        case .clause(_, .reviewed):
            _ = node.optionalString("16 hexadecimal digits, or null") {
                $0.utf8.count == 16 && Digest.isHexadecimal($0)
            }
        case .category(_, .label): _ = node.languageMap()
        case .category(_, .icon), .document(.mark): icon(node)
        case .category(_, .style): _ = node.choice(default: CategoryStyle.filled)
        case .category(_, .includedInAll): _ = node.bool(default: true)
        case .document(let field): document(field, node)
        case .proposal: if value != .null { _ = try Proposal(node, limits: limits) }
        case .file: try file(node)
        case .tour(_, .title): node.checkLength(of: node.languageMap(), limit: TourLimits.titleLength)
        case .tour(_, .summary), .tour(_, .text):
            node.checkLength(of: node.optionalLanguageMap(), limit: TourLimits.textLength)
        case .tour(_, .step): step(node, page: page)
        case .term(let id, let field): GlossaryReader.check(field, of: id, node)
        case .recording(_, _, .existence):
            if value != .null, Recording(path: "", value: value) == nil { node.fault(expected: Recording.rule) }
        case .recording(_, _, .cues): cues(node)
        }
        try faults.check()
    }

    private static func document(_ field: FieldPath.DocumentField, _ node: SourceNode) {
        switch field {
        case .title: node.checkLength(of: node.languageMap(), "a title", limit: SourceReader.titleLimit)
        case .summary, .holder, .date, .attribution: _ = node.optionalLanguageMap()
        case .rights: _ = SourceReader.readRights(node)
        case .credits: if !node.isNothing { _ = node.object()?.strings() }
        case .status: _ = node.choice(default: DocumentStatus.published)
        case .access: _ = node.choice(default: DocumentAccess.open)
        case .language: _ = node.string("a language tag such as la", where: LanguageTag.isValid)
        case .languages: _ = SourceReader.readLanguages(node)
        case .palette:
            _ = SourceReader.readPalette(node)
            refuse(membersBeside: Palette.keys, of: node.value, in: node)
        case .behavior: _ = SourceReader.behaviors(node)
        case .viewingDirection: if !node.isNothing { _ = node.choice(default: ViewingDirection.leftToRight) }
        case .collections:
            _ = SourceReader.readCollections(node)
            for element in node.value?.elements ?? [] {
                refuse(membersBeside: ["id", "label"], of: element, in: node)
            }
        case .structures:
            _ = SourceReader.contents(node, pages: nil)
            if let (key, known) = ContentsField.stray(in: node.value ?? .null) {
                refuse(key, beside: known, in: node)
            }
        case .shelfmark, .mark: break
        }
    }

    private static func step(_ node: SourceNode, page: (width: Int, height: Int)?) {
        guard !node.isNothing, let object = node.object("an object that describes a step, or null") else { return }
        refuse(membersBeside: ["order"] + WorkingTours.ofStepField, of: node.value, in: node)
        order(object["order"])
        _ = TourReader(ownSize: page).step(object, id: "")
    }

    private static func cues(_ node: SourceNode) {
        guard let text = node.optionalString("the text of a WebVTT file, or null") else { return }
        do throws(WebVTTFault) {
            _ = try WebVTTReader.cues(Data(text.utf8))
        } catch {
            node.fault(value: "line \(error.line): \(error.value)", expected: error.expected)
        }
    }

    private static func order(_ node: SourceNode) {
        if node.isNothing { return }
        guard case .number(let number) = node.value, number.magnitude <= 1e9 else {
            node.fault(expected: "a number within ±1,000,000,000, or null for the last place")
            return
        }
    }

    private static func categories(_ node: SourceNode) {
        var seen: Set<String> = []
        for element in node.array(limit: 10_000, "an array of categories' ids") ?? [] {
            guard let id = element.string(Identifier.rule, where: Identifier.isValid) else { continue }
            if !seen.insert(id).inserted { element.fault(expected: "every category only once") }
        }
    }

    private static func icon(_ node: SourceNode) {
        guard let name = node.optionalString() else { return }
        if !SourceReader.isShippedIconName(name), !isFileOfIcon(name) { node.fault(expected: iconRule) }
    }

    /// A description of valid icons, for errors.
    package static let iconRule =
        "an icon's name of lowercase letters, digits and '-', or the name of an SVG file that the document has"

    /// Whether an icon's name refers to a file of the document rather than to an icon shipped with the viewer.
    package static func isFileOfIcon(_ name: String) -> Bool {
        name.ends(with: ".svg") && SourceReader.isPlainFileName(name)
    }

    /// SVG files are only shown as images, where they can neither run scripts nor load anything. So it is enough to
    /// check that the text is SVG.
    private static func file(_ node: SourceNode) throws(EditFault) {
        guard let text = node.optionalString("the text of an SVG file, or null") else { return }
        guard text.utf8.count <= SourceReader.iconLimit else {
            throw EditFault(
                path: node.path.description, value: "a file of \(text.utf8.count) bytes", atMost: SourceReader.iconLimit
            )
        }
        if let fault = IconDrawing.fault(in: text) { node.fault(value: fault.value, expected: fault.expected) }
    }

    // MARK: Regions

    private static func regions(
        _ node: SourceNode, page: (width: Int, height: Int)?, limits: EditLimits
    ) throws(EditFault) {
        guard !node.isNothing else { return }
        let regions = node.array(limit: 10_000, "an array of regions, or null") ?? []
        for region in regions {
            let count = vertexCount(ofRegion: region.value ?? .null)
            guard count <= limits.polygonVertices else {
                throw EditFault(
                    path: region.path.description, value: "a polygon of \(count) vertices",
                    atMost: limits.polygonVertices)
            }
            guard let object = region.object("an object with polygon, and optionally holes") else { continue }
            refuse(membersBeside: ["polygon", "holes"], of: region.value, in: region)
            guard let polygon = RegionReader(isTolerant: false).polygon(object, size: page) else { continue }
            if let crossing = polygon.contacts().first(where: \.isCrossing) {
                let point = "\(FaultText.number(crossing.point.x)), \(FaultText.number(crossing.point.y))"
                region.fault(value: "an outline that crosses itself at [\(point)]", expected: "one that does not")
            } else if polygon.holes.contains(where: { !isHole($0, in: polygon) }) {
                object["holes"].fault(value: "a hole outside of the polygon", expected: "holes within it")
            }
        }
    }

    /// Whether a ring lies within the polygon's outer ring, given that their edges do not cross.
    private static func isHole(_ ring: [Point], in polygon: Polygon) -> Bool {
        guard let outer = try? Polygon(outer: polygon.outer), let hole = try? Polygon(outer: ring) else { return false }
        return outer.contains(hole.interiorPoint)
    }

    /// Rejects unknown keys of the node's value or of a value inside it, because they would be lost.
    private static func refuse(membersBeside known: [String], of value: JSONValue?, in node: SourceNode) {
        guard let stray = value?.members?.first(where: { !known.contains($0.key) }) else { return }
        refuse(stray.key, beside: known, in: node)
    }

    private static func refuse(_ key: String, beside known: [String], in node: SourceNode) {
        node.fault(
            value: "an object with the key \(FaultText.quoted(key))",
            expected: "only \(known.joined(separator: ", "))")
    }
}
