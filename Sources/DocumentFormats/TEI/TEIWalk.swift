import DocumentModel

/// Where an element stands in an edition's text.
struct TEIPlace {
    /// What a part of an edition is.
    enum Role {
        case transcription, translation
    }

    var language: String?
    var keepsSpace = false
    var role = Role.transcription
    /// Whether the text is not that of the edition: a note, or a reading that another one is preferred to.
    var isMuted = false

    /// The place of what stands in an element at this place.
    func within(_ node: XMLNode) -> TEIPlace {
        var place = self
        if let language = node.language { place.language = language.isEmpty ? nil : language }
        if let keepsSpace = node.keepsSpace { place.keepsSpace = keepsSpace }
        let type = (node["type"] ?? "").lowercased()
        if TEIWalk.divisions.contains(node.name), type.begins(with: "transl") { place.role = .translation }
        return place
    }
}

/// What a walk through an edition's text comes across.
enum TEIEvent {
    /// An element begins; its place is that of what stands in it.
    case start(XMLNode, TEIPlace)
    case end(XMLNode)
    /// Text that is to be read.
    case text(String, keepsSpace: Bool)
    /// A line ends.
    case lineBreak(withinWord: Bool)
    /// A line or a paragraph begins or ends.
    case block(lines: Int)
}

/// Walks through the text of an edition as readers see it: of two readings the edited one, without notes and page headings.
///
/// Source: https://tei-c.org/release/doc/tei-p5-doc/en/html/TC.html and CO.html, and the defaults of TEI's Processing Model
enum TEIWalk {
    /// Elements that divide a text into parts.
    static let divisions: Set<String> = [
        "text", "group", "front", "body", "back", "div", "div1", "div2", "div3", "div4", "div5", "div6", "div7",
    ]
    /// Elements of no extent.
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
    /// Of what stands side by side, what is shown rather than the rest.
    private static let preferred: [String: [String]] = [
        "choice": ["corr", "reg", "expan", "ex", "unclear", "seg"], "app": ["lem", "rdg"],
    ]

    /// Walks through what stands in an element, and the element itself.
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
        // The first of the names that is there; where none is, all is shown.
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

    /// The text of an element alone, whatever stands around it.
    ///
    /// - Parameters:
    ///   - place: Where it stands.
    ///   - leavesHead: Whether headings right in it are left out.
    /// - Complexity: O(*n*) in the length of the text.
    static func text(of node: XMLNode, at place: TEIPlace, leavesHead: Bool = false) -> String {
        var builder = TEITextBuilder()
        var place = place
        place.isMuted = false
        func add(_ event: TEIEvent) {
            switch event {
            case .text(let words, let keepsSpace): builder.add(words, keepsSpace: keepsSpace)
            case .lineBreak(let withinWord): builder.breakLine(withinWord: withinWord)
            case .block(let lines): builder.begin(lines: lines)
            case .start, .end: break
            }
        }
        let shown = leavesHead ? node.without("head") : node
        try? walk(shown, at: place, add)
        return shown.keepsSpace ?? place.keepsSpace ? builder.text : builder.trimmed
    }
}

extension XMLNode {
    /// The same without the elements of a name that stand right in it.
    func without(_ name: String) -> XMLNode {
        let rest = content.filter { !$0.isElement(name) }
        return XMLNode(name: self.name, namespace: namespace, attributes: attributes, content: rest, line: line)
    }
}

extension XMLNode.Content {
    /// Whether it is an element of that name.
    fileprivate func isElement(_ name: String) -> Bool {
        if case .element(let node) = self { node.name == name } else { false }
    }
}
