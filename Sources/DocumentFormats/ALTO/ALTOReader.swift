import DocumentModel
import Foundation
import ImageGeometry
import XMLReading

/// Reads ALTO, a layout format for text lines, in versions 2 to 4. These agree on all the names used here.
///
/// Source: https://www.loc.gov/standards/alto/
final class ALTOReader: LineFormatReader {
    private static let lineLimit = 1_000_000
    private static let categoryLimit = 10_000
    private static let namespaces = (2...4).map { "http://www.loc.gov/standards/alto/ns-v\($0)#" }

    private var read = LinePage()
    private var line: PageLine?
    /// The current block if this program wrote it: a single region that contains all the words.
    private var block: PageLine?
    private var numbers: [String: String] = [:]
    private var languages: [String?] = []
    private var unitText: String?
    private var fileName: String?
    private var isSpaceDue = false

    func checkNamespace(_ namespace: String) -> (value: String, expected: String)? {
        guard !Self.namespaces.contains(namespace) else { return nil }
        return (
            "the namespace \(FaultText.quoted(namespace))", "that of ALTO 2, 3 or 4, such as \(Self.namespaces[2])"
        )
    }

    func start(_ element: XMLElement, path: [String]) throws(LineFault) {
        let attributes = element.attributes
        let language = attributes["LANG"] ?? attributes["language"]
        languages.append(language ?? languages.last.flatMap(\.self))
        if element.name == "MeasurementUnit" { unitText = "" }
        if element.name == "fileName", read.imageFile == nil { fileName = "" }
        if element.name == "Page" { try startPage(element) }
        if element.name == "OtherTag", attributes["TYPE"] == "number", let id = attributes["ID"] {
            numbers[id] = attributes["LABEL"]
        }
        if element.name == "OtherTag", attributes["TYPE"] == "category",
            let id = attributes["ID"].flatMap(Self.category(ofTag:)), read.categories.count < Self.categoryLimit
        {
            read.categories.append((id, attributes["LABEL"] ?? id))
        }
        guard read.pageCount == 1 else { return }
        switch element.name {
        case "TextBlock", "Illustration": try startBlock(element)
        case "TextLine" where block == nil: try startLine(element)
        case "Polygon"
        where path.suffix(2) == ["Shape", "Polygon"] && path.dropLast(2).last == blockName:
            block?.hasOutline = true
            block?.points = try attributes["POINTS"].flatMap { text throws(LineFault) in
                try LineNumbers.points(text, at: element.line)
            }
        case "Polygon" where path.suffix(3) == ["TextLine", "Shape", "Polygon"]:
            guard let points = attributes["POINTS"] else { return }
            line?.hasOutline = true
            line?.points = try LineNumbers.points(points, at: element.line)
        case "String": try addWord(element, language)
        case "HYP":
            // A hyphen belongs to the word before it, unless the file states a space.
            let hyphen = XMLText.singleSpaced(attributes["CONTENT"] ?? "")
            if !hyphen.isEmpty { add(LineWord(text: hyphen, hasSpaceBefore: isSpaceDue)) }
        case "SP": isSpaceDue = true
        default: break
        }
    }

    func text(_ text: String) {
        if let unit = unitText, unit.utf8.count < 100 { unitText = unit + String(text.unicodeScalars.prefix(100)) }
        if let name = fileName, name.utf8.count < 4_000 { fileName = name + String(text.unicodeScalars.prefix(4_000)) }
    }

    func end(_ name: String, line lineNumber: Int) throws(LineFault) {
        languages.removeLast()
        if name == blockName, let block {
            read.lines.append(block)
            self.block = nil
        }
        if name == "TextLine", let line {
            read.lines.append(line)
            self.line = nil
        }
        if name == "fileName", let fileName {
            read.imageFile = String(fileName.trimmed)
            self.fileName = nil
        }
        guard name == "MeasurementUnit", let text = unitText else { return }
        unitText = nil
        guard let unit = LinePage.Unit(rawValue: String(text.trimmed)) else {
            throw .place(
                "line \(lineNumber), MeasurementUnit", value: FaultText.quoted(text),
                expected: "pixel, mm10 or inch1200")
        }
        read.unit = unit
    }

    func page() throws(LineFault) -> LinePage {
        guard read.pageCount > 0 else { throw .place("", value: "no Page", expected: "a Page in the Layout") }
        return read
    }

    private func startPage(_ element: XMLElement) throws(LineFault) {
        read.pageCount += 1
        guard read.pageCount == 1 else { return }
        read.imageName = element.attributes["PHYSICAL_IMG_NR"].map { "PHYSICAL_IMG_NR \($0)" }
        read.width = try element.number("WIDTH")
        read.height = try element.number("HEIGHT")
    }

    /// The name of the current block's element.
    private var blockName: String? {
        block.map { $0.mark?.isDetail == true ? "Illustration" : "TextBlock" }
    }

    private func startBlock(_ element: XMLElement) throws(LineFault) {
        guard block == nil, let id = element.attributes["ID"], let clause = LayoutMark.clause(ofID: id) else { return }
        block = try made(element)
        let tags = (element.attributes["TAGREFS"] ?? "").words.map(String.init)
        block?.mark = LayoutMark.Meaning(
            clause: clause, number: tags.lazy.compactMap { self.numbers[$0] }.first,
            categories: LayoutMark.categories(tags.compactMap(Self.category(ofTag:))),
            isDetail: element.name == "Illustration", isTextLine: tags.contains(LayoutMark.textLineTag))
    }

    /// Returns the id of the category that a tag written by this program represents.
    private static func category(ofTag id: String) -> String? {
        id.begins(with: "category_") ? String(id.unicodeScalars.dropFirst("category_".count)) : nil
    }

    private func startLine(_ element: XMLElement) throws(LineFault) {
        line = try made(element)
        isSpaceDue = false
    }

    private func made(_ element: XMLElement) throws(LineFault) -> PageLine {
        guard read.lines.count < Self.lineLimit else {
            throw .line(element.line, value: "more than \(Self.lineLimit) lines", expected: "no more")
        }
        var sides: [Double] = []
        for name in ["HPOS", "VPOS", "WIDTH", "HEIGHT"] {
            if let side = try element.number(name) { sides.append(side) }
        }
        return PageLine(
            id: element.attributes["ID"], baseline: try baseline(element), box: sides.count == 4 ? sides : nil,
            language: languages.last.flatMap(\.self), lineNumber: element.line)
    }

    /// Reads the baseline: a list of points since version 4.1, and a single height for the whole line before that.
    private func baseline(_ element: XMLElement) throws(LineFault) -> [Point] {
        guard let text = element.attributes["BASELINE"] else { return [] }
        if let points = try LineNumbers.points(text, at: element.line) { return points }
        guard let height = LineNumbers.number(text), let left = try element.number("HPOS") else { return [] }
        return [Point(x: left, y: height)]
    }

    /// Adds a word. Words are separated even if the file omits `SP`, because a `String` is defined as the text between
    /// spaces.
    private func addWord(_ element: XMLElement, _ language: String?) throws(LineFault) {
        guard line != nil || block != nil else { return }
        let attributes = element.attributes
        let text = XMLText.singleSpaced(attributes["CONTENT"] ?? "")
        guard !text.isEmpty else { return }
        var word = LineWord(text: text)
        if let left = try element.number("HPOS"), let width = try element.number("WIDTH"), width > 0 {
            word.extent = left...(left + width)
            if let top = try element.number("VPOS"), let height = try element.number("HEIGHT"), height > 0 {
                // This program writes the block's box for a word whose position is unknown.
                if block?.box != [left, top, width, height] { word.rows = top...(top + height) }
            }
        }
        if let type = attributes["SUBS_TYPE"], type == "HypPart1" || type == "HypPart2" {
            word.whole = attributes["SUBS_CONTENT"]
            word.isSecondPart = type == "HypPart2"
        }
        add(word)
        if line?.language == nil { line?.language = language }
    }

    private func add(_ word: LineWord) {
        isSpaceDue = false
        block?.add(word)
        line?.add(word)
    }
}
