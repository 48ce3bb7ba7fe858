import DocumentModel
import ImageGeometry

/// Converts annotations to clauses, categories and texts.
///
/// docs/formats.md describes how each purpose is converted.
struct AnnotationConversion {
    /// The result of a conversion.
    struct Result {
        var pages: [SourcePage] = []
        var clauses: [Clause] = []
        var categories: [Category] = []
        var texts: [String: [String: ClauseText]] = [:]
        /// The languages of the texts in order of first use. Languages used only for transcriptions are not included.
        var languages: [String] = []
    }

    /// The maximum number of points in all drawings of a file. A short drawing can describe ellipses with thousands of
    /// points each, so a small file could otherwise expand beyond bounds.
    static let pointLimit = 20_000_000

    private let placement: TargetPlacement
    private var pointCount = 0
    /// The document's original language.
    private let language: String
    private let faults: FaultCollector
    private(set) var notes: ImportNotes
    private var categories: TagCategories
    private var clauses: [ClauseDraft] = []
    private var positions: [ExactText: Int] = [:]
    private var ids = IdentifierMaker(fallback: "annotation")
    /// Whether any annotation marks a body as a title. Otherwise titles are made from the first words of texts.
    private var hasTitles = false
    /// The preferred spelling of each language tag, by its lower-case form. Files may vary in capitalisation.
    private var tags: [String: String] = [:]

    /// - Parameters:
    ///   - pages: The pages that targets may be on.
    ///   - language: The document's original language, used for transcriptions that do not state one.
    ///   - languages: Further tags whose spelling is preferred over that of annotations.
    ///   - categories: The categories known in advance.
    init(
        pages: [CanvasPage], language: String, languages: [String] = [], categories: TagCategories = TagCategories(),
        notes: ImportNotes,
        faults: FaultCollector
    ) {
        placement = TargetPlacement(pages: pages)
        (self.language, self.notes, self.faults, self.categories) = (language, notes, faults, categories)
        for tag in [language] + languages { tags[tag.lowercased()] = tags[tag.lowercased()] ?? tag }
    }

    /// Converts annotations in order.
    ///
    /// - Complexity: O(*n*) in the size of the annotations.
    mutating func convert(_ annotations: [ReadAnnotation]) -> Result {
        for annotation in annotations where pointCount <= Self.pointLimit { add(annotation) }
        var result = Result()
        let sizes = finishPages(&result)
        for draft in clauses { finish(draft, sizes, &result) }
        result.categories = categories.categories
        return result
    }

    // MARK: Annotations

    private mutating func add(_ annotation: ReadAnnotation) {
        var regions: [(page: Int, polygon: Polygon)] = []
        for target in annotation.targets {
            guard let page = placement.page(of: target, in: annotation, &notes) else { continue }
            do throws(SVGFault) {
                let polygons = try placement.polygons(of: target, on: page, name: annotation.name, &notes)
                regions += polygons.map { (page, $0) }
                pointCount += polygons.reduce(0) { $0 + $1.vertexCount }
                guard pointCount <= Self.pointLimit else {
                    throw SVGFault(
                        value: "where the drawings have more than \(Self.pointLimit) points",
                        expected: "fewer in one file")
                }
            } catch {
                target.node.fault(value: error.value, expected: error.expected)
            }
        }
        guard !regions.isEmpty else {
            let text = annotation.bodies.first.map { ", with \(FaultText.quoted($0.text))" } ?? ""
            return notes.add("an annotation whose target is on no page is left out\(text)", at: annotation.name)
        }
        // A clause on several pages has one annotation per page. Their ids differ only in this fragment.
        let (base, part) = Self.parts(of: annotation.id)
        if let base, let known = positions[ExactText(base)],
            part != nil || clauses[known].parts.allSatisfy({ $0.number > 1 })
        {
            clauses[known].parts.append((part ?? 1, regions))
            return
        }
        var draft = ClauseDraft(id: ids.make(base), part: part ?? 1, regions: regions)
        draft.read(annotation.label) { canonical($0) }
        let named = annotation.categories.map { categories.declare($0) }
        for category in named { draft.add(category: category) }
        // Annotations written by this program have style classes, and state all titles there are.
        let isOwn = annotation.targets.contains { !$0.classes.isEmpty }
        for var body in annotation.bodies {
            // Many programs write an empty comment or tag where nobody has written one.
            if body.text.isBlank, !isOwn { continue }
            // Skip a tag that repeats the name of a category the annotation belongs to.
            if body.purpose == "tagging", body.address == nil,
                named.contains(where: { categories.isName(body.text, of: $0) })
            {
                continue
            }
            body.language = body.language.map { canonical($0) }
            draft.read(body, language: language, &categories)
        }
        if isOwn || !draft.texts.values.allSatisfy({ $0[.title] == nil }) { hasTitles = true }
        if let base { positions[ExactText(base)] = clauses.count }
        clauses.append(draft)
    }

    private mutating func canonical(_ tag: String) -> String {
        let key = tag.lowercased()
        if let known = tags[key] { return known }
        tags[key] = tag
        return tag
    }

    /// Splits `…/39#part-2` into the address without the fragment and the number of the part.
    private static func parts(of id: String?) -> (base: String?, part: Int?) {
        guard let id, let hash = id.unicodeScalars.lastIndex(of: "#") else { return (id, nil) }
        let fragment = id[hash...]
        guard fragment.begins(with: "#part-"), let part = Int(String(fragment.unicodeScalars.dropFirst(6))), part > 1
        else { return (id, nil) }
        return (String(id[..<hash]), part)
    }

    // MARK: Pages

    /// Adds the pages and returns their sizes. A page of unknown size is made large enough for its regions.
    private mutating func finishPages(_ result: inout Result) -> [(width: Int, height: Int)] {
        var extents = [(width: Double, height: Double)](repeating: (1, 1), count: placement.pages.count)
        for (page, polygon) in clauses.flatMap(\.regions) where placement.pages[page].pixels == nil {
            let bounds = polygon.bounds
            extents[page].width = max(extents[page].width, bounds.maxX)
            extents[page].height = max(extents[page].height, bounds.maxY)
        }
        return placement.pages.enumerated().map { position, page in
            let extent = extents[position]
            let pixels =
                page.pixels ?? (Int(min(extent.width, 1e8).rounded(.up)), Int(min(extent.height, 1e8).rounded(.up)))
            if page.pixels == nil {
                notes.add(
                    "the size of page \(position + 1) is not stated, \(pixels.0) x \(pixels.1) assumed from its regions; "
                        + "--image \(position + 1)=FILE sets it")
            }
            result.pages.append(page.page(number: position + 1, pixels: pixels))
            return pixels
        }
    }

    // MARK: Clauses

    private mutating func finish(
        _ draft: ClauseDraft, _ sizes: [(width: Int, height: Int)], _ result: inout Result
    ) {
        var regions: [Region] = []
        for (page, polygon) in draft.regions {
            guard let inside = PageClamp.clamp(polygon, to: sizes[page], at: draft.id, &notes) else { continue }
            regions.append(Region(page: page + 1, polygon: inside))
        }
        guard !regions.isEmpty else {
            return notes.add("an annotation with no remaining region is left out", at: draft.id)
        }
        result.clauses.append(
            Clause(
                id: draft.id, number: draft.number, kind: draft.kind, incipit: draft.incipit,
                categories: draft.categories, regions: regions))
        var draft = draft
        if !hasTitles { draft.addTitles(categories) }
        for (language, fields) in draft.texts.sorted(by: { $0.key < $1.key }) {
            result.texts[language, default: [:]][draft.id] = ClauseText(
                title: fields[.title], translation: fields[.translation], context: fields[.context],
                transcription: fields[.transcription])
        }
        for language in draft.languages + draft.texts.keys.sorted()
        // Stop one language beyond the limit: that is enough for the excess to be reported.
        where result.languages.count <= SourceReader.languageLimit && !result.languages.contains(language) {
            let isOwnAlone =
                language == self.language && draft.texts[language]?.keys.allSatisfy { $0 == .transcription } ?? true
            if !isOwnAlone { result.languages.append(language) }
        }
    }
}
