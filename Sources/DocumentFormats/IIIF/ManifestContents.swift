import DocumentModel
import ImageGeometry

/// Reads the ranges of a manifest as a table of contents, ignoring the ranges that this program generates for clauses
/// and categories.
struct ManifestContents {
    private let pages: [CanvasPage]
    private let numbers: [String: Int]
    /// The ranges by address. In version 2, ranges refer to each other by address.
    private var ranges: [String: SourceObject] = [:]
    private var partCount = 0
    private var placeCount = 0
    private var notes: ImportNotes

    /// - Parameters:
    ///   - pages: The pages made from the canvases.
    ///   - notes: The notes so far.
    private init(_ pages: [CanvasPage], _ notes: ImportNotes) {
        (self.pages, self.notes) = (pages, notes)
        numbers = Dictionary(pages.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
    }

    /// Reads the table of contents.
    ///
    /// - Parameters:
    ///   - structures: The manifest's ranges, as a tree (Presentation 3) or as a flat list (Presentation 2).
    ///   - pages: The pages made from the canvases.
    ///   - notes: Receives notes on what is left out.
    /// - Complexity: O(*n*) in the number of ranges and their items.
    static func read(_ structures: SourceNode, _ pages: [CanvasPage], _ notes: inout ImportNotes) -> [ContentsEntry] {
        var reader = ManifestContents(pages, notes)
        let all = structures.list.compactMap(\.asObject)
        var inner: Set<String> = []
        for range in all {
            if let id = range.node.address { reader.ranges[id] = reader.ranges[id] ?? range }
            inner.formUnion(Self.children(range).filter(Self.isStub).compactMap(\.address))
        }
        let roots = all.filter { range in range.node.address.map { !inner.contains($0) } ?? true }
        let entries = roots.flatMap { root -> [ContentsEntry] in
            if let id = root.node.address { reader.ranges[id] = nil }
            if Self.isGenerated(root) {
                for child in Self.children(root) { child.address.map { reader.ranges[$0] = nil } }
                return []
            }
            // In version 2, the top range may exist only to list its parts.
            guard root["viewingHint"].asString == "top", LanguageValues.read(root["label"]) == nil else {
                return reader.entry(root, depth: 1).map { [$0] } ?? []
            }
            return Self.children(root).compactMap { reader.part($0, depth: 1) }
        }
        for range in all where range.node.address.map({ reader.ranges[$0] != nil }) ?? false {
            reader.notes.add(
                "a range that is named only by ranges within it is left out", at: range.node.path.description)
        }
        notes = reader.notes
        return entries
    }

    /// Whether this program generated a range, for all clauses or for all categories.
    private static func isGenerated(_ range: SourceObject) -> Bool {
        guard let id = range.node.address else { return false }
        for (name, parts) in [("/range/clauses", "/range/clause/"), ("/range/categories", "/category/")]
        where id.hasSuffix(name) {
            let root = id.dropLast(name.count)
            return children(range).allSatisfy { $0.address?.hasPrefix(root + parts) ?? false }
        }
        return false
    }

    private static func children(_ range: SourceObject) -> [SourceNode] {
        range["items"].list + range["members"].list + range["ranges"].list + range["canvases"].list
    }

    /// Whether an item refers to a range or canvas without including its content.
    private static func isStub(_ item: SourceNode) -> Bool { item.asObject.map { children($0).isEmpty } ?? true }

    /// - Parameter node: A range or, in version 2, the address of one.
    private mutating func part(_ node: SourceNode, depth: Int) -> ContentsEntry? {
        let isStub = Self.isStub(node)
        // Remove the range from the dictionary, so that circular references end.
        if isStub, let address = node.address, let range = ranges.removeValue(forKey: address) {
            return entry(range, depth: depth)
        }
        guard let range = node.asObject, !isStub else {
            notes.add("a range that has no items here is left out", at: node.path.description)
            return nil
        }
        return entry(range, depth: depth)
    }

    private mutating func entry(_ range: SourceObject, depth: Int) -> ContentsEntry? {
        partCount += 1
        guard partCount <= PresentationLimits.parts, depth <= PresentationLimits.depth else {
            notes.add(
                "ranges beyond \(PresentationLimits.parts), or nested more than \(PresentationLimits.depth) deep, are left out",
                at: range.node.path.description)
            return nil
        }
        var entry = ContentsEntry(label: LanguageValues.read(range["label"]))
        if let label = entry.label, !PresentationLimits.isText(label) {
            entry.label = nil
            notes.leaveOut(range["label"], "a long label")
        }
        let hint = range["viewingHint"].asString
        entry.behavior =
            hint == "top" ? [] : ManifestProperties.behaviors(range.first("behavior", "viewingHint"), &notes)
        for item in range["items"].list + range["members"].list { take(item, into: &entry, depth: depth) }
        for item in range["canvases"].list { place(item).map { entry.pages.append($0) } }
        for item in range["ranges"].list { part(item, depth: depth + 1).map { entry.items.append($0) } }
        notes.leaveOut(
            from: range, "a range",
            besides: [
                "@context", "id", "@id", "type", "@type", "label", "items", "members", "canvases", "ranges", "behavior",
                "viewingHint",
            ])
        if entry.pages.isEmpty, entry.items.isEmpty {
            notes.add("a range without any page here is left out", at: range.node.path.description)
            return nil
        }
        return entry
    }

    private mutating func take(_ item: SourceNode, into entry: inout ContentsEntry, depth: Int) {
        if item.asObject?.types.contains("Range") ?? false {
            part(item, depth: depth + 1).map { entry.items.append($0) }
        } else if let place = place(item) {
            if !entry.items.isEmpty {
                notes.add("pages that a range lists after its parts are moved before them", at: item.path.description)
            }
            entry.pages.append(place)
        }
    }

    // MARK: Places

    private mutating func place(_ node: SourceNode) -> ContentsPlace? {
        placeCount += 1
        guard placeCount <= PresentationLimits.places else {
            notes.add("pages of ranges beyond \(PresentationLimits.places) are left out", at: node.path.description)
            return nil
        }
        let source = node.asObject.map { $0.first("source", "full") }
        let isSpecific = source.map { !$0.isNothing } ?? false
        guard let address = isSpecific ? source?.address : node.address else {
            notes.add("an item of a range that is neither range nor canvas is left out", at: node.path.description)
            return nil
        }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let number = numbers[address] ?? parts.first.flatMap({ numbers[$0] }) else {
            notes.add(
                "a canvas that is not a page here is left out of the table of contents", at: node.path.description)
            return nil
        }
        var fragments = numbers[address] == nil && parts.count > 1 ? [parts[1]] : []
        for selector in node.asObject?["selector"].list ?? [] {
            if let object = selector.asObject, object.types.contains("FragmentSelector"),
                let text = object["value"].asString
            {
                fragments.append(text)
            } else {
                notes.add(
                    "a range covers the whole page where its selector is not a box", at: selector.path.description)
            }
        }
        return ContentsPlace(page: number, box: fragments.first.flatMap { box($0, on: pages[number - 1], node) })
    }

    /// Returns a box in page pixels, or nil if the fragment contains none.
    private mutating func box(_ fragment: String, on page: CanvasPage, _ node: SourceNode) -> [Double]? {
        guard case .box(let found)? = try? MediaFragment.read(fragment), let pixels = page.pixels,
            let percent = page.percentTransform
        else {
            notes.add("a range covers the whole page where its selector is not a box", at: node.path.description)
            return nil
        }
        let (width, height) = (Double(pixels.width), Double(pixels.height))
        let transform = found.isPercent ? percent : page.transform
        let (start, end) = (
            transform.apply(Point(x: found.box.x, y: found.box.y)),
            transform.apply(Point(x: found.box.maxX, y: found.box.maxY))
        )
        let (left, top) = (max(0, start.x), max(0, start.y))
        let (right, bottom) = (min(width, end.x), min(height, end.y))
        guard left < right, top < bottom else {
            notes.add("a range covers the whole page where its box is not on the page", at: node.path.description)
            return nil
        }
        let isInside = (left, top, right, bottom) == (start.x, start.y, end.x, end.y)
        if !isInside { notes.add("the box of a range is cut at the page's edge", at: node.path.description) }
        // Keep the original numbers if nothing was scaled or clipped.
        if isInside, transform == .identity { return [found.box.x, found.box.y, found.box.width, found.box.height] }
        let corners = [left, top, right, bottom].map { ($0 * 100).rounded() / 100 }
        return [corners[0], corners[1], max(0.01, corners[2] - corners[0]), max(0.01, corners[3] - corners[1])]
    }
}
