package import DocumentModel
import ImageGeometry

/// The changes that an annotation sent by a client makes to a clause. Only fields that the annotation contains are
/// changed.
///
/// Clients may know only part of a clause, perhaps a single body. So a text, category or outline that is missing from
/// an annotation is kept; a body with an empty value deletes a text.
package struct AnnotationChange {
    /// The context in which annotations are compared with the working copy.
    package struct Place {
        /// The document's id.
        package let document: String
        /// The document's original language.
        package let language: String
        /// The languages of the document's texts. The first is the fallback.
        package let languages: [String]
        /// The names of the document's categories, by id.
        package let categories: [String: LanguageMap]
        /// The number of the container's page.
        package let page: Int
        /// The page's size in pixels.
        package let size: (width: Int, height: Int)
        /// The id of the page's image, or nil for a blank page.
        package let imageID: String?
        /// Returns the value of a field in the working copy.
        package let value: (FieldPath) throws -> JSONValue

        package init(
            document: String, language: String, languages: [String], categories: [String: LanguageMap], page: Int,
            size: (width: Int, height: Int), imageID: String?, value: @escaping (FieldPath) throws -> JSONValue
        ) {
            (self.document, self.language, self.languages) = (document, language, languages)
            (self.categories, self.page, self.size) = (categories, page, size)
            (self.imageID, self.value) = (imageID, value)
        }
    }

    /// The operations that change the working copy. Empty if it already matches the annotation.
    package private(set) var operations: [EditOperation] = []
    /// Notes on the parts of the annotation that a clause cannot hold.
    package var notes: [String] { remarks.lines }

    private let place: Place
    private let clause: String
    private let isNew: Bool
    private var remarks = ImportNotes()

    /// The maximum nesting depth of an annotation. Annotations from viewers need about ten levels.
    private static let depthLimit = 32
    private static let targetLimit = 100
    /// The maximum number of vertices in all regions of an annotation.
    private static let vertexLimit = 20_000

    /// Reads an annotation.
    ///
    /// - Parameters:
    ///   - annotation: The annotation.
    ///   - clause: The id of the clause that the annotation describes or creates.
    ///   - isNew: Whether the annotation creates the clause.
    ///   - place: The context for the comparison.
    /// - Throws: The first `EditFault`, with its place in the annotation, or an error from reading a field.
    /// - Complexity: O(*n*) in the size of the annotation and of its drawings.
    package init(_ annotation: JSONValue, of clause: String, isNew: Bool, at place: Place) throws {
        (self.clause, self.isNew, self.place) = (clause, isNew, place)
        try Self.checkForm(annotation)
        let faults = FaultCollector()
        let node = SourceNode(value: annotation, file: "", path: .root(""), faults: faults)
        guard node.asObject?.types.contains("Annotation") == true else {
            throw EditFault(
                path: "the annotation", value: annotation.summary, expected: "an object of the type Annotation")
        }
        var reader = AnnotationReader()
        reader.read(node)
        try faults.check(whole: "the annotation")
        guard let read = reader.annotations.first else { return }
        remarks = reader.notes
        if isNew { try add(.existence, .bool(true)) }
        try readTargets(read, faults)
        try readBodies(read)
    }

    /// Returns the changes for a deleted annotation: the clause is deleted, or only its outline on the given page if it
    /// also has outlines on other pages.
    package static func removal(
        of clause: String, page: Int, isElsewhere: Bool, value: (FieldPath) throws -> JSONValue
    ) rethrows -> [EditOperation] {
        let path = FieldPath.clause(clause, isElsewhere ? .regions(page: page) : .existence)
        return [EditOperation(path: path, before: try value(path), after: .null)]
    }

    /// Rejects duplicate keys, because one of the values would be lost, and nesting that other parsers could not
    /// handle.
    private static func checkForm(_ value: JSONValue, depth: Int = 1) throws(EditFault) {
        guard depth <= depthLimit else {
            throw EditFault(
                path: "the annotation", value: "nested more than \(depthLimit) levels deep", expected: "fewer",
                isLimit: true)
        }
        for element in value.elements ?? [] { try checkForm(element, depth: depth + 1) }
        var seen: Set<ExactText> = []
        for member in value.members ?? [] {
            guard seen.insert(ExactText(member.key)).inserted else {
                throw EditFault(
                    path: FaultText.plain(member.key), value: "stated twice", expected: "every key only once")
            }
            try checkForm(member.value, depth: depth + 1)
        }
    }

    /// Adds an operation if the field's current value differs.
    private mutating func add(_ field: FieldPath.ClauseField, _ value: JSONValue) throws {
        let path = FieldPath.clause(clause, field)
        let (before, after) = (try place.value(path), FieldValue.normal(value, of: path))
        if before != after { operations.append(EditOperation(path: path, before: before, after: after)) }
    }

    // MARK: Targets

    private mutating func readTargets(_ annotation: ReadAnnotation, _ faults: FaultCollector) throws {
        guard annotation.targets.count <= Self.targetLimit else {
            throw EditFault(path: "target", value: "an array of \(annotation.targets.count)", atMost: Self.targetLimit)
        }
        let path = FieldPath.ClauseField.regions(page: place.page)
        let former = isNew ? [] : FieldValue.polygons(try place.value(.clause(clause, path)))
        for target in annotation.targets { try checkSource(of: target) }
        if !isNew, annotation.targets.count == 1, Self.isSame(annotation.targets[0].part, as: former) { return }
        let size = (Double(place.size.width), Double(place.size.height))
        let placement = TargetPlacement(pages: [CanvasPage(id: "", size: size)])
        var polygons: [Polygon] = []
        for target in annotation.targets {
            do throws(SVGFault) {
                polygons += try placement.polygons(of: target, on: 0, name: "target", &remarks)
            } catch {
                target.node.fault(value: error.value, expected: error.expected)
            }
            try faults.check(whole: "the annotation")
            let count = polygons.reduce(0) { $0 + $1.vertexCount }
            guard count <= Self.vertexLimit else {
                throw EditFault(
                    path: target.node.path.description, value: "drawings of \(count) vertices", atMost: Self.vertexLimit
                )
            }
        }
        let inside = polygons.compactMap { PageClamp.clamp($0, to: place.size, &remarks) }
        guard !inside.isEmpty else {
            throw EditFault(path: "target", value: "no region on the page", expected: "at least one")
        }
        try add(path, FieldValue.regions(inside))
    }

    /// Checks that a target is on the container's page: either its canvas or its image.
    private func checkSource(of target: AnnotationTarget) throws(EditFault) {
        let canvas = "/iiif/presentation/3/\(place.document)/canvas/\(place.page)"
        let source = Substring(target.source.unicodeScalars.prefix { $0 != "?" })
        if source.isEmpty || source.ends(with: canvas) { return }
        // Matches `…/iiif/3/magna-carta-1` and image requests below it.
        let parts = source.parts(at: "/").map(String.init)
        if let imageID = place.imageID, let start = parts.firstIndex(of: "iiif"), parts.count > start + 2,
            ["2", "3"].contains(parts[start + 1]), parts[start + 2] == imageID
        {
            return
        }
        throw EditFault(
            path: target.node.path.description, value: FaultText.quoted(target.source),
            expected: "the canvas of the container's page, …\(canvas)")
    }

    /// Whether a target is unchanged from the annotation we serve for these regions: the same drawing, or the same box
    /// from clients that do not support drawings, or a target without a place on the page.
    private static func isSame(_ part: TargetPart, as polygons: [Polygon]) -> Bool {
        switch part {
        case .whole: return true
        case .box(let fragment):
            let box = [fragment.box.x, fragment.box.y, fragment.box.width, fragment.box.height]
            return !fragment.isPercent
                && box.map(FaultText.number).joined(separator: ",") == AnnotationWriter.box(of: polygons)
        case .drawing(let text, _, _): return text == SVGWriter.drawing(of: polygons)
        case .point, .imageRegion: return false
        }
    }

    // MARK: Bodies

    private mutating func readBodies(_ annotation: ReadAnnotation) throws {
        var draft = ClauseDraft(id: clause, part: 1, regions: [])
        var wanted = annotation.categories.map { TagWish(text: nil, address: $0.address) }
        if let label = annotation.label {
            let plain = label.byLanguage.isEmpty ? label.text(in: nil) : nil
            if let plain, plain.unicodeScalars.count <= ClauseDraft.numberLimit { draft.number = plain }
            let titles = plain.map { draft.number == nil ? ["und": $0] : [:] } ?? label.byLanguage
            for (language, words) in titles.sorted(by: { $0.key < $1.key }) {
                try read(AnnotationBody(purpose: "identifying", text: words, language: language), into: &draft)
            }
        }
        for body in annotation.bodies {
            let isKind = body.purpose == "classifying" && body.text == ClauseKind.detail.rawValue
            if ["tagging", "classifying"].contains(body.purpose), !isKind {
                wanted.append(TagWish(text: body.text, address: body.address))
            } else {
                try read(body, into: &draft)
            }
        }
        if isNew, draft.texts.values.allSatisfy({ $0[.title] == nil }) {
            draft.addTitles(TagCategories())
        }
        if let number = draft.number { try add(.number, .string(number)) }
        if let incipit = draft.incipit { try add(.incipit, .string(incipit)) }
        if draft.kind == .detail { try add(.kind, .string(ClauseKind.detail.rawValue)) }
        for (language, fields) in draft.texts.sorted(by: { $0.key < $1.key }) {
            for purpose in Snippet.Field.allCases {
                if let text = fields[purpose] { try add(.text(language: language, purpose: purpose), .string(text)) }
            }
        }
        try readTags(wanted)
    }

    private func read(_ body: AnnotationBody, into draft: inout ClauseDraft) throws(EditFault) {
        var (body, tags) = (body, TagCategories())
        // Some editors send HTML without declaring it.
        if !body.hasFormat, HTMLText.isMarkup(body.text) { body.text = HTMLText.plain(body.text) }
        body.language = try language(of: body)
        draft.read(body, language: place.language, &tags)
    }

    /// Returns the document's tag for the language of a body.
    private func language(of body: AnnotationBody) throws(EditFault) -> String {
        let isOwn = ["transcribing", "supplementing"].contains(body.purpose)
        guard let tag = body.language, !["und", "mul", "zxx"].contains(tag.lowercased()), body.purpose != "quoting"
        else {
            return isOwn ? place.language : place.languages.first ?? place.language
        }
        let known = place.languages + [place.language]
        for wanted in LanguageTag.lookupChain(tag) {
            if let found = known.first(where: { $0.lowercased() == wanted }) { return found }
        }
        if let found = known.first(where: { LanguageTag.lookupChain($0).contains(tag.lowercased()) }) { return found }
        throw EditFault(
            path: "body", value: "a text in \(FaultText.plain(tag))",
            expected: "one of the document's languages: \(known.prefix(20).joined(separator: ", "))")
    }

    // MARK: Categories

    /// A category named by an annotation.
    private struct TagWish {
        let text: String?
        let address: String?
    }

    /// Adds categories to those that the clause already has.
    private mutating func readTags(_ wanted: [TagWish]) throws {
        let path = FieldPath.clause(clause, .categories)
        let former = (try place.value(path).elements ?? []).compactMap(\.textValue)
        var ids = former
        for wish in wanted {
            guard let id = category(wish) else {
                let name = FaultText.quoted(wish.text ?? wish.address ?? "")
                remarks.add("no theme is called \(name); the tag is left out")
                continue
            }
            if !ids.contains(id) { ids.append(id) }
        }
        if ids != former { try add(.categories, .array(ids.map(JSONValue.string))) }
    }

    private func category(_ wish: TagWish) -> String? {
        if let address = wish.address, TagCategories.isCategory(address),
            let name = address.parts(at: "/").last.map(String.init)
        {
            return place.categories[name] == nil ? nil : name
        }
        guard let text = wish.text?.lowercased() else { return nil }
        return place.categories.filter { id, label in
            id.lowercased() == text || label.all.contains { $0.lowercased() == text }
        }.keys.min()
    }
}
