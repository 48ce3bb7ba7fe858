import DocumentModel
import Foundation
import ImageGeometry
import XMLReading

/// Reads PAGE XML, a layout format for regions and text lines, in the versions of 2013-07-15 to 2019-07-15, including
/// the variants written by Transkribus and eScriptorium.
///
/// Source: https://github.com/PRImA-Research-Lab/PAGE-XML
final class PAGEReader: LineFormatReader {
    private static let lineLimit = 1_000_000
    /// The maximum length of one element's text, in bytes. A page's texts together are bounded by the file size.
    private static let textLimit = 1 << 20
    private static let groups: Set = [
        "OrderedGroup", "UnorderedGroup", "OrderedGroupIndexed", "UnorderedGroupIndexed",
    ]
    /// The elements that contain lines or, in files that this program wrote, represent details. Transkribus writes
    /// lines into table cells.
    private static let regions: Set = ["TextRegion", "TableCell", "GraphicRegion"]
    private static let versions = "2013-07-15"..."2019-07-15"

    /// A text region with its lines.
    private struct RegionEntry {
        let id: String
        /// The reading order position in `custom`, as written by Transkribus.
        let place: Int?
        var language: String?
        var isRightToLeft: Bool?
        var lines: [(place: Int?, line: PageLine)] = []
        /// The region as a whole.
        var whole: PageLine

        /// Whether the region as a whole is read: if it is a clause of this program, or if only it has a text.
        var isWhole: Bool {
            whole.mark != nil || (!whole.words.isEmpty && lines.allSatisfy { $0.line.text.isEmpty })
        }
    }

    /// A text with its index, which ranks it among alternatives.
    private struct TextChoice {
        var index = Int.max
        var text: String?
    }

    private var read = LinePage()
    private var regions: [RegionEntry] = []
    private var open: [Int] = []
    /// The positions of each region in the reading order: those of the enclosing groups, then its own.
    private var order: [String: [Int]] = [:]
    private var groups: [Int] = []
    private var line: PageLine?
    private var linePlace: Int?
    private var word: LineWord?
    private var lineText = TextChoice()
    private var wordText = TextChoice()
    private var choice = 0
    private var unicode: String?
    private var path: [String] = []

    func checkNamespace(_ namespace: String) -> (value: String, expected: String)? {
        // For some time, kraken wrote the address with https.
        for scheme in ["http", "https"] {
            let prefix = "\(scheme)://schema.primaresearch.org/PAGE/gts/pagecontent/"
            if namespace.begins(with: prefix), Self.versions.contains(String(namespace.dropFirst(prefix.count))) {
                return nil
            }
        }
        return (
            "the namespace \(FaultText.quoted(namespace))",
            "that of PAGE XML of 2013-07-15 to 2019-07-15, such as "
                + "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
        )
    }

    func start(_ element: XMLElement, path: [String]) throws(LineFault) {
        self.path = path
        let attributes = element.attributes
        switch element.name {
        case "Page": try startPage(element)
        case let name where Self.groups.contains(name): startGroup(element)
        case "RegionRefIndexed", "RegionRef": place(element)
        case let name where Self.regions.contains(name): startRegion(element)
        case "TextLine" where read.pageCount == 1: try startLine(element)
        case "Coords" where parent == "TextLine" || Self.regions.contains(parent ?? ""): try takeOutline(element)
        case "Coords" where parent == "Word": try takeExtent(element)
        case "Baseline" where parent == "TextLine":
            let points = try attributes["points"].flatMap { text throws(LineFault) in
                try LineNumbers.points(text, at: element.line)
            }
            line?.baseline = points ?? []
        case "Word" where parent == "TextLine":
            word = LineWord(text: "")
            wordText = TextChoice()
        case "TextEquiv": choice = attributes["index"].flatMap(Int.init) ?? 0
        case "Unicode" where ["TextLine", "Word", "TextRegion", "TableCell"].contains(grandparent): unicode = ""
        default: break
        }
    }

    func text(_ text: String) {
        // Append in place: copying the text for each of many pieces would take quadratic time.
        if let length = unicode?.utf8.count, length < Self.textLimit { unicode?.append(text) }
    }

    func end(_ name: String, line lineNumber: Int) throws(LineFault) {
        defer { path.removeLast() }
        switch name {
        case "Unicode": try takeText(lineNumber)
        case "Word" where parent == "TextLine":
            if var word {
                word.text = wordText.text ?? ""
                if !word.text.isEmpty { line?.words.append(word) }
            }
            word = nil
        case "TextLine": endLine()
        case let name where Self.regions.contains(name): if read.pageCount == 1 { _ = open.popLast() }
        case let name where Self.groups.contains(name): _ = groups.popLast()
        default: break
        }
    }

    func page() throws(LineFault) -> LinePage {
        guard read.pageCount > 0 else { throw .place("", value: "no Page", expected: "a Page") }
        var page = read
        let ranks = Dictionary(
            uniqueKeysWithValues: order.sorted { $0.value.lexicographicallyPrecedes($1.value) }.enumerated()
                .map { ($1.key, $0) })
        page.lines = sorted(regions) { ranks.isEmpty ? $0.place : ranks[$0.id] }.flatMap { region in
            region.isWhole ? [region.whole] : sorted(region.lines) { $0.place }.map(\.line)
        }
        page.replacedLineCount = regions.reduce(0) { count, region in
            count + (region.isWhole && region.whole.mark == nil ? region.lines.count : 0)
        }
        return page
    }

    // MARK: Elements

    private var parent: String? { path.dropLast().last }
    private var grandparent: String? { path.dropLast(2).last }

    private func startPage(_ element: XMLElement) throws(LineFault) {
        read.pageCount += 1
        guard read.pageCount == 1 else { return }
        read.imageName = element.attributes["imageFilename"]
        read.imageFile = read.imageName
        read.width = try element.number("imageWidth")
        read.height = try element.number("imageHeight")
    }

    private func startRegion(_ element: XMLElement) {
        guard read.pageCount == 1 else { return }
        let attributes = element.attributes
        let language = language(attributes["primaryLanguage"]) ?? inherited(\.language)
        let isRightToLeft = Self.isRightToLeft(attributes["readingDirection"]) ?? inherited(\.isRightToLeft)
        var whole = PageLine(
            id: attributes["id"], language: language, isRightToLeft: isRightToLeft, lineNumber: element.line)
        whole.mark = attributes["custom"].flatMap(LayoutMark.meaning)
        if element.name == "GraphicRegion" { whole.mark?.isDetail = true }
        open.append(regions.count)
        regions.append(
            RegionEntry(
                id: attributes["id"] ?? "", place: Self.readingPlace(attributes["custom"]), language: language,
                isRightToLeft: isRightToLeft, whole: whole))
    }

    /// Returns the tag of a language name. Records an unknown name; `other` is the schema's own.
    private func language(_ name: String?) -> String? {
        guard let name, name != "other" else { return nil }
        let tag = PAGELanguage.tag(name)
        if tag == nil { read.unknownLanguage = read.unknownLanguage ?? name }
        return tag
    }

    /// Returns a property of the enclosing region.
    private func inherited<Value>(_ property: KeyPath<RegionEntry, Value?>) -> Value? {
        open.last.flatMap { regions[$0][keyPath: property] }
    }

    private func startLine(_ element: XMLElement) throws(LineFault) {
        guard let region = open.last else { return }
        guard regions[region].lines.count < Self.lineLimit else {
            throw .line(element.line, value: "more than \(Self.lineLimit) lines", expected: "no more")
        }
        let attributes = element.attributes
        line = PageLine(
            id: attributes["id"],
            language: language(attributes["primaryLanguage"]) ?? inherited(\.language),
            isRightToLeft: Self.isRightToLeft(attributes["readingDirection"]) ?? inherited(\.isRightToLeft),
            lineNumber: element.line)
        linePlace = Self.readingPlace(attributes["custom"])
        lineText = TextChoice()
    }

    private func endLine() {
        guard var line, let region = open.last else { return }
        let words = line.words.map(\.text).joined(separator: " ")
        let text = XMLText.singleSpaced(lineText.text ?? "")
        line.text = text.isEmpty ? words : text
        // If the words differ from the line's text, their positions cannot be used for it.
        if !words.isIdentical(to: line.text) { line.words = line.text.isEmpty ? [] : [LineWord(text: line.text)] }
        regions[region].lines.append((linePlace, line))
        self.line = nil
    }

    private func takeOutline(_ element: XMLElement) throws(LineFault) {
        guard let text = element.attributes["points"] else { return }
        let points = try LineNumbers.points(text, at: element.line)
        if parent == "TextLine" {
            line?.hasOutline = true
            line?.points = points
        } else if let region = open.last {
            regions[region].whole.hasOutline = true
            regions[region].whole.points = points
        }
    }

    private func takeExtent(_ element: XMLElement) throws(LineFault) {
        guard let text = element.attributes["points"],
            let points = try LineNumbers.points(text, at: element.line),
            let left = points.map(\.x).min(), let right = points.map(\.x).max(), left < right
        else { return }
        word?.extent = left...right
        if let top = points.map(\.y).min(), let bottom = points.map(\.y).max(), top < bottom {
            word?.rows = top...bottom
        }
    }

    /// Stores a text. The alternative with the lowest index is preferred; among equal indices, the first.
    private func takeText(_ lineNumber: Int) throws(LineFault) {
        guard let text = unicode else { return }
        unicode = nil
        guard text.utf8.count < Self.textLimit else {
            throw .line(lineNumber, value: "a text of more than \(Self.textLimit) bytes", expected: "a shorter one")
        }
        if grandparent == "Word" {
            if wordText.text == nil || choice < wordText.index { wordText = TextChoice(index: choice, text: text) }
        } else if grandparent == "TextLine" {
            if lineText.text == nil || choice < lineText.index { lineText = TextChoice(index: choice, text: text) }
        } else if let region = open.last, regions[region].whole.text.isEmpty {
            regions[region].whole.text = text
            let words = XMLText.singleSpaced(text)
            regions[region].whole.words = words.isEmpty ? [] : [LineWord(text: words)]
        }
    }

    // MARK: Order and direction

    /// Starts a group. A group may itself refer to a region that has its own lines.
    private func startGroup(_ element: XMLElement) {
        place(element)
        groups.append(element.attributes["index"].flatMap(Int.init) ?? order.count)
    }

    /// Records a region's position in the reading order. Members of unordered groups keep the order of the file.
    private func place(_ element: XMLElement) {
        guard read.pageCount == 1, let id = element.attributes["regionRef"], order[id] == nil else { return }
        order[id] = groups + [element.attributes["index"].flatMap(Int.init) ?? order.count]
    }

    /// Returns the position in `readingOrder {index:3;}`, which Transkribus writes to `custom`.
    private static func readingPlace(_ custom: String?) -> Int? {
        guard let custom, let order = custom.range(of: "readingOrder"),
            let index = custom[order.upperBound...].range(of: "index:")
        else { return nil }
        let digits = custom[index.upperBound...].unicodeScalars.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }
        return Int(String(String.UnicodeScalarView(digits)))
    }

    private static func isRightToLeft(_ direction: String?) -> Bool? {
        switch direction {
        case "right-to-left": true
        case "left-to-right": false
        default: nil
        }
    }

    /// Sorts elements by position. Those without one come last, in the order of the file.
    private func sorted<Element>(_ elements: [Element], by place: (Element) -> Int?) -> [Element] {
        elements.enumerated().map { (place: place($1) ?? .max, number: $0, element: $1) }
            .sorted { ($0.place, $0.number) < ($1.place, $1.number) }.map(\.element)
    }
}
