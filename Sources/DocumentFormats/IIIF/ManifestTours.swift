import DocumentModel
import ImageGeometry

/// Reads tours from a manifest. A tour is an annotation page of the manifest itself that has a label and whose
/// annotations all have the motivation `describing`. Annotation pages of canvases are read as clauses instead.
struct ManifestTours {
    private(set) var tours: [Tour] = []
    private var ids = IdentifierMaker(fallback: "tour")
    private let pages: [CanvasPage]
    private let placement: TargetPlacement
    /// The ids of the clauses made from annotations.
    private let clauses: Set<String>
    /// The beginning of documents' addresses if this program wrote the manifest, otherwise nil.
    private let root: String?
    private(set) var notes: ImportNotes

    /// - Parameters:
    ///   - pages: The pages made from the canvases.
    ///   - clauses: The ids of the clauses.
    ///   - manifest: The manifest's address.
    ///   - notes: The notes so far.
    init(pages: [CanvasPage], clauses: Set<String>, manifest: String?, notes: ImportNotes) {
        (self.pages, self.clauses, self.notes) = (pages, clauses, notes)
        placement = TargetPlacement(pages: pages)
        root = manifest.flatMap { address in
            let marker = "/iiif/presentation/3/"
            guard address.hasSuffix("/manifest.json"), let place = address.firstRange(of: marker) else { return nil }
            return String(address[..<place.upperBound])
        }
    }

    /// Whether an annotation page of a manifest is a tour.
    static func isTour(_ page: SourceNode) -> Bool {
        guard let object = page.asObject, object.types.contains("AnnotationPage"), !object["label"].isNothing else {
            return false
        }
        let items = object["items"].list
        return !items.isEmpty
            && items.allSatisfy { item in
                let motivations = item.asObject?["motivation"].list.compactMap(\.asString) ?? []
                return !motivations.isEmpty && motivations.allSatisfy { SourceObject.withoutPrefix($0) == "describing" }
            }
    }

    /// Reads an annotation page that is a tour.
    ///
    /// - Complexity: O(*n*) in the size of the page.
    mutating func read(_ page: SourceNode) {
        guard let object = page.asObject, let title = LanguageValues.read(object["label"]) else { return }
        guard tours.count < TourLimits.tours else {
            return notes.add("tours beyond \(TourLimits.tours) are left out", at: page.path.description)
        }
        let items = object["items"].list
        if items.count > TourLimits.steps {
            notes.add("steps of a tour beyond \(TourLimits.steps) are left out", at: page.path.description)
        }
        var steps: [TourStep] = []
        var stepIDs = IdentifierMaker(fallback: "step")
        for item in items.prefix(TourLimits.steps) {
            guard let annotation = item.asObject, let step = step(annotation, number: steps.count + 1, &stepIDs) else {
                continue
            }
            steps.append(step)
        }
        let name = page.address.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : $0 }
        let wanted = name?.split(separator: "/").last.map(String.init)
        tours.append(
            Tour(
                id: ids.make(wanted), title: Self.cut(title, TourLimits.titleLength),
                summary: LanguageValues.markup(object["summary"]).map { Self.cut($0, TourLimits.textLength) },
                steps: steps))
    }

    private mutating func step(
        _ annotation: SourceObject, number: Int, _ ids: inout IdentifierMaker
    ) -> TourStep? {
        var reader = AnnotationReader()
        reader.read(annotation.node)
        guard let read = reader.annotations.first, let target = read.targets.first else {
            notes.add("a step of a tour without a target is left out", at: annotation.node.path.description)
            return nil
        }
        if read.targets.count > 1 {
            notes.add("a step of a tour has only the place of its first target", at: read.name)
        }
        let id = Self.stepID(read.id, number: number, &ids)
        let elsewhere = document(of: target)
        let place = elsewhere == nil ? placement.page(of: target, in: read, &notes) : nil
        guard elsewhere != nil || place != nil else {
            notes.add("a step of a tour on a canvas that is not a page here is left out", at: read.name)
            return nil
        }
        let linked = Self.links(annotation)
        let known = elsewhere == nil ? linked.filter(clauses.contains) : linked
        if known.count < linked.count { notes.add("unknown clauses are left out of a step", at: read.name) }
        return TourStep(
            id: id, document: elsewhere?.document, page: elsewhere?.page ?? (place ?? 0) + 1,
            box: elsewhere == nil ? place.flatMap { box(of: target, on: $0, name: read.name) } : Self.plainBox(target),
            clauses: Array(known.prefix(TourLimits.clauses)), capture: Self.capture(annotation),
            text: Self.text(read.bodies))
    }

    /// Returns the step's id, which follows the `#` in the annotation's address, or else its number.
    private static func stepID(_ address: String?, number: Int, _ ids: inout IdentifierMaker) -> String {
        let stated = address.flatMap { $0.split(separator: "#", maxSplits: 1).dropFirst().first.map(String.init) }
        return ids.make(stated ?? String(number))
    }

    /// Returns the document and page of a canvas in another manifest of the same library.
    private func document(of target: AnnotationTarget) -> (document: String, page: Int)? {
        guard let root, target.source.hasPrefix(root) else { return nil }
        if pages.contains(where: { $0.id == target.source }) { return nil }
        let parts = target.source.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "canvas", Identifier.isValid(String(parts[0])),
            let page = PageNumber.of(parts[2]), page <= FieldPath.pageLimit
        else { return nil }
        return (String(parts[0]), page)
    }

    private static func plainBox(_ target: AnnotationTarget) -> [Double]? {
        guard case .box(let fragment) = target.part, !fragment.isPercent else { return nil }
        let box = fragment.box
        return box.width > 0 && box.height > 0 ? [box.x, box.y, box.width, box.height] : nil
    }

    /// Returns the bounding box of a target, clipped to the page.
    private mutating func box(of target: AnnotationTarget, on place: Int, name: String) -> [Double]? {
        if case .whole = target.part { return nil }
        // Keep the original numbers if nothing is scaled or clipped.
        if pages[place].transform == .identity, let box = Self.plainBox(target), let pixels = pages[place].pixels,
            box[0] >= 0, box[1] >= 0, box[0] + box[2] <= Double(pixels.width), box[1] + box[3] <= Double(pixels.height)
        {
            return box
        }
        guard let pixels = pages[place].pixels,
            let polygons = try? placement.polygons(of: target, on: place, name: name, &notes),
            var box = polygons.first?.bounds
        else { return nil }
        for polygon in polygons.dropFirst() { box = box.union(polygon.bounds) }
        let (left, top) = (max(0, box.x), max(0, box.y))
        let (right, bottom) = (min(box.maxX, Double(pixels.width)), min(box.maxY, Double(pixels.height)))
        guard right > left, bottom > top else {
            notes.add("a step of a tour shows the whole page where its box is not on the page", at: name)
            return nil
        }
        return [left, top, right - left, bottom - top]
    }

    /// Returns the ids of the clauses named by bodies with the purpose `linking`.
    private static func links(_ annotation: SourceObject) -> [String] {
        var ids: [String] = []
        for body in annotation["body"].list.compactMap(\.asObject) {
            let purposes = body["purpose"].list.compactMap(\.asString)
            guard purposes.contains("linking"), let address = body["source"].address else { continue }
            let name = address.split(separator: "#").first ?? ""
            let parts = name.split(separator: "/").suffix(2).map(String.init)
            guard parts.first == "clause", let id = parts.last, Identifier.isValid(id), !ids.contains(id) else {
                continue
            }
            ids.append(id)
        }
        return ids
    }

    /// Returns the id of the capture whose image is the target's scope.
    private static func capture(_ annotation: SourceObject) -> String? {
        guard let scope = annotation["target"].list.first?.asObject?["scope"].address else { return nil }
        let image = scope.split(separator: "/").last ?? ""
        let parts = image.split(separator: "-")
        guard parts.count >= 3, let last = parts.last, CaptureRule.isValidID(String(last)) else { return nil }
        return String(last)
    }

    /// Returns the texts by language. If some have a language, those without one are returned under `und`.
    private static func text(_ bodies: [AnnotationBody]) -> LanguageMap? {
        var words: [String: String] = [:]
        var plain: [String] = []
        for body in bodies where body.purpose != "tagging" && !body.text.isEmpty {
            guard let language = body.language else {
                plain.append(body.text)
                continue
            }
            words[language] = words[language].map { "\($0)\n\n\(body.text)" } ?? body.text
        }
        if words.isEmpty {
            return plain.isEmpty
                ? nil : cut(LanguageMap(plain: plain.joined(separator: "\n\n")), TourLimits.textLength)
        }
        if !plain.isEmpty { words["und"] = plain.joined(separator: "\n\n") }
        return cut(LanguageMap(words), TourLimits.textLength)
    }

    private static func cut(_ words: LanguageMap, _ limit: Int) -> LanguageMap {
        words.mapTexts { $0.unicodeScalars.count <= limit ? $0 : $0.opening(limit: limit - 1) }
    }
}
