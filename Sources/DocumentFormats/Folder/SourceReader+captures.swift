package import DocumentModel
import ImageGeometry

extension SourceReader {
    /// A capture, and its place in the file for further checks.
    struct ReadCapture {
        /// The capture, or nil if it has faults.
        let capture: SourceCapture?
        /// The node of its alignment.
        let alignment: SourceNode
        /// The image, or nil if none is stated.
        var image: FoundImage?
    }

    /// Reads the captures of a page of `document.json`. Returns nil if the page has none.
    func readCaptures(_ page: SourceObject) -> [ReadCapture]? {
        let node = page["captures"]
        guard !node.isNothing else { return nil }
        for key in ["image", "imagePage"] + ScanPart.keys where !page[key].isNothing {
            page[key].fault(expected: "none, as the page has captures, each with an image")
        }
        let elements = node.array(limit: CaptureRule.limit, "an array of captures") ?? []
        if node.value?.elements?.isEmpty == true { node.fault(expected: "at least one capture") }
        var ids: Set<String> = []
        return elements.enumerated().map { readCapture($1, isDefault: $0 == 0, ids: &ids) }
    }

    private func readCapture(_ node: SourceNode, isDefault: Bool, ids: inout Set<String>) -> ReadCapture {
        guard let object = node.object("an object that describes a capture") else {
            return ReadCapture(capture: nil, alignment: node)
        }
        let id = object["id"].string(CaptureRule.id, where: CaptureRule.isValidID)
        if let id, !ids.insert(id).inserted {
            object["id"].fault(expected: "an id that no other capture of the page has")
        }
        let label = object["label"].optionalLanguageMap()
        let kind = object["kind"].choice(default: CaptureKind.other)
        let imagePage = readImagePage(object["imagePage"])
        let part = readPart(object)
        if object["image"].isNothing { object["image"].fault(expected: "the name of an image's file in this folder") }
        let image = readImage(object, page: imagePage, part: part)
        let width = readSide(object["width"], of: image ?? .faulty, \.width)
        let height = readSide(object["height"], of: image ?? .faulty, \.height)
        var alignment: CaptureAlignment?
        if isDefault {
            if !object["alignment"].isNothing {
                object["alignment"].fault(expected: "none, as the page's coordinates are those of the first capture")
            }
        } else if !object["alignment"].isNothing {
            alignment = CaptureAlignment(json: object["alignment"].value ?? .null)
            if alignment == nil { object["alignment"].fault(expected: CaptureAlignment.rule) }
        }
        guard let id, let kind, let image, let width, let height else {
            return ReadCapture(capture: nil, alignment: object["alignment"], image: image)
        }
        let capture = SourceCapture(
            id: id, label: label, kind: kind, image: image.name, imagePage: imagePage, part: part ?? .whole,
            width: width, height: height, alignment: alignment)
        return ReadCapture(capture: capture, alignment: object["alignment"], image: image)
    }

    /// Reports alignments that would map part of a capture or of the page to infinity.
    func checkAlignments(of captures: [ReadCapture], page: (width: Int, height: Int)) {
        for read in captures {
            guard let capture = read.capture, let alignment = capture.alignment else { continue }
            guard !alignment.covers(page: page, capture: (capture.width, capture.height)) else { continue }
            read.alignment.fault(
                expected: "four pairs of points by which all of the capture and of the page lie in front of the camera")
        }
    }
}

extension CaptureAlignment {
    /// Reads four pairs of points, `[[x, y], [x, y]]`. The first point of a pair is on the capture, the second on the
    /// page.
    package init?(json: JSONValue) {
        guard let elements = json.elements, elements.count == 4 else { return nil }
        let pairs = elements.compactMap { element -> Pair? in
            guard let points = element.elements, points.count == 2, case .pair(let x, let y) = points[0],
                case .pair(let across, let down) = points[1]
            else { return nil }
            return Pair(capture: Point(x: x, y: y), page: Point(x: across, y: down))
        }
        guard pairs.count == 4 else { return nil }
        self.init(pairs)
    }

    /// The four pairs of points.
    package var json: JSONValue {
        .array(pairs.map { .array([.pair($0.capture.x, $0.capture.y), .pair($0.page.x, $0.page.y)]) })
    }
}

extension SourceCapture {
    /// The capture as written in a page of `document.json`.
    var json: JSONValue {
        .members(
            [
                ("id", .string(id)), ("label", label?.json), ("kind", .string(kind.rawValue)),
                ("image", .string(image)), ("imagePage", imagePage.map(JSONValue.integer)),
            ] + part.members + [
                ("width", .integer(width)), ("height", .integer(height)), ("alignment", alignment?.json),
            ])
    }
}

extension JSONValue {
    /// The object that names the image of a page of `document.json`: its first capture, or the page itself.
    package var imageHolder: JSONValue { self["captures"]?.elements?.first ?? self }

    /// The objects that name the images of a page of `document.json`, the default one first.
    package var imageHolders: [JSONValue] { self["captures"]?.elements ?? [self] }
}
