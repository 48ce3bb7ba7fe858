public import DocumentModel

extension RecognisedSource {
    /// Converts the file to a document.
    ///
    /// - Parameters:
    ///   - id: The document's id, or nil to derive one from the file's content or name.
    ///   - images: The images supplied for the pages, by page number from 1. Coordinates are scaled to them.
    ///   - captures: The images supplied for further captures in a manifest or TEI file.
    ///   - annotations: Annotation files that a manifest refers to. They are never fetched.
    /// - Throws: The first fault, with its place in the file.
    /// - Complexity: O(*n*) in the size of the file.
    public func read(
        id: String? = nil, images: [Int: SourceImage] = [:], captures: [CaptureName: SourceImage] = [:],
        annotations: [RecognisedSource] = []
    ) throws(SourceFaults) -> ImportedDocument {
        let faults = FaultCollector()
        try checkAnnotations(annotations)
        try checkCaptures(captures)
        let (images, captures) = Self.distinct(images, captures)
        let content: JSONValue
        switch self.content {
        case .json(let value): content = value
        case .xml(let node):
            guard format == .tei else {
                throw SourceFaults(
                    file: file, value: "METS, which only names images and text lines",
                    expected: "it as a source of its own")
            }
            var reader = try TEIReader(node, path: path, id: id)
            return try reader.read(images: images, captures: captures)
        }
        let root = SourceNode(value: content, file: file, path: .root(""), faults: faults)
        let made: (draft: DocumentDraft, notes: ImportNotes)?
        switch format {
        case .manifest3, .manifest2:
            let further = annotations.compactMap { file -> SourceNode? in
                guard case .json(let content) = file.content else { return nil }
                return SourceNode(value: content, file: file.file, path: .root(""), faults: faults)
            }
            var reader = ManifestReader(root, further: further, id: id, path: path, images: images, captures: captures)
            made = reader.read()
        case .webAnnotations, .openAnnotations:
            made = AnnotationFile.read(root, id: id, path: path, images: images)
        case .geoJSON:
            var reader = GeoJSONReader(root, id: id, path: path, images: images)
            return try reader.read()
        case .tei, .mets: made = nil
        }
        guard faults.isEmpty, let made else { throw faults.firstAlone(file) }
        return ImportedDocument(document: try made.draft.document(), notes: made.notes.lines(of: file))
    }

    /// Checks that annotation files are given only for a manifest, because no other format refers to separate
    /// annotations.
    private func checkAnnotations(_ annotations: [RecognisedSource]) throws(SourceFaults) {
        guard let first = annotations.first else { return }
        guard format == .manifest2 || format == .manifest3 else {
            throw SourceFaults(file: file, value: "not a manifest", expected: "one to add \(first.file) to")
        }
        for other in annotations where ![.webAnnotations, .openAnnotations].contains(other.format) {
            throw SourceFaults(file: other.file, value: "\(other.format)", expected: "annotations")
        }
    }

    /// Makes the images' file names unique, because all are stored in one folder.
    private static func distinct(
        _ images: [Int: SourceImage], _ captures: [CaptureName: SourceImage]
    ) -> (images: [Int: SourceImage], captures: [CaptureName: SourceImage]) {
        var seen: Set<String> = []
        func named(_ image: SourceImage, _ prefix: String) -> SourceImage {
            let name = seen.contains(image.fileName) ? "\(prefix)-\(image.fileName)" : image.fileName
            seen.insert(name)
            return SourceImage(fileName: name, width: image.width, height: image.height)
        }
        var distinct: (images: [Int: SourceImage], captures: [CaptureName: SourceImage]) = ([:], [:])
        for (page, image) in images.sorted(by: { $0.key < $1.key }) { distinct.images[page] = named(image, "\(page)") }
        for (name, image) in captures.sorted(by: { $0.key < $1.key }) {
            distinct.captures[name] = named(image, "\(name.page)-\(name.id)")
        }
        return distinct
    }

    /// Checks that captures are given only for manifests and TEI, because no other format has them.
    private func checkCaptures(_ captures: [CaptureName: SourceImage]) throws(SourceFaults) {
        guard let first = captures.keys.min(), ![.manifest2, .manifest3, .tei].contains(format) else { return }
        throw SourceFaults(
            file: file, value: "neither a manifest nor TEI", expected: "one for the capture \(first)")
    }

    /// An id derived from the file's name, for files that contain no id.
    public var idOfName: String { Self.id(nil, address: nil, path: path) }

    /// Returns the document's id: the requested one, else the one in the address, else the file's name, or its folder's
    /// name if the file's name is generic.
    package static func id(_ wanted: String?, address: String?, path: String) -> String {
        if let wanted { return wanted }
        let isDistinctive = { (name: Substring) in
            !["manifest", "manifest.json", "annotations", "index", "mets"].contains(name)
        }
        if let address, address.hasPrefix("http://") || address.hasPrefix("https://") {
            let parts = address.split { "/#?".contains($0) }.dropFirst(2)
            if let name = parts.last(where: isDistinctive), let id = IdentifierMaker.identifier(String(name)) {
                return id.hasSuffix(".json") ? String(id.dropLast(5)) : id
            }
        }
        let parts = path.split(separator: "/")
        let stem = parts.last.map { Identifier.make(fromFileName: String($0)) } ?? "document"
        guard !isDistinctive(stem[...]), let folder = parts.dropLast().last else { return stem }
        return Identifier.make(fromFileName: folder + ".")
    }
}

extension FaultCollector {
    /// Returns only the first fault. In a file from another program, later faults usually repeat it.
    func firstAlone(_ file: String) -> SourceFaults {
        guard let first = error.faults.first else {
            return SourceFaults(file: file, value: "nothing", expected: "a document")
        }
        return SourceFaults([first])
    }
}

extension SourceFaults {
    /// Returns only the first fault, as one in the file from which the source folder was generated.
    func first(in file: String) -> SourceFaults {
        let first = faults[0]
        return SourceFaults(
            file: file, path: first.path.isEmpty ? first.file : "\(first.file) \(first.path)", value: first.value,
            expected: first.expected)
    }
}
