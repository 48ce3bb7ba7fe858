import DocumentModel
import ImageGeometry

/// An item of a choice of images on a canvas, before its conversion to a capture.
struct OfferedCapture {
    /// The id, unique on its page: the stated one, or one made from the label.
    let id: String
    let label: LanguageMap?
    let kind: CaptureKind
    /// The image supplied for the capture.
    var image: SourceImage?
    private let item: ChoiceItem

    /// Reads the items of the first choice painted on a canvas, the default item first. Returns an empty array if there
    /// is no choice.
    ///
    /// - Complexity: O(*n*) in the number of items. At most ``DocumentModel/CaptureRule/limit`` items are read.
    static func read(_ bodies: [SourceNode], _ notes: inout ImportNotes) -> [OfferedCapture] {
        let objects = bodies.flatMap(\.list).compactMap(\.asObject)
        guard let choice = objects.first(where: { $0.types.contains("Choice") }) else { return [] }
        let items = (choice["items"].list + choice["default"].list + choice["item"].list).compactMap(\.asObject)
        if items.count > CaptureRule.limit {
            notes.add("captures beyond \(CaptureRule.limit) of a canvas are left out", at: choice.node.path.description)
        }
        var ids: Set<String> = []
        return items.prefix(CaptureRule.limit).enumerated().map { place, object in
            OfferedCapture(object, number: place + 1, ids: &ids)
        }
    }

    private init(_ object: SourceObject, number: Int, ids: inout Set<String>) {
        let source = object.first("source", "full").asObject
        let stated = object[ChoiceItem.property]
        item = ChoiceItem(stated.isNothing ? source?[ChoiceItem.property] ?? stated : stated)
        let label = LanguageValues.read(object["label"]) ?? source.flatMap { LanguageValues.read($0["label"]) }
        kind = item.kind ?? Self.kind(label)
        self.label = label == kind.label ? nil : label
        let name = item.id ?? Self.id(label?.text(in: "en")) ?? "capture_\(number)"
        var (id, count) = (name, 1)
        while !ids.insert(id).inserted {
            count += 1
            id = "\(name.prefix(36))_\(count)"
        }
        self.id = id
    }

    /// Returns the capture's alignment with the page: the stated one, or else one by which it fills the page, as the
    /// items of a choice do.
    ///
    /// - Parameters:
    ///   - image: The capture's image.
    ///   - canvas: The size of the canvas in canvas units, which the stated points on the page refer to.
    ///   - page: The size of the page, in pixels.
    func alignment(
        of image: SourceImage, canvas: (width: Double, height: Double)?, page: (width: Int, height: Int)
    ) -> CaptureAlignment? {
        let filling = CaptureAlignment.filling(page: page, with: (image.width, image.height))
        guard let stated = item.alignment, let size = item.size, let canvas else { return filling }
        let own = ProjectiveTransform.scaling(
            x: Double(image.width) / size.width, y: Double(image.height) / size.height)
        let onPage = ProjectiveTransform.scaling(
            x: Double(page.width) / canvas.width, y: Double(page.height) / canvas.height)
        let pairs = stated.pairs.compactMap { pair -> CaptureAlignment.Pair? in
            guard let capture = own.apply(pair.capture), let place = onPage.apply(pair.page) else { return nil }
            return CaptureAlignment.Pair(capture: capture, page: place)
        }
        guard let alignment = CaptureAlignment(pairs),
            alignment.covers(page: page, capture: (image.width, image.height))
        else { return filling }
        return alignment
    }

    /// Makes an id from a label: `X-Ray` becomes `x_ray`.
    private static func id(_ label: String?) -> String? {
        guard let label else { return nil }
        let stem = Identifier.make(fromFileName: label + ".")
        let id = String(stem.map { $0 == "-" || $0 == "." ? "_" : $0 }.prefix(32))
        return CaptureRule.isValidID(id) ? id : nil
    }

    /// Returns the kind of light that a label names, if any.
    private static func kind(_ label: LanguageMap?) -> CaptureKind {
        let name = label?.text(in: "en")?.lowercased() ?? ""
        let words = Set(name.parts { !$0.properties.isAlphabetic }.map(String.init))
        let known: [(CaptureKind, Set<String>)] = [
            (.ultraviolet, ["ultraviolet", "uv"]), (.infrared, ["infrared", "ir"]), (.raking, ["raking"]),
            (.transmitted, ["transmitted", "backlit"]), (.visible, ["natural", "visible", "daylight"]),
        ]
        return known.first { !words.isDisjoint(with: $0.1) }?.0 ?? .other
    }
}
