import DocumentModel

/// The context of an element in an edition's text.
struct TEIPlace {
    /// The role of a part of an edition.
    enum Role {
        case transcription, translation
    }

    var language: String?
    var keepsSpace = false
    var role = Role.transcription
    /// Whether the text is not part of the reading text, such as a note or a rejected reading.
    var isMuted = false

    /// Returns the context of an element's content.
    func within(_ node: XMLNode) -> TEIPlace {
        var place = self
        if let language = node.language { place.language = language.isEmpty ? nil : language }
        if let keepsSpace = node.keepsSpace { place.keepsSpace = keepsSpace }
        let type = (node["type"] ?? "").lowercased()
        if TEIWalk.divisions.contains(node.name), type.begins(with: "transl") { place.role = .translation }
        return place
    }
}

/// An event of a walk through an edition's text.
enum TEIEvent {
    /// The start of an element, with the context of its content.
    case start(XMLNode, TEIPlace)
    case end(XMLNode)
    /// Text to read.
    case text(String, keepsSpace: Bool)
    /// The end of a line.
    case lineBreak(withinWord: Bool)
    /// The start or end of a line or paragraph.
    case block(lines: Int)
}

/// Walks through the text of an edition as readers see it: without notes and page headings, and with the edited one of
/// two readings.
///
/// Source: https://tei-c.org/release/doc/tei-p5-doc/en/html/TC.html and CO.html, and the defaults of TEI's Processing Model
enum TEIWalk {
    /// Elements that divide a text into parts.
    static let divisions: Set<String> = [
        "text", "group", "front", "body", "back", "div", "div1", "div2", "div3", "div4", "div5", "div6", "div7",
    ]
    /// Elements without content that mark a point in the text.
    static let milestones: Set<String> = ["lb", "pb", "cb", "gb", "milestone"]
    private static let paragraphs: Set<String> = [
        "p", "ab", "lg", "head", "list", "table", "opener", "closer", "sp", "floatingText", "figure", "postscript",
        "zone",
    ]
    private static let lines: Set<String> = [
        "l", "item", "row", "speaker", "salute", "signed", "dateline", "trailer", "byline", "argument", "titlePart",
        "line", "label",
    ]
    private static let muted: Set<String> = ["note", "noteGrp", "figDesc", "fw", "del", "index", "interp", "interpGrp"]
    /// The preferred children of elements that contain alternatives, best first.
    private static let preferred: [String: [String]] = [
        "choice": ["corr", "reg", "expan", "ex", "unclear", "seg"], "app": ["lem", "rdg"],
    ]

    /// Walks through an element and its content.
    ///
    /// - Complexity: O(*n*) in the number of elements and the length of the text.
    static func walk(
        _ node: XMLNode, at place: TEIPlace, _ emit: (TEIEvent) throws(SourceFaults) -> Void
    ) throws(SourceFaults) {
        let inside = place.within(node)
        try emit(.start(node, inside))
        let isParagraph = paragraphs.contains(node.name) || divisions.contains(node.name)
        let lineCount = isParagraph ? 2 : lines.contains(node.name) ? 1 : 0
        if lineCount > 0, !place.isMuted { try emit(.block(lines: lineCount)) }
        if !place.isMuted { try emitBreaks(node, inside, emit) }
        try walkContent(of: node, inside, emit)
        if lineCount > 0, !place.isMuted { try emit(.block(lines: lineCount)) }
        try emit(.end(node))
    }

    private static func emitBreaks(
        _ node: XMLNode, _ place: TEIPlace, _ emit: (TEIEvent) throws(SourceFaults) -> Void
    ) throws(SourceFaults) {
        switch node.name {
        case "lb", "pb", "cb": try emit(.lineBreak(withinWord: node["break"] == "no"))
        case "space", "cell": try emit(.text(" ", keepsSpace: place.keepsSpace))
        case "gap": try emit(.text("[…]", keepsSpace: place.keepsSpace))
        default: break
        }
    }

    private static func walkContent(
        of node: XMLNode, _ place: TEIPlace, _ emit: (TEIEvent) throws(SourceFaults) -> Void
    ) throws(SourceFaults) {
        let names = preferred[node.name] ?? []
        // Choose the first name that is present. If none is, the whole content is shown.
        let chosen = names.lazy.compactMap { name in node.content.firstIndex { $0.isElement(name) } }.first
        for (index, part) in node.content.enumerated() {
            switch part {
            case .text(let words):
                if !place.isMuted, chosen == nil { try emit(.text(words, keepsSpace: place.keepsSpace)) }
            case .element(let child):
                var inner = place
                let isLeft = muted.contains(child.name) || (chosen != nil && index != chosen)
                inner.isMuted = place.isMuted || isLeft || child.namespace != TEINames.namespace
                try walk(child, at: inner, emit)
            }
        }
    }

    /// Returns the text of an element, even if it is in a muted context.
    ///
    /// - Parameters:
    ///   - place: The context of the element.
    ///   - leavesHead: Whether to leave out headings that are children of the element.
    /// - Complexity: O(*n*) in the length of the text.
    static func text(of node: XMLNode, at place: TEIPlace, leavesHead: Bool = false) -> String {
        var builder = TEITextBuilder()
        var place = place
        place.isMuted = false
        let shown = leavesHead ? node.without("head") : node
        try? walk(shown, at: place) { builder.take($0) }
        return shown.keepsSpace ?? place.keepsSpace ? builder.text : builder.trimmed
    }
}

extension XMLNode {
    /// Returns the element without its children of a name.
    func without(_ name: String) -> XMLNode {
        let rest = content.filter { !$0.isElement(name) }
        return XMLNode(name: self.name, namespace: namespace, attributes: attributes, content: rest, line: line)
    }
}

extension XMLNode.Content {
    /// Whether the content is an element with this name.
    fileprivate func isElement(_ name: String) -> Bool {
        if case .element(let node) = self { node.name == name } else { false }
    }
}
