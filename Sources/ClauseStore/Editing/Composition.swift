import DocumentFormats
import DocumentModel
import Foundation
import GRDB

/// The published version of a document with the changes of its working copy.
struct Composition {
    let document: WorkingDocument
    /// The images of the renumbered pages.
    let images: [ImagePlace: StoredImage]
    /// The changed images of pages and captures, by the pages' current numbers; nil for a missing image.
    private let changed: [ImagePlace: WorkingImage?]
    let state: WorkingCopyState
    /// The key of the published version.
    let version: Int64

    init(of id: String, _ database: Database) throws {
        version = try DocumentReader(database).key(of: id).version
        state = try WorkingCopyState(of: id, database)
        let kept = try KeptVersion(database, key: version)
        let fields = try WorkingFields(of: id, database)
        let changes = try fields.changedValues()
        let changed = try Self.changedImages(changes, fields, kept)
        self.changed = changed
        let found = changed.compactMapValues(\.self)
        document = try Self.document(kept, changes, found, id)
        var images: [ImagePlace: StoredImage] = [:]
        let keptByPage = Dictionary(grouping: kept.images, by: \.key.page)
        let changedByPage = Dictionary(grouping: changed, by: \.key.page)
        for (position, number) in document.pageNumbers.enumerated() {
            for (place, image) in keptByPage[number] ?? [] where changes[place.field] == nil {
                images[ImagePlace(page: position + 1, capture: place.capture)] = image
            }
            for (place, image) in changedByPage[number] ?? [] {
                images[ImagePlace(page: position + 1, capture: place.capture)] = image?.stored
            }
        }
        self.images = images
    }

    /// Returns the changed images of pages and captures. Different scans get different names.
    private static func changedImages(
        _ changes: [FieldPath: JSONValue], _ fields: WorkingFields, _ kept: KeptVersion
    ) throws -> [ImagePlace: WorkingImage?] {
        var images: [ImagePlace: WorkingImage?] = [:]
        var names: [String: String] = [:]
        for (place, name) in kept.imageNames where changes[place.field] == nil {
            names[name] = kept.images[place]?.sha256
        }
        for (place, wanted) in changes.flatMap({ Self.images(of: $0, $1) }).sorted(by: { $0.place < $1.place }) {
            guard var image = try fields.image(wanted) else {
                images[place] = .some(nil)
                continue
            }
            let sha256 = image.stored.sha256
            image.name = image.name.numbered { (names[$0] ?? sha256) != sha256 }
            names[image.name] = sha256
            image.stored.measurement = try measurement(at: place, changes, fields, kept)
            images[place] = image
        }
        return images
    }

    /// Returns the images that a field refers to.
    private static func images(
        of path: FieldPath, _ value: JSONValue
    ) -> [(place: ImagePlace, image: PageImage)] {
        switch path {
        case .page(let number, .image):
            PageImage(value).map { [(ImagePlace(page: number), $0)] } ?? []
        case .page(let number, .captures):
            (PageCaptures(value)?.entries ?? []).enumerated().compactMap { position, capture in
                capture.image.map { (ImagePlace(page: number, capture: position), $0) }
            }
        default: []
        }
    }

    /// Returns the measurement of a capture whose alignment and page image are as published; nil for any other capture.
    private static func measurement(
        at place: ImagePlace, _ changes: [FieldPath: JSONValue], _ fields: WorkingFields, _ kept: KeptVersion
    ) throws -> CaptureMeasurement? {
        let path = FieldPath.page(place.page, .captures)
        guard place.capture > 0, changes[.page(place.page, .image)] == nil,
            let capture = PageCaptures(changes[path] ?? .null)?.entries[place.capture],
            let published = PageCaptures(try fields.published.value(of: path))?.entries,
            let former = published.firstIndex(where: {
                $0.image == capture.image && $0.alignment == capture.alignment
            })
        else { return nil }
        return kept.images[ImagePlace(page: place.page, capture: former)]?.measurement
    }

    private static func document(
        _ kept: KeptVersion, _ changes: [FieldPath: JSONValue], _ images: [ImagePlace: WorkingImage], _ id: String
    ) throws(ClauseStoreError) -> WorkingDocument {
        do throws(SourceFaults) {
            return try WorkingDocument(
                files: kept.files, changes: changes, images: images,
                sizes: Dictionary(
                    kept.images.filter { $0.key.capture == 0 }.map { ($0.key.page, ($0.value.width, $0.value.height)) }
                ) { first, _ in first })
        } catch {
            throw .damaged("the source files of \(id): \(error.lines.first ?? "no reason")")
        }
    }

    /// Throws unless all images are cut.
    private func checkImages() throws(SourceFaults) {
        var faults: [SourceFault] = []
        let numbers = Set(document.pageNumbers)
        for (place, image) in changed.sorted(by: { $0.key < $1.key }) where numbers.contains(place.page) {
            let (value, expected): (String, String)
            switch image?.state {
            case .ready?: continue
            case nil: (value, expected) = ("a scan that was removed", "one that exists")
            case .slicing?: (value, expected) = ("a scan that is still being cut", "one that is ready")
            case .failed?:
                (value, expected) = ("a scan that could not be cut: \(image?.error ?? "")", "one that is ready")
            }
            faults.append(
                SourceFault(file: "document.json", path: place.field.description, value: value, expected: expected))
        }
        if !faults.isEmpty { throw SourceFaults(faults) }
    }

    /// Reads the files. All of them are kept, including unused icons.
    func read() throws(SourceFaults) -> SourceDocument {
        try checkImages()
        let files = document.files
        let source: SourceDocument
        do throws(SourceFaults) {
            source = try KeptVersion(files: files, images: images).document()
        } catch {
            throw document.naming(error)
        }
        return SourceDocument(
            header: source.header, pages: source.pages, categories: source.categories, clauses: source.clauses,
            texts: source.texts, tours: source.tours, glossary: source.glossary, files: files)
    }
}

extension ImagePlace {
    /// The field that determines the image at this position.
    fileprivate var field: FieldPath { .page(page, capture == 0 ? .image : .captures) }
}
