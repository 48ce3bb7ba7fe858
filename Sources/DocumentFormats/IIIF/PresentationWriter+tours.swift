import DocumentModel

/// Tours as ordered annotation pages of the manifest. On a canvas, viewers would show the steps among the clauses.
///
/// A step is an annotation that describes the visible part of the canvas. Its bodies are its texts and, with the
/// purpose `linking`, the annotations of the clauses that it highlights. The `scope` of its target is the image of a
/// capture. Source: https://iiif.io/api/presentation/3.0/#annotations,
/// https://www.w3.org/TR/annotation-model/#scope-of-a-resource
extension PresentationWriter {
    /// Returns the pages of all tours that have steps: embedded in a file, otherwise as references.
    private func tourPages() -> [JSONValue] {
        document.tours.filter { !$0.steps.isEmpty }.map { tourPage($0, isReference: form.isServed) }
    }

    /// Returns the annotation pages of the manifest itself: tours and recordings.
    func furtherPages() -> JSONValue? {
        .list(tourPages() + (recordingPage(isReference: form.isServed).map { [$0] } ?? []))
    }

    /// Returns the annotation page of a tour.
    ///
    /// - Parameter isReference: Whether to leave out the steps, which clients then fetch from the page's address.
    func tourPage(_ tour: Tour, isReference: Bool) -> JSONValue {
        let address = addresses.tour(tour.id)
        return [
            "id": .string(address), "type": "AnnotationPage", "label": PresentationValues.words(tour.title),
            "summary": tour.summary.map(PresentationValues.markup),
            "items": isReference ? nil : .array(tour.steps.map { annotation(of: $0, in: address) }),
        ]
    }

    private func annotation(of step: TourStep, in page: String) -> JSONValue {
        [
            "id": "\(page)#\(step.id)", "type": "Annotation", "motivation": "describing",
            // The list may be empty.
            "body": .array(texts(of: step) + step.clauses.map { link(to: $0, of: step) }), "target": target(of: step),
        ]
    }

    private func texts(of step: TourStep) -> [JSONValue] {
        guard let text = step.text else { return [] }
        let words = text.byLanguage
        guard !words.isEmpty else { return [AnnotationWriter.text(text.text(in: nil) ?? "", language: nil)] }
        // Sort by the order of the document's languages, because many viewers show only the first text.
        let tags = document.header.languages.filter { words[$0] != nil }
        let others = words.keys.filter { !tags.contains($0) }.sorted()
        return (tags + others).compactMap { tag in words[tag].map { AnnotationWriter.text($0, language: tag) } }
    }

    private func link(to clause: String, of step: TourStep) -> JSONValue {
        let address = addresses(of: step).annotation(of: clause, part: 1)
        return ["type": "SpecificResource", "purpose": "linking", "source": .string(address)]
    }

    private func target(of step: TourStep) -> JSONValue {
        let addresses = addresses(of: step)
        let canvas: JSONValue = [
            "id": .string(addresses.canvas(step.page)), "type": "Canvas",
            "partOf": .array([["id": .string(addresses.manifest), "type": "Manifest"]]),
        ]
        let selector = step.box.map { AnnotationWriter.fragment($0.map(FaultText.number).joined(separator: ",")) }
        let scope = step.capture.map { addresses.image(image(of: step, capture: $0)) }
        return [
            "type": "SpecificResource", "source": canvas, "selector": selector, "scope": scope.map(JSONValue.string),
        ]
    }

    /// Returns the id of a capture's image. The default capture's image has the page's id, which does not contain the
    /// capture's.
    private func image(of step: TourStep, capture: String) -> String {
        "\(step.document ?? document.id)-\(step.page)-\(capture)"
    }

    private func addresses(of step: TourStep) -> PresentationAddresses {
        guard let document = step.document else { return addresses }
        return PresentationAddresses(base: addresses.base, document: document, isOfFiles: addresses.isOfFiles)
    }
}
