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

    /// Returns a region: its outline, its bounding box, and a nested zone for each hole.
    ///
    /// EVT recognises zones with the rendition `Line`, which belong to the text, and `HotSpot` for others.
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

    /// Returns a capture, inside a zone if its alignment with the page is stated.
    private func capture(_ capture: SourceCapture) -> [String] {
        let graphic = graphic(
            capture.image, imagePage: capture.imagePage, part: capture.part, width: capture.width,
            height: capture.height, [("n", capture.id), ("rend", capture.kind.rawValue)],
            fields("desc", [], capture.label))
        guard let alignment = capture.alignment else { return graphic }
        // In TEI, a zone states the position of a picture on the surface. There is no element for the corresponding
        // points on the picture, so they are written as a note.
        let note = TEIText.field(
            "note", [("type", "alignment")], TEINumbers.points(alignment.pairs.map(\.capture)))
        return element(
            "zone", [("type", "capture"), ("points", TEINumbers.points(alignment.pairs.map(\.page)))], graphic, [note])
    }

    /// Returns an image by its name. If it is a page or part of its file, a fragment states this, so that it is not
    /// taken for the whole.
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

    /// Returns the page of a file in the form of RFC 8118, and a crop in the form of Media Fragments
    /// (https://www.w3.org/TR/media-frags/).
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
