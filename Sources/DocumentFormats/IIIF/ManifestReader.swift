import DocumentModel

/// Converts a IIIF manifest, version 3 or 2 of the Presentation API, to a document with one page per canvas and one
/// clause per annotation. Nothing is fetched.
///
/// Sources: https://iiif.io/api/presentation/3.0/, https://iiif.io/api/presentation/2.1/
struct ManifestReader {
    private static let pageLimit = 10_000

    private let root: SourceNode
    /// Annotations that the manifest refers to, supplied as separate files.
    private let further: [SourceNode]
    private let wantedID: String?
    private let path: String
    private let images: [Int: SourceImage]
    private let captures: [CaptureName: SourceImage]
    private var reader = AnnotationReader()
    private var pages: [CanvasPage] = []
    private let generated: GeneratedAddresses?
    /// The first video or sound on a canvas that is left out because it has no image.
    private var media: SourceNode?
    private var hasImages = false

    init(
        _ root: SourceNode, further: [SourceNode], id: String?, path: String, images: [Int: SourceImage],
        captures: [CaptureName: SourceImage]
    ) {
        (self.root, self.further, wantedID, self.path, self.images) = (root, further, id, path, images)
        self.captures = captures
        generated = GeneratedAddresses(manifest: root.address)
        reader.supplied = Set(further.compactMap(\.address))
    }

    /// Returns the document, with notes on what could not be imported, or nil if there are faults.
    mutating func read() -> (draft: DocumentDraft, notes: ImportNotes)? {
        guard let manifest = root.object(), readCanvases(of: manifest) else { return nil }
        let tours = readAnnotations(of: manifest)
        guard root.faults.isEmpty, hasPages(), Self.give(images, to: &pages, root), give(captures) else { return nil }
        noteImages()
        noteCaptures()
        return draft(of: manifest, tourPages: tours)
    }

    /// Reads the canvases and their annotations. Returns false, after reporting a fault, if there are too many.
    private mutating func readCanvases(of manifest: SourceObject) -> Bool {
        let canvases = Self.canvases(manifest)
        guard canvases.count <= Self.pageLimit else {
            root.fault(value: "a manifest of \(canvases.count) canvases", expected: "at most \(Self.pageLimit)")
            return false
        }
        for canvas in canvases { readCanvas(canvas) }
        return true
    }

    /// Reads the annotations of the manifest itself, and supplied ones.
    ///
    /// - Returns: The pages of annotations that are tours.
    private mutating func readAnnotations(of manifest: SourceObject) -> [SourceNode] {
        var tours: [SourceNode] = []
        for page in manifest["annotations"].list + further {
            if ManifestTours.isTour(page) {
                tours.append(page)
            } else if PresentationWriter.isRecordings(page) {
                reader.notes.add("recordings are not fetched, and left out", at: page.path.description)
            } else {
                reader.read(page)
            }
        }
        return tours
    }

    /// Returns whether there are pages. If not, reports a fault that says what the canvases lack.
    private func hasPages() -> Bool {
        if let media, !hasImages, images.isEmpty || pages.isEmpty {
            let type = media.asObject?.types.first ?? media.asObject?["format"].asString ?? "video or sound"
            media.fault(value: FaultText.plain(type), expected: "an image on at least one canvas")
            return false
        }
        if pages.isEmpty {
            root.fault(value: "a manifest without a canvas that has a size", expected: "width and height of a canvas")
        }
        return !pages.isEmpty
    }

    private mutating func draft(
        of manifest: SourceObject, tourPages: [SourceNode]
    ) -> (draft: DocumentDraft, notes: ImportNotes)? {
        var header = ManifestHeader(manifest, generated: generated, &reader.notes)
        let stated = ManifestProperties(manifest, generated: generated, &reader.notes)
        header.collections = stated.collections
        var presentation = stated.properties
        presentation.metadata = header.metadata
        presentation.structures = ManifestContents.read(manifest["structures"], pages, &reader.notes)
        let language = header.language ?? AnnotationFile.language(of: reader.annotations)
        var structures = ManifestStructures()
        structures.read(manifest["structures"])
        var conversion = AnnotationConversion(
            pages: pages, language: language, languages: header.languages, categories: structures.categories,
            notes: reader.notes, faults: root.faults)
        var result = conversion.convert(reader.annotations)
        guard root.faults.isEmpty else { return nil }
        structures.order(&result.clauses)
        header.addLanguages(result.languages, own: language)
        var tours = ManifestTours(
            pages: pages, clauses: Set(result.clauses.map(\.id)), manifest: root.address, notes: conversion.notes)
        tourPages.forEach { tours.read($0) }
        guard root.faults.isEmpty else { return nil }
        let id = RecognisedSource.id(wantedID, address: manifest.first("id", "@id").asString, path: path)
        let draft = DocumentDraft(
            header: header.documentHeader(id: id, language: language, presentation: presentation),
            pages: result.pages,
            categories: result.categories, clauses: result.clauses, texts: result.texts, tours: tours.tours)
        return (draft, tours.notes)
    }

    /// Assigns the supplied images to their pages. Returns false, after reporting a fault, if there is no such page.
    static func give(_ images: [Int: SourceImage], to pages: inout [CanvasPage], _ root: SourceNode) -> Bool {
        for (number, image) in images.sorted(by: { $0.key < $1.key }) {
            guard pages.indices.contains(number - 1) else {
                root.fault(
                    value: "without a page \(number), for which \(FaultText.plain(image.fileName)) is given",
                    expected: pages.count == 1 ? "an image for page 1" : "images for pages 1 to \(pages.count)")
                return false
            }
            pages[number - 1].image = image
        }
        return true
    }

    /// Assigns the supplied images to their captures. Returns false, after reporting a fault, if no choice offers such
    /// a capture.
    private mutating func give(_ captures: [CaptureName: SourceImage]) -> Bool {
        for (name, image) in captures.sorted(by: { $0.key < $1.key }) {
            let page = name.page - 1
            let offered = pages.indices.contains(page) ? pages[page].captures : []
            guard let place = offered.firstIndex(where: { $0.id == name.id }), place > 0 else {
                let ids = offered.dropFirst().map { "\(name.page)/\($0.id)" }
                root.fault(
                    value:
                        "without a capture \(FaultText.plain("\(name)")), for which \(FaultText.plain(image.fileName)) is given",
                    expected: ids.isEmpty ? "none on page \(name.page)" : "one of \(ids.joined(separator: ", "))")
                return false
            }
            pages[page].captures[place].image = image
        }
        return true
    }

    /// Notes captures that are left out because no image was supplied for them.
    private mutating func noteCaptures() {
        for (place, page) in pages.enumerated() {
            let missing = page.captures.dropFirst().filter { $0.image == nil || page.image == nil }
            guard let first = missing.first else { continue }
            let names = missing.map { "\(place + 1)/\($0.id)" }.joined(separator: ", ")
            reader.notes.add(
                "captures without an image are left out (\(names)); supply it with --image \(place + 1)/\(first.id)=FILE",
                at: page.id)
        }
    }

    private static func canvases(_ manifest: SourceObject) -> [SourceNode] {
        let sequences = manifest["sequences"].list.compactMap(\.asObject)
        // Further sequences contain the same canvases in another order.
        guard let first = sequences.first else { return manifest["items"].list }
        return first["canvases"].list
    }

    private mutating func readCanvas(_ node: SourceNode) {
        guard let object = node.object("a canvas") else { return }
        guard let id = object.first("id", "@id").asString, !id.isEmpty else {
            return object.first("id", "@id").fault(expected: "the canvas's id")
        }
        let paintings = object["items"].list.compactMap(\.asObject).flatMap { $0["items"].list } + object["images"].list
        let bodies = paintings.map { $0.asObject?.first("body", "resource") }
        var painted = PaintedBodies()
        for body in bodies.compactMap({ $0 }) where !Self.isText(body) { painted.read(body) }
        hasImages = hasImages || painted.imageCount > 0
        if painted.imageCount == 0, let found = painted.media.first {
            media = media ?? found
            return reader.notes.add(
                "a canvas with video or sound and without an image is left out, with its annotations",
                at: node.path.description)
        }
        var page = CanvasPage(id: id)
        page.take(object)
        page.behavior = ManifestProperties.pageBehaviors(object.first("behavior", "viewingHint"), &reader.notes)
        for side in ["width", "height"] {
            let value = object[side]
            guard value.isNothing || value.asNumber.map((1...1e8).contains) ?? false else {
                return value.fault(expected: "a number of pixels from 1 to 100,000,000")
            }
        }
        guard let size = page.size else {
            return reader.notes.add("a canvas without width and height is left out, with its annotations", at: id)
        }
        var layers: [SourceNode] = []
        var isPlaced = false
        for (painting, body) in zip(paintings, bodies) {
            if let body, Self.isText(body) {
                reader.read(painting, canvas: id)
            } else if let body {
                Self.gather(body, into: &page, &layers)
                // The first image is the page's.
                if !isPlaced, PaintedBodies.hasImage(body), let object = painting.asObject {
                    page.placement = ImagePlacement.read(object, on: size, &reader.notes)
                    isPlaced = true
                }
            }
        }
        page.captures = OfferedCapture.read(bodies.compactMap(\.self).filter { !Self.isText($0) }, &reader.notes)
        if page.captures.count == 1 { page.captures = [] }
        painted.note(canvas: id, choiceCount: page.captures.count, &reader.notes)
        noteRest(object)
        pages.append(page)
        for list in layers { reader.read(list, canvas: id) }
        for list in object["annotations"].list + object["otherContent"].list { reader.read(list, canvas: id) }
    }

    /// Notes the keys of a canvas that are not imported.
    private mutating func noteRest(_ canvas: SourceObject) {
        var known: Set<String> = [
            "@context", "id", "@id", "type", "@type", "label", "width", "height", "items", "images", "annotations",
            "otherContent", "behavior",
        ]
        if canvas["behavior"].isNothing { known.insert("viewingHint") }
        let isScale = { (service: SourceNode) in (service.asObject?["profile"].address ?? "").contains("physdim") }
        if canvas["service"].list.allSatisfy(isScale) { known.insert("service") }
        if generated?.isServed(canvas["thumbnail"]) ?? false { known.insert("thumbnail") }
        reader.notes.leaveOut(from: canvas, "a canvas", besides: known)
    }

    /// Whether a body is or contains text.
    private static func isText(_ node: SourceNode) -> Bool {
        node.list.contains { element in
            guard let object = element.asObject else { return false }
            if !object.first("value", "chars").isNothing { return true }
            return isText(object.first("items", "source", "default"))
        }
    }

    /// Collects the images of a body and their services, by address, and the annotations of these images.
    private static func gather(
        _ node: SourceNode, into page: inout CanvasPage, _ annotations: inout [SourceNode]
    ) {
        for object in node.list.compactMap(\.asObject) {
            var size: (width: Double, height: Double)?
            if let width = object["width"].asNumber, let height = object["height"].asNumber, width > 0, height > 0 {
                size = (width, height)
            }
            if object.types.contains("Image"), let address = object.node.address {
                page.paintings[address] = size
                page.images.insert(address)
            }
            for address in object["service"].list.compactMap(\.address) { page.paintings[address] = size }
            annotations += object["annotations"].list
            for key in ["items", "source", "default", "item", "full"] {
                gather(object[key], into: &page, &annotations)
            }
        }
    }

    private mutating func noteImages() {
        for page in pages where page.image != nil && page.placement != nil {
            reader.notes.add(
                "a canvas shows only a part of its image, or its image covers only a part of it; "
                    + "--image is assumed to be the whole image",
                at: page.id)
        }
        let missing = pages.indices.filter { pages[$0].image == nil && !pages[$0].paintings.isEmpty }
        guard let first = missing.first else { return }
        let which = missing.count == 1 ? "page \(first + 1)" : "\(missing.count) pages"
        reader.notes.add(
            "\(which) \(missing.count == 1 ? "has" : "have") no image, since nothing is fetched; "
                + "supply \(missing.count == 1 ? "it" : "one") with --image \(first + 1)=FILE")
    }
}
