import DocumentModel

/// Converts a file that contains only annotations to a document with one page per annotated canvas or image.
enum AnnotationFile {
    static func read(
        _ root: SourceNode, id: String?, path: String, images: [Int: SourceImage]
    ) -> (draft: DocumentDraft, notes: ImportNotes)? {
        var reader = AnnotationReader()
        reader.read(root)
        guard root.faults.isEmpty else { return nil }
        guard !reader.annotations.isEmpty else {
            root.fault(value: "without annotations", expected: "at least one in the file itself")
            return nil
        }
        var pages = pages(of: reader.annotations)
        guard ManifestReader.give(images, to: &pages, root) else { return nil }
        let language = Self.language(of: reader.annotations)
        var conversion = AnnotationConversion(
            pages: pages, language: language, notes: reader.notes, faults: root.faults)
        let result = conversion.convert(reader.annotations)
        guard root.faults.isEmpty else { return nil }
        let name = RecognisedSource.id(id, address: root.asObject?.first("id", "@id").asString, path: path)
        let header = DocumentHeader(
            id: name, title: LanguageValues.read(root.asObject?["label"] ?? root) ?? LanguageMap(plain: name),
            summary: nil, holder: nil, shelfmark: nil, date: nil, rights: nil, attribution: nil, credits: [:],
            status: .published, language: language,
            languages: result.languages.isEmpty ? [language] : result.languages, palette: nil, mark: nil)
        let draft = DocumentDraft(
            header: header, pages: result.pages, categories: result.categories, clauses: result.clauses,
            texts: result.texts)
        return (draft, conversion.notes)
    }

    /// Returns the annotated canvases. They are sorted by the number at the end of their addresses if the addresses
    /// differ only in that; otherwise they are in order of first use.
    private static func pages(of annotations: [ReadAnnotation]) -> [CanvasPage] {
        var pages: [CanvasPage] = []
        var numbers: [String: Int] = [:]
        for target in annotations.flatMap(\.targets) {
            let number = numbers[target.source] ?? pages.count
            if number == pages.count {
                numbers[target.source] = number
                pages.append(CanvasPage(id: target.source))
            }
            if let canvas = target.canvas { pages[number].take(canvas) }
        }
        let names = pages.map { numbered($0.id) }
        guard Set(names.map(\.stem)).count == 1, names.allSatisfy({ $0.number != nil }) else { return pages }
        return pages.indices.sorted { (names[$0].number ?? 0, $0) < (names[$1].number ?? 0, $1) }.map { pages[$0] }
    }

    /// Splits an address such as `…/canvas/12` into the part before the number and the number.
    private static func numbered(_ address: String) -> (stem: Substring, number: Int?) {
        var stem = address[...]
        while let last = stem.last, last.isASCII, last.isNumber { stem.removeLast() }
        return (stem, Int(address[stem.endIndex...]))
    }

    /// Returns the most frequent language of transcriptions, or `und` if none is stated.
    static func language(of annotations: [ReadAnnotation]) -> String {
        var counts: [String: Int] = [:]
        for body in annotations.flatMap(\.bodies) where ["transcribing", "supplementing"].contains(body.purpose) {
            if let language = body.language { counts[language, default: 0] += 1 }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "und"
    }
}
