import DocumentModel
import ImageGeometry

/// A clause under construction: the content of an edition that is linked with zones, and the texts about it.
struct TEIClause {
    /// The preferred id.
    let name: String?
    var number: String?
    var kind = ClauseKind.clause
    var isTextLine = false
    /// The indices of its zones, in order. Empty for a whole page.
    var zones: [Int] = []
    /// The page that it covers, if it has no zones.
    var page: Int?
    var categories: [String] = []
    /// The language of the transcription.
    var language: String?
    var transcription: String?
    /// The title from the element's heading.
    var title: String?
    /// The texts about the clause, by language.
    private(set) var texts: [String: Said] = [:]

    /// The texts in one language, in the order of the edition. They are joined at the end, because many elements may
    /// describe one clause.
    struct Said {
        var title: String?
        var translation: [String] = []
        var context: [String] = []
        var transcription: [String] = []

        /// The texts, with parts separated by empty lines.
        var text: ClauseText {
            func joined(_ parts: [String]) -> String? { parts.isEmpty ? nil : parts.joined(separator: "\n\n") }
            return ClauseText(
                title: title, translation: joined(translation), context: joined(context),
                transcription: joined(transcription))
        }
    }

    /// Adds texts in a language.
    mutating func add(_ text: ClauseText, in language: String) {
        texts[language, default: Said()].title = texts[language]?.title ?? text.title
        texts[language, default: Said()].translation += [text.translation].compactMap(\.self)
        texts[language, default: Said()].context += [text.context].compactMap(\.self)
        texts[language, default: Said()].transcription += [text.transcription].compactMap(\.self)
    }
}

/// Finds the clauses of an edition: the elements of the text that are linked with zones, by their own `@facs` or
/// `@corresp` or by the zone's `@corresp`.
///
/// A line that begins with a linked `lb` continues up to the next one. In a `div` of translations, an element about a
/// clause adds texts in that language to it.
struct TEIClauses {
    /// The maximum sum of all texts, in bytes. Nested elements are separate clauses, each with all of its text.
    private static let textLimit = 256 << 20
    private static let clauseLimit = 1_000_000
    /// The elements that are too small to be clauses.
    private static let words: Set<String> = ["w", "pc", "c", "g"]

    private let file: String
    private let isOwn: Bool
    private let zones: [TEIZone]
    private let surfaces: [TEISurface]
    private var zoneOfID: [String: Int] = [:]
    private var zonesOfText: [String: [Int]] = [:]
    private var pageOfID: [String: Int] = [:]
    private(set) var clauses: [TEIClause] = []
    /// The clauses by the ids of their elements, and by the ids that these elements correspond to.
    private var clauseOfID: [String: Int] = [:]
    private var clauseOfZone: [Int: Int] = [:]
    private var line: (clause: Int, text: TEITextBuilder)?
    private var pageText: (page: Int, text: TEITextBuilder)?
    private var textsOfPages: [Int: (language: String?, parts: [String])] = [:]
    private var byteCount = 0
    /// For each open element, whether it is linked.
    private var open: [Bool] = []
    private var openLinkCount = 0
    /// The number of characters that are not linked with a zone, by page. 0 stands for no page.
    private var strayCounts: [Int: Int] = [:]
    private(set) var notes: ImportNotes

    init(_ surfaces: [TEISurface], isOwn: Bool, file: String, _ notes: ImportNotes) {
        (self.surfaces, self.isOwn, self.file, self.notes) = (surfaces, isOwn, file, notes)
        zones = surfaces.flatMap(\.zones)
        for (place, zone) in zones.enumerated() {
            if let id = zone.node.id, zoneOfID[id] == nil { zoneOfID[id] = place }
            for link in zone.links { zonesOfText[link, default: []].append(place) }
        }
        for surface in surfaces {
            for id in [surface.node.id].compactMap(\.self) + surface.links where pageOfID[id] == nil {
                pageOfID[id] = surface.number
            }
        }
    }

    /// Reads a `text` or an embedded transcription.
    mutating func read(_ text: XMLNode, at place: TEIPlace) throws(SourceFaults) {
        var reader = self
        try TEIWalk.walk(text, at: place) { event throws(SourceFaults) in try reader.take(event) }
        self = reader
        endLine()
        endPage()
    }

    private mutating func take(_ event: TEIEvent) throws(SourceFaults) {
        switch event {
        case .start(let node, let place):
            let count = clauses.count
            if node.namespace == TEINames.namespace { try start(node, place) }
            let isLinked = clauses.count > count || place.role == .translation
            open.append(isLinked)
            if isLinked { openLinkCount += 1 }
        case .end(let node):
            if open.popLast() == true { openLinkCount -= 1 }
            if TEIWalk.divisions.contains(node.name) { endLine() }
        case .text(let words, _):
            try count(words.utf8.count)
            if openLinkCount == 0, line == nil {
                strayCounts[pageText?.page ?? 0, default: 0] += words.unicodeScalars.count {
                    !$0.properties.isWhitespace
                }
            }
        case .lineBreak, .block: break
        }
        line?.text.take(event)
        pageText?.text.take(event)
    }

    private mutating func count(_ bytes: Int) throws(SourceFaults) {
        byteCount += bytes
        guard byteCount > Self.textLimit else { return }
        throw SourceFaults(
            file: file, path: "text", value: "more than \(Self.textLimit) bytes in nested elements",
            expected: "fewer")
    }

    // MARK: Elements

    private mutating func start(_ node: XMLNode, _ place: TEIPlace) throws(SourceFaults) {
        if node.name == "pb" { turnPage(node, place) }
        let pointers = TEINames.ids(node["facs"]) + TEINames.ids(node["corresp"])
        var linked = pointers.compactMap { zoneOfID[$0] } + (node.id.flatMap { zonesOfText[$0] } ?? [])
        var seen: Set<Int> = []
        linked = linked.filter { zones[$0].outer != nil && seen.insert($0).inserted }
        guard !Self.words.contains(node.name) else {
            if !linked.isEmpty { notes.add("a zone of a word or letter is left out", at: "line \(node.line)") }
            for zone in linked { clauseOfZone[zone] = clauseOfZone[zone] ?? -1 }
            return
        }
        let targets = TEINames.ids(node["corresp"]) + TEINames.ids(node["target"])
        if let known = targets.compactMap({ clauseOfID[$0] }).first ?? translated(node, place, linked) {
            return try describe(known, by: node, place)
        }
        guard !linked.isEmpty else { return }
        if TEIWalk.milestones.contains(node.name) {
            if node.name == "lb" { try startLine(node, place, linked) }
            return
        }
        try add(node, place, linked)
    }

    /// Returns the clause that an element among the translations describes, identified by its id or its zones.
    private func translated(_ node: XMLNode, _ place: TEIPlace, _ linked: [Int]) -> Int? {
        guard place.role == .translation else { return nil }
        return node.id.flatMap { clauseOfID[$0] } ?? linked.lazy.compactMap { clauseOfZone[$0] }.first { $0 >= 0 }
    }

    private mutating func add(_ node: XMLNode, _ place: TEIPlace, _ linked: [Int]) throws(SourceFaults) {
        var clause = TEIClause(name: name(of: node, zones[linked[0]]), zones: linked)
        clause.number = number(of: node)
        clause.language = place.language
        clause.categories = TEINames.ids(node["ana"])
        let head = isOwn ? nil : node.first("head").map { TEIWalk.text(of: $0, at: place).singleSpaced }
        let text = TEIWalk.text(of: node, at: place, leavesHead: head != nil)
        try count(text.utf8.count)
        if !text.isEmpty || (isOwn && node.keepsSpace == true) { clause.transcription = text }
        clause.title = head.flatMap { $0.isEmpty ? nil : $0 }
        if isOwn {
            clause.kind = node["type"].flatMap(ClauseKind.init) ?? .clause
            clause.isTextLine = node["subtype"] == "line"
        } else {
            clause.kind = text.isEmpty || node.name == "figure" ? .detail : .clause
            clause.isTextLine = node.name == "l" || node.name == "line"
            let context = node.descendants("note").map { TEIWalk.text(of: $0, at: place) }.filter { !$0.isEmpty }
            let words = context.joined(separator: "\n\n")
            try count(words.utf8.count)
            if !words.isEmpty { clause.add(ClauseText(context: words), in: place.language ?? "und") }
        }
        try append(clause, of: node)
    }

    private mutating func append(_ clause: TEIClause, of node: XMLNode) throws(SourceFaults) {
        guard clauses.count < Self.clauseLimit else {
            throw node.fault(in: file, value: "more than \(Self.clauseLimit) linked elements", expected: "no more")
        }
        for id in [node.id].compactMap(\.self) + TEINames.ids(node["corresp"])
        where zoneOfID[id] == nil && clauseOfID[id] == nil {
            clauseOfID[id] = clauses.count
        }
        for zone in clause.zones where clauseOfZone[zone] ?? -1 < 0 { clauseOfZone[zone] = clauses.count }
        clauses.append(clause)
    }

    private func name(of node: XMLNode, _ zone: TEIZone?) -> String? {
        guard let id = node.id else { return zone?.node.id }
        return isOwn ? TEINames.suffix(of: id, behind: TEINames.clause("")) ?? id : id
    }

    /// Returns the number of an element if it can be shown. `N003`, as Transkribus writes it, becomes 3.
    private func number(of node: XMLNode) -> String? {
        guard let number = node["n"], !isOwn else { return node["n"] }
        let digits = number.unicodeScalars.drop { $0 == "N" || $0 == "0" }
        if number.begins(with: "N"), !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) {
            return String(digits)
        }
        return number.isBlank || number.unicodeScalars.count > ClauseDraft.numberLimit ? nil : number.singleSpaced
    }

    /// Adds the texts of an element that describes an existing clause.
    private mutating func describe(_ clause: Int, by node: XMLNode, _ place: TEIPlace) throws(SourceFaults) {
        let language = place.language ?? "und"
        if place.role == .translation {
            let text = TEITranslation.text(of: node, at: place)
            try count([text.translation, text.context, text.title].compactMap { $0?.utf8.count }.reduce(0, +))
            if isOwn || text != ClauseText() { clauses[clause].add(text, in: language) }
        } else if node.name == "note" {
            let words = TEIWalk.text(of: node, at: place)
            try count(words.utf8.count)
            if !words.isEmpty { clauses[clause].add(ClauseText(context: words), in: language) }
        }
    }

    // MARK: Lines and pages

    private mutating func startLine(_ node: XMLNode, _ place: TEIPlace, _ linked: [Int]) throws(SourceFaults) {
        endLine()
        var clause = TEIClause(name: name(of: node, zones[linked[0]]), zones: linked)
        clause.number = number(of: node)
        clause.language = place.language
        clause.isTextLine = true
        line = (clauses.count, TEITextBuilder())
        try append(clause, of: node)
    }

    private mutating func endLine() {
        guard let (clause, text) = line else { return }
        line = nil
        if !text.trimmed.isEmpty { clauses[clause].transcription = text.trimmed }
    }

    private mutating func turnPage(_ node: XMLNode, _ place: TEIPlace) {
        endLine()
        endPage()
        guard !isOwn, place.role == .transcription else { return }
        let page =
            node.id.flatMap { pageOfID[$0] } ?? TEINames.ids(node["facs"]).compactMap { pageNumber(of: $0) }.first
        guard let page else { return }
        pageText = (page, TEITextBuilder())
        if textsOfPages[page] == nil { textsOfPages[page] = (place.language, []) }
    }

    /// Returns the page that a pointer leads to, via its surface, a zone or an image.
    private func pageNumber(of pointer: String) -> Int? {
        pageOfID[pointer] ?? zoneOfID[pointer].map { zones[$0].page }
            ?? surfaces.first { $0.graphics.contains { $0.url.isIdentical(to: pointer) } }?.number
    }

    private mutating func endPage() {
        guard let (page, text) = pageText else { return }
        pageText = nil
        let words = text.trimmed
        if !words.isEmpty { textsOfPages[page]?.parts.append(words) }
    }

    // MARK: Unlinked parts

    /// Adds clauses for the zones that are not linked with text, and for the texts of pages without any.
    mutating func addUnlinked(at place: TEIPlace) throws(SourceFaults) {
        var isAround = Set<Int>()
        let firstPlaces = surfaces.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.zones.count) }
        func parent(_ index: Int) -> Int? { zones[index].parent.map { $0 + firstPlaces[zones[index].page - 1] } }
        for index in zones.indices.reversed() {
            guard let parent = parent(index) else { continue }
            if clauseOfZone[index] != nil || isAround.contains(index) || zones[index].outer != nil {
                isAround.insert(parent)
            }
        }
        for (index, zone) in zones.enumerated() where clauseOfZone[index] == nil && !isAround.contains(index) {
            let kinds = ["printspace", "word", "glyph", "baseline"]
            guard zone.outer != nil, !kinds.contains(where: zone.words.contains) else { continue }
            var clause = TEIClause(name: zone.node.id, zones: [index])
            let text = TEIWalk.text(of: zone.node, at: place)
            try count(text.utf8.count)
            clause.number = number(of: zone.node)
            clause.language = zone.node.language ?? place.language
            clause.kind = text.isEmpty ? .detail : .clause
            clause.isTextLine = zone.node.name == "line"
            if !text.isEmpty { clause.transcription = text }
            try append(clause, of: zone.node)
        }
        let used = Set(clauses.flatMap(\.zones).map { zones[$0].page })
        for (page, found) in textsOfPages.sorted(by: { $0.key < $1.key })
        where !used.contains(page) && !found.parts.isEmpty {
            var clause = TEIClause(name: "page-\(page)", page: page)
            (clause.language, clause.transcription) = (found.language, found.parts.joined(separator: "\n\n"))
            clauses.append(clause)
            strayCounts[page] = nil
        }
        let strays = strayCounts.values.reduce(0, +)
        if !isOwn, strays > 0 {
            notes.add("text that is not linked to a zone is left out: \(strays) characters")
        }
    }
}

/// Reads the texts of an element among the translations.
enum TEITranslation {
    static func text(of node: XMLNode, at place: TEIPlace) -> ClauseText {
        // A note about a clause is not a translation of it.
        if node.name == "note" { return ClauseText(context: paragraphs([node], place)) }
        let title = node.first("head").map { TEIWalk.text(of: $0, at: place) }
        let context = node.elements("note")
        let transcription = node.elements("ab").filter { $0["type"] == "transcription" }
        guard TEIWalk.divisions.contains(node.name) else {
            return ClauseText(translation: paragraphs([node], place), context: paragraphs(context, place))
        }
        let rest = node.elements.filter { element in
            !["head", "note", "pb", "lb", "cb"].contains(element.name)
                && !(element.name == "ab" && element["type"] == "transcription")
        }
        return ClauseText(
            title: title, translation: paragraphs(rest, place), context: paragraphs(context.flatMap(\.blocks), place),
            transcription: paragraphs(transcription, place))
    }

    /// Returns the texts of elements, separated by empty lines, or nil if there is none.
    private static func paragraphs(_ nodes: [XMLNode], _ place: TEIPlace) -> String? {
        let texts = nodes.compactMap { node -> String? in
            let text = TEIWalk.text(of: node, at: place)
            return text.isEmpty && node.keepsSpace != true ? nil : text
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }
}

extension XMLNode {
    /// The element's paragraphs, or the element itself if it has none.
    fileprivate var blocks: [XMLNode] {
        let paragraphs = elements("p", "ab")
        return paragraphs.isEmpty ? [self] : paragraphs
    }
}
