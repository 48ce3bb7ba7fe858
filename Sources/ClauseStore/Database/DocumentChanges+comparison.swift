import DocumentFormats
import DocumentModel

extension DocumentChanges {
    /// Compares two versions.
    ///
    /// - Complexity: O(*n*) in the size of both.
    init(from former: KeptVersion, to version: KeptVersion) throws(SourceFaults) {
        let (old, new) = (try former.document(), try version.document())
        let oldClauses = Dictionary(old.clauses.map { ($0.id, $0) }) { first, _ in first }
        let newIDs = Set(new.clauses.map(\.id))
        let added = new.clauses.map(\.id).filter { oldClauses[$0] == nil }
        let removed = old.clauses.map(\.id).filter { !newIDs.contains($0) }
        let isReordered =
            old.clauses.map(\.id).filter(newIDs.contains) != new.clauses.map(\.id).filter { oldClauses[$0] != nil }
        let languages = Set(old.texts.keys).union(new.texts.keys).sorted()
        let changed: [ChangedClause] = new.clauses.compactMap { clause in
            guard let before = oldClauses[clause.id] else { return nil }
            let fields =
                Self.fields(from: before, to: clause)
                + languages.flatMap { language in
                    Self.fields(from: old.texts[language]?[clause.id], to: new.texts[language]?[clause.id]).map {
                        "\(language).\($0)"
                    }
                }
            return fields.isEmpty ? nil : ChangedClause(id: clause.id, fields: fields)
        }
        let oldFiles = Self.otherFiles(of: former)
        let newFiles = Self.otherFiles(of: version)
        let files = Set(oldFiles.keys).union(newFiles.keys).filter { oldFiles[$0] != newFiles[$0] }.sorted()
        let oldAppearances = Self.appearances(of: old, former.images)
        let newAppearances = Self.appearances(of: new, version.images)
        let places = Set(oldAppearances.keys).union(newAppearances.keys).filter {
            oldAppearances[$0] != newAppearances[$0]
        }
        let pages = Set(places.map(\.page)).sorted()
        self.init(
            added: added, removed: removed, changed: changed, isReordered: isReordered, files: files, pages: pages)
    }

    /// The appearance of a page or capture: the scan, the part of it, and the alignment of a capture.
    private struct Appearance: Equatable {
        let sha256: String
        let part: ScanPart?
        var alignment: CaptureAlignment?
    }

    private static func appearances(
        of document: SourceDocument, _ images: [ImagePlace: StoredImage]
    ) -> [ImagePlace: Appearance] {
        let pages = Dictionary(document.pages.map { ($0.number, $0) }) { first, _ in first }
        return Dictionary(
            images.map { place, image in
                let page = pages[place.page]
                guard let captures = page?.captures, captures.indices.contains(place.capture) else {
                    return (place, Appearance(sha256: image.sha256, part: page?.part))
                }
                let capture = captures[place.capture]
                return (place, Appearance(sha256: image.sha256, part: capture.part, alignment: capture.alignment))
            }
        ) { first, _ in first }
    }

    private static func fields(from old: Clause, to new: Clause) -> [String] {
        let differs = [
            ("number", old.number != new.number), ("kind", old.kind != new.kind),
            ("incipit", old.incipit != new.incipit), ("categories", old.categories != new.categories),
            ("regions", old.regions != new.regions), ("words", old.words != new.words),
        ]
        return differs.filter(\.1).map(\.0)
    }

    private static func fields(from old: ClauseText?, to new: ClauseText?) -> [String] {
        let texts = Snippet.Field.allCases.filter { old?[$0] != new?[$0] }.map(\.rawValue)
        return texts + ((old?.phrases ?? []) == (new?.phrases ?? []) ? [] : ["phrases"])
    }

    /// Returns the files other than clauses and their texts, by name.
    private static func otherFiles(of version: KeptVersion) -> [String: SourceFile] {
        let files = version.files.filter {
            $0.name != "clauses.json" && $0.name != "words.json" && !$0.name.hasPrefix("texts/")
        }
        return Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }
}
