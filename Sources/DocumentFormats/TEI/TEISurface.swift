import DocumentModel
import Foundation
import ImageGeometry

/// A `surface`: a page with its images and zones, in surface units.
struct TEISurface {
    /// The `surface`, or the `graphic` that replaces it.
    let node: XMLNode
    /// The page's number, from 1.
    let number: Int
    /// The ids of the elements in the text that correspond to the page.
    let links: [String]
    private(set) var graphics: [TEIGraphic] = []
    private(set) var zones: [TEIZone] = []
    /// The box that defines the surface's coordinates.
    private(set) var box: Rectangle?
    /// The folder to which its addresses are relative.
    private let base: String

    /// Reads a surface.
    ///
    /// - Parameter base: The folder to which its addresses are relative: empty, or a path that ends with a slash.
    /// - Throws: A fault if a coordinate is not a number.
    init(
        _ node: XMLNode, number: Int, base: String, file: String, _ notes: inout ImportNotes
    ) throws(SourceFaults) {
        (self.node, self.number, self.base) = (node, number, base)
        links = TEINames.ids(node["corresp"]) + TEINames.ids(node["start"])
        if node.name == "graphic" {
            graphics = [TEIGraphic(node, base: base)].compactMap(\.self)
        } else {
            box = try TEIZone.box(node, file: file)
            graphics = node.elements("graphic").compactMap { TEIGraphic($0, base: base) }
            for child in node.elements { try addZones(child, in: nil, file: file, &notes) }
            if !node.descendants("surface").isEmpty {
                notes.add("a surface on another one is left out", at: "line \(node.line)")
            }
        }
        if box == nil, let size = graphics.lazy.compactMap(\.size).first {
            box = Rectangle(x: 0, y: 0, width: size.width, height: size.height)
        }
    }

    private mutating func addZones(
        _ node: XMLNode, in parent: Int?, file: String, _ notes: inout ImportNotes
    ) throws(SourceFaults) {
        guard node.name == "zone" || node.name == "line" else { return }
        if let parent, node["type"] == "hole" {
            if let points = try TEIZone.points(node, file: file) { zones[parent].holes.append(points) }
            return
        }
        let zone = try TEIZone(node, page: number, parent: parent, file: file)
        if let graphic = node.first("graphic").flatMap({ TEIGraphic($0, base: base, zone: zone) }) {
            let isAll = zone.outer == nil || box.map { zone.bounds?.isNear($0) ?? false } ?? false
            if graphic.isCapture || (isAll && graphics.isEmpty) {
                graphics.append(graphic)
                return
            }
            notes.add("a picture of a part of a surface is left out", at: "line \(node.line)")
        }
        let place = zones.count
        zones.append(zone)
        for child in node.elements { try addZones(child, in: place, file: file, &notes) }
    }

    /// The page's label, or else its number in the file.
    var label: LanguageMap? {
        TEIWords.map(node.elements("label")) ?? node["n"].map { LanguageMap(plain: $0.singleSpaced) }
    }

    /// The scale in the note that this program writes.
    var pixelsPerMillimetre: Double? {
        node.elements("note").first { $0["type"] == "scale" }?["n"].flatMap(LineNumbers.number)
    }

    /// The size of the smallest box from the origin that contains all zones, in whole units, or nil if there is none.
    var extent: (width: Double, height: Double)? {
        let points = zones.compactMap(\.outer).joined()
        guard let width = points.map(\.x).max(), let height = points.map(\.y).max(), width >= 1, height >= 1 else {
            return nil
        }
        return (width.rounded(.up), height.rounded(.up))
    }
}

extension Rectangle {
    /// Whether all sides are within one unit of those of another rectangle.
    fileprivate func isNear(_ other: Rectangle) -> Bool {
        abs(x - other.x) <= 1 && abs(y - other.y) <= 1 && abs(maxX - other.maxX) <= 1 && abs(maxY - other.maxY) <= 1
    }
}

/// An image of a surface.
struct TEIGraphic {
    /// The address as written in the file.
    let url: String
    /// The size in pixels, if stated.
    let size: (width: Double, height: Double)?
    /// Whether the image is a capture, in the form that this program writes.
    let isCapture: Bool
    /// The capture's id, or nil for a plain image.
    let id: String?
    let kind: CaptureKind
    let label: LanguageMap?
    /// Four points on the capture, and the corresponding points on the surface.
    let alignment: (capture: [Point], page: [Point])?
    /// Whether the image is marked as a thumbnail.
    let isReduced: Bool
    /// The folder to which the address is relative.
    private let base: String

    /// Returns nil for a graphic without an address.
    init?(_ node: XMLNode, base: String, zone: TEIZone? = nil) {
        guard let url = node["url"].map({ String($0.trimmed) }), !url.isEmpty else { return nil }
        (self.url, self.base) = (url, node.base(within: base))
        if let width = Self.pixels(node["width"]), let height = Self.pixels(node["height"]) {
            size = (width, height)
        } else {
            size = nil
        }
        id = node["n"].flatMap { CaptureRule.isValidID($0) ? $0 : nil }
        let kind = node["rend"].flatMap(CaptureKind.init)
        isCapture = id != nil && kind != nil
        self.kind = kind ?? .other
        label = TEIWords.map(node.elements("desc"))
        let words = [node["rend"], node["type"], node["subtype"]].compactMap(\.self).joined(separator: " ").lowercased()
        isReduced = words.contains("thumb")
        let note = zone?.node.elements("note").first { $0["type"] == "alignment" }?.text
        if isCapture, let page = zone?.outer, let note, let points = try? LineNumbers.points(note, at: 1),
            points.count == 4, page.count == 4
        {
            alignment = (points, page)
        } else {
            alignment = nil
        }
    }

    /// Parses a length in pixels: `6000px` or `6000`.
    private static func pixels(_ text: String?) -> Double? {
        guard let text else { return nil }
        let digits = text.ends(with: "px") ? String(text.unicodeScalars.dropLast(2)) : text
        return LineNumbers.number(digits.trimmed).flatMap { (1...1e8).contains($0) ? $0 : nil }
    }

    /// The paths relative to the file at which the image may be, best first. Empty if it is elsewhere, or if only part
    /// of a file is referenced.
    var paths: [String] {
        guard !url.contains("#"), let path = url.removingPercentEncoding, let beside = BesidePath.path(path) else {
            return []
        }
        guard !base.isEmpty, let folder = base.removingPercentEncoding else { return [beside] }
        return [BesidePath.path(folder + path), beside].compactMap(\.self)
    }
}

/// A `zone`, or a `line` of an embedded transcription.
struct TEIZone {
    let node: XMLNode
    let page: Int
    /// The index of the enclosing zone among the zones of the surface.
    let parent: Int?
    /// The outline in surface units, or nil if none is stated.
    let outer: [Point]?
    var holes: [[Point]] = []

    init(_ node: XMLNode, page: Int, parent: Int?, file: String) throws(SourceFaults) {
        (self.node, self.page, self.parent) = (node, page, parent)
        if let points = try Self.points(node, file: file) {
            outer = points
        } else {
            outer = try Self.box(node, file: file)?.corners
        }
    }

    /// The ids of the elements in the text that correspond to the zone.
    var links: [String] { TEINames.ids(node["corresp"]) + TEINames.ids(node["start"]) }

    /// The bounding box of the outline.
    var bounds: Rectangle? { outer.flatMap { try? Polygon(outer: $0) }?.bounds }

    /// The words that describe the zone's kind, in lower case.
    var words: String {
        [node["rendition"], node["type"], node["subtype"], node["rend"]].compactMap(\.self).joined(separator: " ")
            .lowercased()
    }

    /// Returns the points of an outline: `x,y x,y …`.
    static func points(_ node: XMLNode, file: String) throws(SourceFaults) -> [Point]? {
        guard let text = node["points"], !text.isBlank else { return nil }
        do throws(LineFault) {
            return try LineNumbers.points(text, at: node.line).flatMap { $0.count >= 3 ? $0 : nil }
        } catch {
            throw error.faults(of: file)
        }
    }

    /// Returns the box given by `ulx`, `uly`, `lrx` and `lry`, or nil if one is missing or the box has no area.
    static func box(_ node: XMLNode, file: String) throws(SourceFaults) -> Rectangle? {
        var sides: [Double] = []
        for name in ["ulx", "uly", "lrx", "lry"] {
            guard let text = node[name], !text.isBlank else { return nil }
            guard let number = LineNumbers.number(text.trimmed) else {
                throw SourceFaults(
                    file: file, path: "line \(node.line), \(name)", value: FaultText.quoted(text),
                    expected: "a number within ±1,000,000,000")
            }
            sides.append(number)
        }
        let (left, right) = (min(sides[0], sides[2]), max(sides[0], sides[2]))
        let (top, bottom) = (min(sides[1], sides[3]), max(sides[1], sides[3]))
        guard right > left, bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// Reads a text in the header or in a label, with one element per language.
enum TEIWords {
    /// Returns the text, or nil if there is none.
    ///
    /// - Parameters:
    ///   - nodes: The elements. If a language occurs twice, the first element is used.
    ///   - language: The language of elements that state none.
    static func map(_ nodes: [XMLNode], language: String? = nil) -> LanguageMap? {
        var (words, plain): ([String: String], String?) = ([:], nil)
        for node in nodes {
            let text = text(of: node)
            guard !text.isEmpty || node.keepsSpace == true else { continue }
            if let tag = node.language ?? language, LanguageTag.isValid(tag) {
                if words[tag] == nil { words[tag] = text }
            } else if plain == nil {
                plain = text
            }
        }
        return words.isEmpty ? plain.map { LanguageMap(plain: $0) } : LanguageMap(words)
    }

    /// Returns the text of an element as a single line.
    static func text(of node: XMLNode) -> String {
        guard node.keepsSpace != true else { return node.text }
        return XMLText.singleSpaced(TEIWalk.text(of: node, at: TEIPlace()))
    }
}
