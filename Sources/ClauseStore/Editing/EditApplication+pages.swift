import DocumentFormats
import DocumentModel

// Fields name pages by number, and places on a page in pixels of its image. Publishing renumbers pages, discarding and
// adding a version can change them, and a crop moves everything on a page. An edit that was made before such a change
// would affect another page or place, so it is a conflict.

/// Checks of edits against changes of pages.
extension EditApplication {
    /// Returns the event since a revision by which a page that an operation names became another one, or, if the
    /// operation refers to pixels, by which someone else gave it another image.
    func pageChange(of operation: EditOperation, since revision: Int) throws -> EditJournal.Authorship? {
        for (number, hasPixels) in try pages(of: operation).sorted(by: { $0.key < $1.key }) {
            let change = try journal.newestChange(
                ofPage: number, orImage: hasPixels, after: revision, notBy: editor)
            if let change { return change }
        }
        return nil
    }

    /// Returns the pages that an operation names, as ``EditOperation/pages``. A restored clause has its regions again.
    func pages(of operation: EditOperation) throws -> [Int: Bool] {
        guard case .clause(let id, .existence) = operation.path, operation.after == .bool(true) else {
            return operation.pages
        }
        let pages = try fields.pages(ofClause: id).filter { page in
            let regions = FieldPath.clause(id, .regions(page: page))
            return try newValues[regions] == nil && fields.value(of: regions) != .null
        }
        return Dictionary(pages.map { ($0, true) }) { first, _ in first }
    }

    /// Returns an edit by someone else since a revision of something on a page that this edit does not include, such as
    /// regions, words or a step of a tour.
    ///
    /// - Complexity: O(*n*) in the number of fields that were ever edited.
    func editedPlace(onPage number: Int, since revision: Int) throws -> EditJournal.Authorship? {
        for (path, edit) in try journal.newestEdits(after: revision, notBy: editor) {
            var place = path
            // A restored clause has its regions again.
            if case .clause(let id, .existence) = path { place = .clause(id, .regions(page: number)) }
            if newValues[place] != nil { continue }
            if let subject = place.subject, try newValue(of: subject) != .bool(true) {
                continue
            }
            let value = try fields.value(of: place)
            if value != .null, EditOperation(path: place, before: .null, after: value).pages[number] == true {
                return edit
            }
        }
        return nil
    }

    /// Returns further conflicts. An edit that removes a page or changes its image includes everything on the page: if
    /// one of these operations conflicts, so do the others.
    ///
    /// - Complexity: O(*n*) in the size of the edit.
    func conflicts(following conflicts: [EditConflict]) throws -> [EditConflict] {
        var known = Dictionary(conflicts.map { ($0.path, $0) }) { first, _ in first }
        var operations: [Int: [EditOperation]] = [:]
        for operation in edit.operations {
            for number in operation.pages.keys { operations[number, default: []].append(operation) }
        }
        var added: [EditConflict] = []
        for case .page(let number, let field) in edit.operations.map(\.path)
        where field == .existence || field == .image {
            let onPage = operations[number] ?? []
            guard let cause = onPage.lazy.compactMap({ known[$0.path] }).first else { continue }
            for operation in onPage where known[operation.path] == nil {
                let conflict = EditConflict(
                    path: operation.path, reason: .edited, before: operation.before,
                    theirs: try fields.value(of: operation.path), mine: operation.after, editor: cause.editor,
                    at: cause.at)
                known[operation.path] = conflict
                added.append(conflict)
            }
        }
        return added
    }

    /// Throws unless all words are on existing pages and within their bounds.
    ///
    /// - Complexity: O(*n*) in the number of words.
    func checkPlaces(ofWords change: EditOperation) throws {
        var sizes: [Int: (width: Int, height: Int)] = [:]
        for word in ClauseWord.stored(change.after) {
            let path = change.path.description
            guard try willExist(page: word.page) else {
                throw EditFault(
                    path: path, value: "a word on page \(word.page)", expected: "a page of the document")
            }
            guard let size = try sizes[word.page] ?? fields.size(ofPage: word.page, after: newValues) else { continue }
            sizes[word.page] = size
            guard LinkReader.isWithin(word.box, size) else {
                throw EditFault(
                    path: path, value: "the word \(FaultText.quoted(word.text)), which leaves its page",
                    expected: LinkReader.boxRule(size))
            }
        }
    }
}

extension EditOperation {
    /// The numbers of the pages that the operation names, each with whether it refers to pixels of the page's image.
    fileprivate var pages: [Int: Bool] {
        switch path {
        case .page(let number, let field): [number: field == .captures || field == .pixelsPerMillimetre]
        case .clause(_, .regions(let number)): [number: true]
        case .clause(_, .words), .tour(_, .step), .document(.structures), .proposal:
            before.namedPages.merging(after.namedPages) { $0 || $1 }
        default: [:]
        }
    }
}

extension JSONValue {
    /// The numbers of the pages that words, a step, contents or a proposal name, each with whether it has a box there.
    fileprivate var namedPages: [Int: Bool] {
        if let elements { return elements.reduce(into: [:]) { $0.merge($1.namedPages) { $0 || $1 } } }
        // A step can be in another document.
        guard members != nil, (self["document"] ?? .null) == .null else { return [:] }
        var pages: [Int: Bool] = [:]
        for key in ["pages", "items"] { pages.merge(self[key]?.namedPages ?? [:]) { $0 || $1 } }
        if let number = self["page"]?.numberValue.flatMap({ Int(exactly: $0) }) {
            pages[number] = (self["box"] ?? .null) != .null
        }
        return pages
    }
}
