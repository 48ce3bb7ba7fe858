package import DocumentModel

/// A scan, or a part of one, that a page of a working copy shows since its document was last published.
package struct WorkingImage: Sendable {
    /// What it is.
    package let image: PageImage
    /// The name that the scan has in the source folder.
    package var name: String
    /// What the store keeps of it.
    package var stored: StoredImage
    /// The id of the image.
    package let imageID: String
    /// What has become of cutting it.
    package let state: ScanImage.State
    /// Why it cannot be cut.
    package let error: String?

    package init(
        image: PageImage, name: String, stored: StoredImage, imageID: String, state: ScanImage.State,
        error: String? = nil
    ) {
        (self.image, self.name, self.stored) = (image, name, stored)
        (self.imageID, self.state, self.error) = (imageID, state, error)
    }
}

/// The pages of a working copy. They keep their numbers as long as they are edited, and are numbered anew when they are
/// published; what refers to them follows.
struct WorkingPages {
    struct Page {
        let number: Int
        /// Where it comes among the others; nil for the last place.
        var order: Double?
        var members: [JSONValue.Member]
    }

    typealias Fields = [Int: [(field: FieldPath.PageField, value: JSONValue)]]

    private(set) var pages: [Page]
    /// Whether something of them changes.
    private(set) var isChanged = false

    /// The pages that `document.json` describes.
    init(_ described: JSONValue?) {
        pages = (described?.elements ?? []).enumerated().map { position, page in
            Page(number: position + 1, order: Double(position), members: page.members ?? [])
        }
    }

    /// - Parameters:
    ///   - images: What the pages and their captures show of which that changes, by the number of the page.
    ///   - sizes: The sizes of the images of published pages, for those that show none any more.
    mutating func apply(
        _ fields: Fields, images: [ImagePlace: WorkingImage], sizes: [Int: (width: Int, height: Int)]
    ) {
        guard !fields.isEmpty else { return }
        isChanged = true
        var places = Dictionary(pages.enumerated().map { ($1.number, $0) }) { first, _ in first }
        var deleted: Set<Int> = []
        for (number, fields) in fields {
            let existence = fields.first { $0.field == .existence }?.value
            if existence == .null { deleted.insert(number) }
            if existence == .bool(true), places[number] == nil {
                places[number] = pages.endIndex
                pages.append(Page(number: number, order: nil, members: []))
            }
            guard let place = places[number] else { continue }
            for (field, value) in fields {
                switch field {
                case .existence: break
                case .order:
                    pages[place].order = value.numberValue
                case .label, .pixelsPerMillimetre, .behavior:
                    pages[place].members.change(field.rawValue) { WorkingDocument.stated(value, instead: $0) }
                case .image:
                    let image = value == .null ? nil : images[ImagePlace(page: number)]
                    pages[place].show(image, former: sizes[number])
                case .captures: pages[place].setCaptures(PageCaptures(value)?.entries ?? [], images: images)
                }
            }
        }
        pages.removeAll { deleted.contains($0.number) }
        pages.sort { one, other in
            let (place, otherPlace) = (one.order ?? .infinity, other.order ?? .infinity)
            return place == otherPlace ? one.number < other.number : place < otherPlace
        }
    }

    /// The numbers of the pages from 1, by those that they have here; nil where they are the same.
    var renumbering: [Int: Int]? {
        pages.enumerated().allSatisfy { $1.number == $0 + 1 } ? nil : numbers
    }

    /// The numbers of the pages from 1, by those that they have here.
    var numbers: [Int: Int] { Dictionary(pages.enumerated().map { ($1.number, $0 + 1) }) { first, _ in first } }

    /// The value of `document.json`'s `pages`.
    var json: JSONValue { .array(pages.map { .object($0.members) }) }

    // MARK: What refers to pages

    /// Regions with the numbers that their pages get. Those on a page that is not there are on one that is not there.
    static func regions(_ regions: JSONValue, renumbered numbers: [Int: Int]) -> JSONValue {
        .array(
            (regions.elements ?? []).map { region in
                guard var members = region.members else { return region }
                members.change("page") { number(renumbered: $0, numbers) ?? .integer(numbers.count + 1) }
                return .object(members)
            })
    }

    /// A table of contents with the numbers that the pages get. Pages that are not there any more are in none, and neither are
    /// entries that named no others.
    static func contents(_ entries: JSONValue, renumbered numbers: [Int: Int]) -> JSONValue {
        .array(
            (entries.elements ?? []).compactMap { entry in
                guard var members = entry.members else { return entry }
                func isNamed(_ key: String) -> Bool { entry[key]?.elements?.isEmpty == false }
                if isNamed("pages") {
                    members.change("pages") {
                        .array(($0?.elements ?? []).compactMap { place($0, renumbered: numbers) })
                    }
                }
                if isNamed("items") { members.change("items") { $0.map { contents($0, renumbered: numbers) } } }
                let left = JSONValue.object(members)
                let isEmpty = ["pages", "items"].allSatisfy { left[$0]?.elements?.isEmpty ?? true }
                return isEmpty && (isNamed("pages") || isNamed("items")) ? nil : left
            })
    }

    private static func place(_ place: JSONValue, renumbered numbers: [Int: Int]) -> JSONValue? {
        guard var members = place.members else { return number(renumbered: place, numbers) }
        guard let number = number(renumbered: place["page"], numbers) else { return nil }
        members.change("page") { _ in number }
        return .object(members)
    }

    private static func number(renumbered value: JSONValue?, _ numbers: [Int: Int]) -> JSONValue? {
        guard case .number(let number)? = value, let number = Int(exactly: number) else { return nil }
        return numbers[number].map(JSONValue.integer)
    }
}

extension WorkingPages.Page {
    /// Shows another image, or none and then as much blank paper as before.
    fileprivate mutating func show(_ image: WorkingImage?, former: (width: Int, height: Int)?) {
        if image == nil { setCaptures([], images: [:]) }
        if let captures = JSONValue.object(members)["captures"]?.elements, !captures.isEmpty {
            var captures = captures
            var own = captures[0].members ?? []
            own.show(image)
            ["width", "height"].forEach { own.change($0) { _ in nil } }
            captures[0] = .object(own)
            members.change("captures") { _ in .array(captures) }
        } else {
            members.show(image)
        }
        guard let size = image.map({ ($0.stored.width, $0.stored.height) }) ?? former.map({ ($0.width, $0.height) })
        else { return }
        members.change("width") { _ in .integer(size.0) }
        members.change("height") { _ in .integer(size.1) }
    }

    /// Describes the page's captures; without any it has just its image.
    ///
    /// What is known of a capture stays by its id: keys that this program does not know, and where it shows the same its size.
    fileprivate mutating func setCaptures(_ entries: [PageCaptures.Entry], images: [ImagePlace: WorkingImage]) {
        let former = JSONValue.object(members)["captures"]?.elements ?? []
        let own = former.first ?? .object(members)
        for key in Self.imageKeys {
            members.change(key) { _ in entries.isEmpty ? own[key] : nil }
        }
        if entries.isEmpty {
            members.change("captures") { _ in nil }
            return
        }
        let captures = entries.enumerated().map { position, entry -> JSONValue in
            let known = former.first { $0["id"]?.textValue == entry.id }
            var capture = known?.members ?? [.init(key: "id", value: .string(entry.id))]
            capture.change("label") { WorkingDocument.stated(entry.label, instead: $0) }
            capture.change("kind") { _ in .string(entry.kind.rawValue) }
            if position == 0 {
                for key in Self.imageKeys { capture.change(key) { _ in own[key] } }
                capture.change("alignment") { _ in nil }
            } else {
                let before = capture
                capture.show(images[ImagePlace(page: number, capture: position)])
                // The size was that of another image.
                if before != capture { ["width", "height"].forEach { capture.change($0) { _ in nil } } }
                capture.change("alignment") { WorkingDocument.stated(entry.alignment?.json ?? .null, instead: $0) }
            }
            return .object(capture)
        }
        members.change("captures") { _ in .array(captures) }
    }

    /// The keys of what names an image.
    private static let imageKeys = ["image", "imagePage"] + ScanPart.keys
}

extension [JSONValue.Member] {
    /// Names an image in what has it: a page or a capture.
    fileprivate mutating func show(_ image: WorkingImage?) {
        let part = image?.image
        change("image") { _ in image.map { .string($0.name) } }
        change("imagePage") { _ in part?.page.map(JSONValue.integer) }
        for (key, value) in (part?.shape ?? .whole).members { change(key) { _ in value } }
    }
}
