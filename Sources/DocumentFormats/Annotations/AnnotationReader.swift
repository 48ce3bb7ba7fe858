import DocumentModel
import ImageGeometry

/// Reads annotations: Web Annotations (W3C), used by IIIF Presentation 3, and Open Annotations, used by IIIF
/// Presentation 2 and Mirador 2. The two differ in the names of keys.
///
/// Sources: https://www.w3.org/TR/annotation-model/, http://www.openannotation.org/spec/core/,
/// https://iiif.io/api/presentation/2.1/#annotation-list
struct AnnotationReader {
    /// The maximum number of annotations in a file.
    static let limit = 1_000_000

    private(set) var annotations: [ReadAnnotation] = []
    var notes = ImportNotes()
    /// The addresses of annotation pages that are supplied as separate files.
    var supplied: Set<String> = []
    /// The annotations read so far, by address. The same annotation may appear in the lists of a page and of a
    /// category, and is read once. Different annotations with the same address are all kept, because some templates
    /// reuse one address.
    private var seen: [ExactText: JSONValue] = [:]

    /// Reads the content of an annotation page, list, collection or array.
    ///
    /// - Parameters:
    ///   - node: The container, or a single annotation.
    ///   - canvas: The address of the canvas that the container belongs to.
    mutating func read(_ node: SourceNode, canvas: String? = nil) {
        guard let object = node.asObject else {
            if case .array? = node.value { return node.list.forEach { read($0, canvas: canvas) } }
            guard let address = node.asString else {
                return node.fault(expected: "an annotation, or a page of annotations")
            }
            return noteElsewhere(address)
        }
        if object.types.contains("Annotation") { return readAnnotation(object, canvas: canvas) }
        let parts = object.first("items", "resources")
        if !parts.isNothing { return parts.list.forEach { read($0, canvas: canvas) } }
        let first = object.first("first", "otherContent")
        if !first.isNothing { return readPages(of: object, canvas: canvas) }
        guard !object.types.isEmpty else {
            return node.fault(expected: "an annotation, or a page of annotations, with its type")
        }
        noteElsewhere(node.address ?? node.path.description)
    }

    private mutating func noteElsewhere(_ address: String) {
        guard !supplied.contains(address) else { return }
        notes.add(
            "a page of annotations is missing, since nothing is fetched; supply it with --annotations FILE", at: address
        )
    }

    /// Reads the pages of a collection, or the lists of a layer.
    private mutating func readPages(of object: SourceObject, canvas: String?) {
        object["otherContent"].list.forEach { read($0, canvas: canvas) }
        var page = object["first"]
        // Pages are chained by `next`, each nested in the previous one, so the file's depth limit bounds the loop.
        while !page.isNothing {
            read(page, canvas: canvas)
            guard let next = page.asObject?["next"] else { break }
            page = next
        }
        let last = object["last"]
        if last.asObject != nil { read(last, canvas: canvas) }
    }

    private mutating func readAnnotation(_ object: SourceObject, canvas: String?) {
        guard annotations.count < Self.limit else {
            return object.node.fault(value: "one annotation too many", expected: "at most \(Self.limit)")
        }
        var annotation = ReadAnnotation(
            id: object.node.address, node: object.node, label: LanguageValues.read(object["label"]), canvas: canvas)
        if let id = annotation.id, let value = object.node.value {
            if seen[ExactText(id)] == value { return }
            seen[ExactText(id)] = value
        }
        let motivations = object["motivation"].list.compactMap(\.address).map(SourceObject.withoutPrefix)
        // With `["oa:commenting", "oa:tagging"]`, texts are comments: tags are marked individually.
        let motivation = motivations.first { $0 != "tagging" } ?? motivations.first ?? "commenting"
        var bodies = AnnotationBodyReader()
        bodies.read(object.first("body", "resource"), purpose: motivation, language: nil)
        if let text = object["bodyValue"].asString {
            bodies.bodies.append(AnnotationBody(purpose: motivation, text: text))
        }
        annotation.bodies = bodies.bodies
        annotation.categories = Self.categories(object["partOf"])
        for (type, address) in bodies.leftOut {
            notes.add("a body of type \(type) was left out: not text", at: "\(annotation.name): \(address)")
        }
        let targets = object.first("target", "on")
        if targets.isNothing { targets.fault(expected: "a target") }
        annotation.targets = targets.list.compactMap { readTarget($0, of: annotation) }
        annotations.append(annotation)
    }

    /// Returns the category ranges that the annotation is part of.
    private static func categories(_ node: SourceNode) -> [CategoryReference] {
        node.list.compactMap { element in
            guard let object = element.asObject, object.types.contains("Range"), let address = element.address,
                TagCategories.isCategory(address)
            else { return nil }
            return CategoryReference(
                address: address, label: LanguageValues.read(object["label"]), classes: classes(object))
        }
    }

    // MARK: Targets

    private mutating func readTarget(_ node: SourceNode, of annotation: ReadAnnotation) -> AnnotationTarget? {
        do throws(SVGFault) {
            if let address = node.asString { return try target(at: address, node, nil, annotation) }
            guard let object = node.object("the address of a canvas, or an object with source and selector") else {
                return nil
            }
            let source = object.first("source", "full")
            let isSpecific = !source.isNothing || !object["selector"].isNothing
            let stated = isSpecific ? source : node
            var target = try target(at: stated.address ?? "", node, stated.asObject, annotation)
            target.classes = Self.classes(object)
            if let part = try part(object["selector"], annotation) { target.part = part }
            return target
        } catch {
            node.fault(value: error.value, expected: error.expected)
            return nil
        }
    }

    /// Splits a media fragment off an address. Any other fragment belongs to the canvas's name.
    private mutating func target(
        at address: String, _ node: SourceNode, _ canvas: SourceObject?, _ annotation: ReadAnnotation
    ) throws(SVGFault) -> AnnotationTarget {
        if let hash = address.unicodeScalars.lastIndex(of: "#") {
            let source = String(address[..<hash])
            switch try MediaFragment.read(String(address[address.unicodeScalars.index(after: hash)...])) {
            case .box(let box): return AnnotationTarget(source: source, canvas: canvas, part: .box(box), node: node)
            case .time:
                noteTime(annotation)
                return AnnotationTarget(source: source, canvas: canvas, part: .whole, node: node)
            case .other: break
            }
        }
        return AnnotationTarget(source: address, canvas: canvas, part: .whole, node: node)
    }

    /// Returns the selected part, preferring a drawing to a box, or nil if no selector states a place.
    private mutating func part(_ node: SourceNode, _ annotation: ReadAnnotation) throws(SVGFault) -> TargetPart? {
        var drawing: (String, SourceNode)?
        var part: TargetPart?
        var box: MediaFragment?
        for selector in Self.selectors(of: node) {
            let value = selector.first("value", "chars", "cnt:chars")
            if selector.types.contains("SvgSelector") {
                guard let text = value.asString else {
                    throw SVGFault(value: "an SvgSelector without a value", expected: "a drawing in SVG as its value")
                }
                drawing = drawing ?? (text, value)
            } else if selector.types.contains("FragmentSelector") {
                let text = value.asString ?? ""
                switch try MediaFragment.read(text.begins(with: "#") ? String(text.unicodeScalars.dropFirst()) : text) {
                case .box(let found): box = box ?? found
                case .time: noteTime(annotation)
                case .other: notes.add("the fragment \(FaultText.quoted(text)) is not a place", at: annotation.name)
                }
            } else if selector.types.contains("PointSelector") {
                guard let x = selector["x"].asNumber, let y = selector["y"].asNumber else {
                    throw SVGFault(value: "a PointSelector without x and y", expected: "both")
                }
                part = part ?? .point(x: x, y: y)
            } else if selector.types.contains("ImageApiSelector") {
                let region = try Self.imageRegion(selector["region"].asString ?? "full")
                part = part ?? region.map { .imageRegion($0) }
            } else {
                let type = selector.types.first ?? "without a type"
                notes.add("a selector \(FaultText.plain(type)) was left out: not a place", at: annotation.name)
            }
            if !selector["refinedBy"].isNothing {
                notes.add("the refinement of a selector is left out", at: annotation.name)
            }
        }
        if let drawing { return .drawing(drawing.0, drawing.1, box) }
        return box.map(TargetPart.box) ?? part
    }

    /// Returns the selectors of a node: one, several, or a choice of several.
    static func selectors(of node: SourceNode?) -> [SourceObject] {
        (node?.list ?? []).compactMap(\.asObject).flatMap { object in
            let isChoice = object.types.contains("Choice") || !object["default"].isNothing
            return isChoice
                ? selectors(of: object["default"]) + selectors(of: object.first("item", "items")) : [object]
        }
    }

    /// Returns the region of an image request, or nil for the whole image.
    private static func imageRegion(_ text: String) throws(SVGFault) -> MediaFragment? {
        guard text != "full", text != "square" else { return nil }
        guard case .box(let box) = try MediaFragment.read("xywh=\(text)") else { return nil }
        return box
    }

    private mutating func noteTime(_ annotation: ReadAnnotation) {
        notes.add("a target that is a stretch of time is treated as the whole page", at: annotation.name)
    }

    static func classes(_ object: SourceObject) -> [String] {
        object["styleClass"].list.compactMap(\.asString).flatMap { $0.words.map(String.init) }
    }
}
