import DocumentModel
import ImageGeometry

/// A page that may have faults. Its size is kept so that regions can still be checked.
struct ReadPage {
    /// The page, or nil if it has faults.
    let page: SourcePage?
    /// The page's size in pixels, or nil if unknown.
    let size: (width: Int, height: Int)?
}

extension SourceReader {
    private static let pageLimit = 10_000
    /// The maximum page number within an image file.
    private static let imagePageLimit = 1_000_000
    /// The maximum length of a page's side, in pixels: what libvips can open, and far below the limit of the geometry.
    private static let sideLimit = 100_000_000

    /// Reads the pages in `document.json`.
    func readPages(_ object: SourceObject) -> [ReadPage]? {
        guard let elements = object["pages"].array(limit: Self.pageLimit, "an array of pages") else { return nil }
        guard !elements.isEmpty else {
            object["pages"].fault(expected: "at least one page")
            return nil
        }
        return elements.enumerated().map { index, element in readPage(element, number: index + 1) }
    }

    private func readPage(_ node: SourceNode, number: Int) -> ReadPage {
        guard let object = node.object("an object that describes a page") else { return ReadPage(page: nil, size: nil) }
        let captures = readCaptures(object)
        let imagePage = readImagePage(object["imagePage"])
        let part = readPart(object)
        let own = readImage(object, page: imagePage, part: part)
        if object["image"].isNothing {
            for key in ["imagePage"] + ScanPart.keys where !object[key].isNothing {
                object[key].fault(expected: "none, as the page has no image")
            }
        }
        let image = captures == nil ? own : captures?.first?.image ?? .faulty
        let width = readSide(object["width"], of: image, \.width)
        let height = readSide(object["height"], of: image, \.height)
        let scale = Self.readScale(object["pixelsPerMillimetre"], isKept: isKept)
        let label = object["label"].optionalLanguageMap()
        let behavior = Self.pageBehaviors(object["behavior"])
        guard let width, let height else { return ReadPage(page: nil, size: nil) }
        if let captures { checkAlignments(of: captures, page: (width, height)) }
        let all = captures?.compactMap(\.capture) ?? []
        let page = SourcePage(
            number: number, label: label, image: image?.name, width: width, height: height,
            pixelsPerMillimetre: scale, behavior: behavior, imagePage: all.first?.imagePage ?? imagePage,
            part: all.first?.part ?? part ?? .whole, captures: all)
        return ReadPage(page: page, size: (width, height))
    }

    /// The image of a page or capture.
    struct FoundImage {
        let name: String
        /// The size of the part that is shown.
        var size: (width: Int, height: Int)?
        /// Whether the image exists but could not be measured. A missing width is then not reported as a second fault.
        var isFaulty = false
        /// Whether the image is rotated, cropped or rectified.
        var isPart = false

        /// An image that is not named.
        static let faulty = FoundImage(name: "", isFaulty: true)
    }

    /// Reads the page number within an image file that has several pages.
    func readImagePage(_ node: SourceNode) -> Int? {
        node.isNothing ? nil : node.integer(in: 1...Self.imagePageLimit, "a page of the image's file, from 1")
    }

    /// Reads the part of the image that a page shows. Returns nil if it has faults. Whether a crop lies within the
    /// image is checked once the image's size is known.
    func readPart(_ object: SourceObject) -> ScanPart? {
        var part = ScanPart.whole
        var isFaulty = false
        let rotation = object["rotation"]
        if !rotation.isNothing {
            if case .number(let degrees) = rotation.value, ScanPart.isRotation(degrees) {
                part.rotation = degrees
            } else {
                rotation.fault(expected: "degrees clockwise, 0 or more and below 360")
                isFaulty = true
            }
        }
        let crop = object["crop"]
        if !crop.isNothing {
            part.crop = crop.value.flatMap { ScanPart.Crop(json: $0) }
            if part.crop == nil {
                crop.fault(
                    expected: "[x, y, width, height] in whole pixels of the rotated image, at least 1 × 1 of them")
                isFaulty = true
            }
        }
        let corners = object["corners"]
        if !corners.isNothing {
            part.corners = corners.value.flatMap { ScanPart.corners($0) }
            if part.corners == nil {
                corners.fault(expected: ScanPart.cornersRule)
                isFaulty = true
            } else if part.rotation != 0 || part.crop != nil {
                corners.fault(expected: "neither rotation nor crop beside corners")
                isFaulty = true
            }
        }
        return isFaulty ? nil : part
    }

    /// Returns the image of a page or capture, with the size of the part that is shown.
    func readImage(_ object: SourceObject, page: Int?, part: ScanPart?) -> FoundImage? {
        guard var image = readImage(object["image"], page: page) else { return nil }
        guard let part else {
            image.isFaulty = true
            image.size = nil
            return image
        }
        if part.isWhole || image.isFaulty { return image }
        image.isPart = true
        if let known = source.partSize(image.name, page: page, part: part) {
            image.size = known
        } else if let whole = image.size {
            image.size = part.size(ofWidth: whole.width, height: whole.height)
            if image.size == nil, part.corners != nil {
                object["corners"].fault(
                    expected: "four corners within the \(whole.width) × \(whole.height) pixels of the image, clockwise "
                        + "from the upper left one, no three on a line")
                image.isFaulty = true
            } else if image.size == nil {
                let rotated = part.rotatedSize(ofWidth: whole.width, height: whole.height) ?? whole
                object["crop"].fault(
                    expected: "a box within the \(rotated.width) × \(rotated.height) pixels of the rotated image")
                image.isFaulty = true
            }
        } else {
            image.size = part.crop.map { ($0.width, $0.height) }
        }
        return image
    }

    private func readImage(_ node: SourceNode, page: Int?) -> FoundImage? {
        let expected = "the name of an image's file in this folder, without slashes, or null"
        guard !node.isNothing else { return nil }
        guard let name = node.string(expected, where: Self.isPlainFileName) else {
            return .faulty
        }
        do throws(SourceProblem) {
            let size = try source.imageSize(name, page: page)
            return FoundImage(name: name, size: size)
        } catch {
            node.fault(value: error.value, expected: error.expected)
            return FoundImage(name: name, isFaulty: true)
        }
    }

    func readSide(
        _ node: SourceNode, of image: FoundImage?, _ side: KeyPath<(width: Int, height: Int), Int>
    ) -> Int? {
        let measured = image?.size?[keyPath: side]
        if node.isNothing {
            if measured == nil, image?.isFaulty != true {
                node.fault(expected: "the page's size in pixels, because there is no image to take it from")
            }
            return measured
        }
        let range = 1...Self.sideLimit
        let stated = node.integer(in: range, "a whole number of pixels from 1 to \(Self.sideLimit)")
        if let stated, let measured, stated != measured {
            let owner = image?.isPart == true ? "that of the part of the image" : "the image's own"
            node.fault(expected: "\(measured), \(owner), or nothing")
        }
        return stated
    }

    /// Reads the behaviors of a page.
    static func pageBehaviors(_ node: SourceNode) -> [String] {
        let behaviors = behaviors(node)
        if !PresentationLimits.areOfOnePage(behaviors) { node.fault(expected: PresentationLimits.pageBehaviorRule) }
        return behaviors
    }

    /// Whether a number can be the scale of a page, in pixels per millimetre. The limits keep sizes in millimetres
    /// finite. Duplicated in values.js.
    package static func isScale(_ number: Double) -> Bool { (0.001...1e6).contains(number) }

    /// Returns a number that can be the scale of a page, and nil instead of any other.
    package static func scale(_ number: Double?) -> Double? { number.flatMap { isScale($0) ? $0 : nil } }

    /// Reads the scale of a page.
    ///
    /// - Parameter isKept: Whether the page is one of a version stored in a library, which may predate the lower limit.
    ///   An invalid scale is then ignored.
    static func readScale(_ node: SourceNode, isKept: Bool = false) -> Double? {
        guard !node.isNothing else { return nil }
        if case .number(let scale) = node.value, isScale(scale) { return scale }
        if !isKept { node.fault(expected: "a number of pixels from 0.001 to 1,000,000") }
        return nil
    }
}
