public import ClauseStore
public import DocumentModel
public import ImageGeometry

extension JSON {
    /// Returns a clause as in the API. `regions` is present only if requested.
    public static func clause(_ clause: ClauseResult) -> JSON {
        var members: JSON.Members = [
            ("id", .string(clause.id)),
            ("number", JSON(clause.number)),
            ("kind", .string(clause.kind.rawValue)),
            ("incipit", JSON(clause.incipit)),
            ("title", JSON(clause.title)),
            ("translation", JSON(clause.translation)),
            ("context", JSON(clause.context)),
            ("transcription", JSON(clause.transcription)),
            ("lang", JSON(clause.lang)),
            ("categories", .strings(clause.categories)),
            ("style", .string(clause.style.rawValue)),
        ]
        if let regions = clause.regions {
            members.append(("regions", .array(regions.map { .region($0) })))
        }
        return .object(members)
    }

    /// Returns clauses that match a filter, in reading order. `next` is present only if there are more, `counts` only
    /// if requested.
    public static func clauses(_ part: ClausePart, counts: CategoryCounts? = nil) -> JSON {
        .object(head(of: part, counts) + [("clauses", .array(part.clauses.map { .clause($0) }))])
    }

    /// Writes the same clause by clause, so that a long list is never in memory as a whole.
    package static func write(
        _ part: ClausePart, counts: CategoryCounts?, to output: inout some TextOutputStream
    ) {
        func text(_ json: JSON) -> String { String(decoding: json.bytes(), as: UTF8.self) }
        output.write(text(.object(head(of: part, counts))).dropLast() + ",\"clauses\":[")
        for (place, clause) in part.clauses.enumerated() {
            if place > 0 { output.write(",") }
            output.write(text(.clause(clause)))
        }
        output.write("]}")
    }

    /// Returns the members before the list, of which `total` is always present.
    private static func head(of part: ClausePart, _ counts: CategoryCounts?) -> Members {
        var members: JSON.Members = [("total", .int(part.total))]
        if let next = part.next { members.append(("next", .string(next.description))) }
        if let counts {
            let categories = counts.categories.map { (key: $0.id, value: JSON.int($0.count)) }
            members.append(("counts", .object([("all", .int(counts.all)), ("categories", .object(categories))])))
        }
        return members
    }

    /// Returns the clauses at a point, most specific first.
    ///
    /// - Parameter capture: The capture that the point is on, and the corresponding point on the page; nil if the point
    ///   is on the page itself.
    public static func clauses(
        _ clauses: [ClauseResult], at point: Point, page: Int, document: String,
        capture: (id: String, onPage: Point?)? = nil
    ) -> JSON {
        .object(
            hit(at: point, page: page, document: document, capture)
                + [("clauses", .array(clauses.map { .clause($0) }))])
    }

    /// Returns the same as UTF-8, for a list of clauses that is already encoded.
    package static func clauses(
        _ list: [UInt8], at point: Point, page: Int, document: String, capture: (id: String, onPage: Point?)? = nil
    ) -> [UInt8] {
        var bytes = JSON.object(hit(at: point, page: page, document: document, capture)).bytes()
        bytes.removeLast()
        return bytes + Array(#","clauses":"#.utf8) + list + [UInt8(ascii: "}")]
    }

    private static func hit(
        at point: Point, page: Int, document: String, _ capture: (id: String, onPage: Point?)?
    ) -> JSON.Members {
        let members: JSON.Members = [
            ("document", .string(document)), ("page", .int(page)), ("x", .double(point.x)), ("y", .double(point.y)),
        ]
        guard let capture else { return members }
        let place = capture.onPage.map { JSON.object([("x", .double($0.x)), ("y", .double($0.y))]) } ?? .null
        return members + [("capture", .string(capture.id)), ("onPage", place)]
    }

    /// Returns the results of a search in all documents, best first. `next` is present only if there are more.
    public static func hits(_ matches: SearchMatches) -> JSON {
        let hits = matches.hits.map { hit in
            JSON.object([
                ("document", .string(hit.document)), ("clause", .clause(hit.clause)),
                ("snippet", hit.snippet.map { .snippet($0) } ?? .null),
            ])
        }
        return .object(stating: [
            ("total", .int(hits.count)), ("next", matches.next.map { .string($0.description) }), ("hits", .array(hits)),
        ])
    }

    /// The offsets in `marks` count UTF-16 code units, like JavaScript's strings.
    private static func snippet(_ snippet: Snippet) -> JSON {
        .object([
            ("field", .string(snippet.field.rawValue)),
            ("lang", .string(snippet.lang)),
            ("text", .string(snippet.text)),
            ("marks", .array(snippet.marks.map { .array([.int($0.lowerBound), .int($0.upperBound)]) })),
            ("cutBefore", .bool(snippet.isCutBefore)),
            ("cutAfter", .bool(snippet.isCutAfter)),
        ])
    }

    private static func region(_ region: Region) -> JSON {
        .object([("page", .int(region.page))] + rings(of: region.polygon))
    }
}
