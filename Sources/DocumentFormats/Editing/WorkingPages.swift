package import DocumentModel

/// An image (a scan, or a part of one) that differs from the published version of its page or capture.
package struct WorkingImage: Sendable {
    /// The scan, and the part of it that is shown.
    package let image: PageImage
    /// The file name of the scan in the source folder.
    package var name: String
    /// The record of the image in the store.
    package var stored: StoredImage
    package let imageID: String
    /// The state of slicing.
    package let state: ScanImage.State
    /// The reason why slicing failed.
    package let error: String?

    package init(
        image: PageImage, name: String, stored: StoredImage, imageID: String, state: ScanImage.State,
        error: String? = nil
    ) {
        (self.image, self.name, self.stored) = (image, name, stored)
        (self.imageID, self.state, self.error) = (imageID, state, error)
    }
}

/// The pages of a working copy. They keep their numbers during editing. Publishing renumbers them and updates
/// everything that refers to them.
struct WorkingPages {
    struct Page: OrderedEntry {
        let number: Int
        /// The sort key among the pages. Pages without one come last.
        var order: Double?
        var members: [JSONValue.Member]

        var id: Int { number }
    }

    typealias Fields = [Int: [(field: FieldPath.PageField, value: JSONValue)]]

    private(set) var pages: [Page]
    /// Whether any page changed.
    private(set) var isChanged = false

    /// Reads the pages described in `document.json`.
    init(_ described: JSONValue?) {
        pages = (described?.elements ?? []).enumerated().map { position, page in
            Page(number: position + 1, order: Double(position), members: page.members ?? [])
        }
    }

    /// - Parameters:
    ///   - images: The images of pages and captures that changed, by place.
    ///   - sizes: The image sizes of published pages, for pages whose image was removed.
    mutating func apply(
        _ fields: Fields, images: [ImagePlace: WorkingImage], sizes: [Int: (width: Int, height: Int)]
    ) {
        guard !fields.isEmpty else { return }
        isChanged = true
        _ = pages.apply(fields, existence: .existence, add: { Page(number: $0, members: []) }) { page, field, value in
            switch field {
            case .existence: break
            case .order: page.order = value.numberValue
            case .label, .pixelsPerMillimetre, .behavior:
                page.members.change(field.rawValue) { WorkingDocument.stated(value, instead: $0) }
            case .image:
                let image = value == .null ? nil : images[ImagePlace(page: page.number)]
                page.show(image, former: sizes[page.number])
            case .captures: page.setCaptures(PageCaptures(value)?.entries ?? [], images: images)
            }
        }
    }

    /// The new numbers of the pages, counted from 1, by current number. Nil if they are unchanged.
    var renumbering: [Int: Int]? {
        pages.enumerated().allSatisfy { $1.number == $0 + 1 } ? nil : numbers
    }

    /// The new numbers of the pages, counted from 1, by current number.
    var numbers: [Int: Int] { Dictionary(pages.enumerated().map { ($1.number, $0 + 1) }) { first, _ in first } }

    /// The value of `pages` in `document.json`.
    var json: JSONValue { .array(pages.map { .object($0.members) }) }

    // MARK: References to pages

    /// Renumbers the pages of regions. Regions on deleted pages get a number that no page has.
    static func regions(_ regions: JSONValue, renumbered numbers: [Int: Int]) -> JSONValue {
        .array(
            (regions.elements ?? []).map { region in
                guard var members = region.members else { return region }
                members.change("page") { number(renumbered: $0, numbers) ?? .integer(numbers.count + 1) }
                return .object(members)
            })
    }

    /// Renumbers the pages of a table of contents. Deleted pages are removed, as are entries that become empty.
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

    /// Returns the new number of a page, or nil if the page was deleted.
    static func number(renumbered value: JSONValue?, _ numbers: [Int: Int]) -> JSONValue? {
        value?.integerValue.flatMap { numbers[$0] }.map(JSONValue.integer)
    }
}

extension WorkingPages.Page {
    /// Changes the page's image. If the image is removed, the page becomes blank paper of its former size.
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

    /// Sets the page's captures. Without captures, the page itself names its image.
    ///
    /// Existing captures are matched by id. They keep their unknown keys, and their size if their image is unchanged.
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
                // The size belonged to the former image.
                if before != capture { ["width", "height"].forEach { capture.change($0) { _ in nil } } }
                capture.change("alignment") { WorkingDocument.stated(entry.alignment?.json ?? .null, instead: $0) }
            }
            return .object(capture)
        }
        members.change("captures") { _ in .array(captures) }
    }

    /// The keys that describe an image.
    private static let imageKeys = ["image", "imagePage"] + ScanPart.keys
}

extension [JSONValue.Member] {
    /// Sets the image of a page or capture.
    fileprivate mutating func show(_ image: WorkingImage?) {
        let part = image?.image
        change("image") { _ in image.map { .string($0.name) } }
        change("imagePage") { _ in part?.page.map(JSONValue.integer) }
        for (key, value) in (part?.shape ?? .whole).members { change(key) { _ in value } }
    }
}
