public import ClauseStore
public import ImageGeometry

extension JSON {
    /// A clause as the API tells it; `regions` is there only where it was asked for.
    public static func clause(_ clause: ClauseAnswer) -> JSON {
        var members: [(key: String, value: JSON)] = [
            ("id", .string(clause.id)),
            ("number", JSON(clause.number)),
            ("kind", .string(clause.kind.rawValue)),
            ("incipit", JSON(clause.incipit)),
            ("title", JSON(clause.title)),
            ("translation", JSON(clause.translation)),
            ("context", JSON(clause.context)),
            ("transcription", JSON(clause.transcription)),
            ("lang", JSON(clause.lang)),
            ("categories", .array(clause.categories.map { .string($0) })),
            ("style", .string(clause.style.rawValue)),
        ]
        if let regions = clause.regions {
            members.append(("regions", .array(regions.map { .region($0) })))
        }
        return .object(members)
    }

    /// Clauses for a filter, in reading order.
    public static func clauses(_ clauses: [ClauseAnswer]) -> JSON {
        .object([("total", .int(clauses.count)), ("clauses", .array(clauses.map { .clause($0) }))])
    }

    /// The clauses at a point, most specific first.
    public static func clauses(
        _ clauses: [ClauseAnswer], at point: Point, page: Int, document: String
    ) -> JSON {
        .object([
            ("document", .string(document)),
            ("page", .int(page)),
            ("x", .double(point.x)),
            ("y", .double(point.y)),
            ("clauses", .array(clauses.map { .clause($0) })),
        ])
    }

    /// What a search over all documents found, best first.
    public static func hits(_ hits: [SearchMatch]) -> JSON {
        .object([
            ("total", .int(hits.count)),
            (
                "hits",
                .array(
                    hits.map { hit in
                        .object([("document", .string(hit.document)), ("clause", .clause(hit.clause))])
                    })
            ),
        ])
    }

    private static func region(_ region: Region) -> JSON {
        .object([
            ("page", .int(region.page)),
            ("polygon", .ring(region.polygon.outer)),
            ("holes", .array(region.polygon.holes.map { .ring($0) })),
        ])
    }

    private static func ring(_ points: [Point]) -> JSON {
        .array(points.map { .array([.double($0.x), .double($0.y)]) })
    }
}
