import DocumentModel

extension PresentationWriter {
    /// Writes a part as JSON on one line. Long lists are written one element at a time.
    ///
    /// - Parameters:
    ///   - part: The part. The document must contain its ``PresentationPart/documentPart``.
    ///   - stream: The output.
    /// - Returns: False if the document has no such part. Nothing is written then.
    /// - Complexity: O(*n*) in the size of the part.
    public func write(_ part: PresentationPart, to stream: inout some TextOutputStream) -> Bool {
        switch part {
        case .manifest: writeManifest(manifestHead(furtherPages: furtherPages()), to: &stream)
        case .announcement: writeManifest(manifestHead(furtherPages: nil), to: &stream)
        case .annotations:
            let writer = annotationWriter(isAlone: true)
            let items = document.clauses.lazy.flatMap { clause in
                AnnotationWriter.pages(of: clause).map { (clause, $0) }
            }
            allAnnotations().write(listing: items, as: "items", to: &stream) { item, stream in
                stream.write(writer.annotation(of: item.0, page: item.1).compactText)
            }
        case .annotationPage(let page):
            let writer = annotationWriter(isAlone: true)
            let head = annotationPage(page, nil, isTop: true)
            head.write(listing: writer.clauses(page: page), as: "items", to: &stream) { clause, stream in
                stream.write(writer.annotation(of: clause, page: page).compactText)
            }
        case .clauses:
            guard !document.clauses.isEmpty else { return false }
            writeClauseRanges(isTop: true, to: &stream)
        case .categories:
            guard hasCategoryRanges else { return false }
            writeCategoryRanges(isTop: true, to: &stream)
        case .category(let id):
            guard let category = document.categories.first(where: { $0.id == id }), !document.clauses.isEmpty else {
                return false
            }
            writeRange(of: category, document.clauses, isTop: true, to: &stream)
        default:
            guard let value = small(part) else { return false }
            // The scale has its own context.
            let head: JSONValue = ["@context": value["@context"] == nil ? .string(Self.context) : nil]
            head.adding(value).write(to: &stream)
        }
        return true
    }

    private func writeManifest(_ head: JSONValue, to stream: inout some TextOutputStream) {
        guard !document.clauses.isEmpty || !presentation.structures.isEmpty else { return head.write(to: &stream) }
        stream.write(String(head.compactText.dropLast()) + ",\"structures\":[")
        writeStructures(to: &stream)
        stream.write("]}")
    }

    /// Returns a part whose size does not depend on the number of clauses.
    private func small(_ part: PresentationPart) -> JSONValue? {
        switch part {
        case .canvas(let number): return document.page(number).map { canvas($0, annotationWriter(isAlone: false)) }
        case .painting(let number): return document.page(number).flatMap { painting($0) }
        case .paintingAnnotation(let number): return document.page(number).flatMap { paintingAnnotation($0) }
        case .scale(let number): return document.page(number).flatMap { scale(of: $0) }
        case .annotation(let id):
            guard let clause = document.clauses.first(where: { $0.id == id }), let first = clause.regions.first else {
                return nil
            }
            return annotationWriter(isAlone: true).annotation(of: clause, page: first.page)
        case .contents(let path): return contentsRange(path)
        case .tour(let id): return document.tours.first { $0.id == id }.map { tourPage($0, isReference: false) }
        case .recordings: return recordingPage(isReference: false)
        case .range(let id): return document.clauses.first { $0.id == id }.map { range(of: $0) }
        default: return nil
        }
    }

    /// The style sheet for the classes of targets, in the document's colours.
    public var stylesheet: String {
        let palette = document.header.palette
        let (fill, line) = (palette?.overlays.first ?? "#b08d3c", palette?.accent ?? "#8c2f24")
        return """
            .filled { fill: \(fill); fill-opacity: 0.35; stroke: none; }
            .\(TagCategories.outlineClass) { fill: none; stroke: \(line); stroke-width: 2; vector-effect: \
            non-scaling-stroke; }

            """
    }
}
