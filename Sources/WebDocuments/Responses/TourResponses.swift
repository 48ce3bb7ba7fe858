public import DocumentModel

extension JSON {
    /// Returns the tours of a document that have steps: `{ id, title, summary, steps }`, where `steps` is their number;
    /// nil if there are none.
    static func outlines(of tours: [TourOutline]) -> JSON? {
        list(
            tours.filter { $0.stepCount > 0 }.map { tour in
                .object([
                    ("id", .string(tour.id)), ("title", JSON(tour.title)), ("summary", JSON(tour.summary)),
                    ("steps", .int(tour.stepCount)),
                ])
            })
    }

    /// Returns the tours of a document with their steps: `{ document, total, tours }`.
    public static func tours(_ tours: [Tour], of document: String) -> JSON {
        .object([
            ("document", .string(document)), ("total", .int(tours.count)),
            ("tours", .array(tours.map(tour))),
        ])
    }

    private static func tour(_ tour: Tour) -> JSON {
        .object([
            ("id", .string(tour.id)), ("title", JSON(tour.title)), ("summary", JSON(tour.summary)),
            ("steps", .array(tour.steps.map(step))),
        ])
    }

    private static func step(_ step: TourStep) -> JSON {
        .object([
            ("id", .string(step.id)), ("document", JSON(step.document)), ("page", .int(step.page)),
            ("box", step.box.map(JSON.numbers) ?? .null),
            ("clauses", .strings(step.clauses)), ("capture", JSON(step.capture)),
            ("text", JSON(step.text)), ("audio", JSON(step.audio)),
        ])
    }
}
