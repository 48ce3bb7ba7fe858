import DocumentModel
import FileSupport
import ImageGeometry

extension TEIWriter {
    /// The pages with their images and regions.
    var facsimile: [String] {
        var zones: [Int: [String]] = [:]
        for clause in document.clauses {
            for (index, region) in clause.regions.enumerated() {
                zones[region.page, default: []] += zone(clause, place: index + 1, region.polygon)
            }
        }
        return element("facsimile", [], document.pages.flatMap { surface($0, zones[$0.number] ?? []) })
    }

    private func surface(_ page: SourcePage, _ zones: [String]) -> [String] {
        let scale = page.pixelsPerMillimetre.map { scale in
            TEIText.field(
                "note", [("type", "scale"), ("n", TEINumbers.decimal(scale))],
                "\(TEINumbers.decimal(scale)) pixels per millimetre")
        }
        return element(
            "surface",
            [
                ("xml:id", TEINames.page(page.number)), ("corresp", "#" + TEINames.pageBreak(page.number)),
                ("ulx", "0"),
                ("uly", "0"), ("lrx", "\(page.width)"), ("lry", "\(page.height)"),
            ], fields("label", [], page.label), images(of: page), scale.map { [$0] } ?? [], zones)
    }

    /// A region: its outline, the box around it, and a zone within it for each hole.
    ///
    /// EVT knows zones that are a `Line` of the text, and others as `HotSpot`.
    private func zone(_ clause: Clause, place: Int, _ polygon: Polygon) -> [String] {
        let holes = polygon.holes.map { hole in
            XMLText.start("zone", [("type", "hole"), ("points", TEINumbers.points(hole))], isEmpty: true)
        }
        return element(
            "zone",
            [
                ("xml:id", TEINames.zone(clause.id, place)), ("corresp", "#" + TEINames.clause(clause.id)),
                ("rendition", clause.kind == .detail ? "HotSpot" : "Line"),
            ] + TEINumbers.box(polygon.outer) + [("points", TEINumbers.points(polygon.outer))], holes)
    }

    // MARK: Images

    private func images(of page: SourcePage) -> [String] {
        guard !page.captures.isEmpty else {
            return page.image.map {
                graphic($0, imagePage: page.imagePage, part: page.part, width: page.width, height: page.height)
            } ?? []
        }
        return page.captures.flatMap(capture)
    }

    /// A capture, in a zone where it is stated how it lies on the page.
    private func capture(_ capture: SourceCapture) -> [String] {
        let graphic = graphic(
            capture.image, imagePage: capture.imagePage, part: capture.part, width: capture.width,
            height: capture.height, [("n", capture.id), ("rend", capture.kind.rawValue)],
            fields("desc", [], capture.label))
        guard let alignment = capture.alignment else { return graphic }
        // TEI says where a picture lies by a zone on the surface; the points of the picture have no place of their own.
        let note = TEIText.field(
            "note", [("type", "alignment")], TEINumbers.points(alignment.pairs.map(\.capture)))
        return element(
            "zone", [("type", "capture"), ("points", TEINumbers.points(alignment.pairs.map(\.page)))], graphic, [note])
    }

    /// An image by its name. One that is a page or a part of its file says so, so that the whole is not taken for it.
    private func graphic(
        _ name: String, imagePage: Int?, part: ScanPart, width: Int, height: Int,
        _ attributes: [(String, String?)] = [], _ content: [String] = []
    ) -> [String] {
        element(
            "graphic",
            [
                ("url", PercentEncoding.encode(name) + fragment(imagePage, part)), ("width", "\(width)px"),
                ("height", "\(height)px"),
            ] + attributes, content)
    }

    /// The page of a file as RFC 8118 has it, and a crop as Media Fragments have it (https://www.w3.org/TR/media-frags/).
    private func fragment(_ page: Int?, _ part: ScanPart) -> String {
        var parts = page.map { ["page=\($0)"] } ?? []
        if part.rotation != 0 { parts.append("rotate=\(FaultText.number(part.rotation))") }
        if let crop = part.crop { parts.append("xywh=\(crop.x),\(crop.y),\(crop.width),\(crop.height)") }
        if let corners = part.corners {
            parts.append("corners=" + corners.map { "\($0.x),\($0.y)" }.joined(separator: ","))
        }
        return parts.isEmpty ? "" : "#" + parts.joined(separator: "&")
    }
}
