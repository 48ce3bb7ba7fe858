import DocumentModel
import ImageGeometry

extension DocumentCheck {
    /// Finds steps with invalid references, and texts that are missing in a language.
    ///
    /// References of steps in another document are not checked.
    func tourFindings() -> [Finding] {
        let clauses = Dictionary(document.clauses.map { ($0.id, $0) }) { first, _ in first }
        return document.tours.flatMap { tour in
            tour.steps.enumerated().flatMap { place, step in
                referenceFindings(in: step, name: Self.name(ofStep: place + 1, in: tour), clauses)
            } + incomplete(tour)
        }
    }

    /// Returns the name of a step in messages: `step 2 of the tour seals`.
    static func name(ofStep number: Int, in tour: Tour) -> String {
        "step \(number) of the tour \(FaultText.plain(tour.id))"
    }

    private func referenceFindings(in step: TourStep, name: String, _ clauses: [String: Clause]) -> [Finding] {
        guard step.document == nil else { return [] }
        func finding(_ message: String, _ remedy: String) -> Finding {
            Finding(kind: .tourStepAstray, message: "\(name) \(message)", remedy: remedy)
        }
        guard let page = page(step.page) else {
            let last = document.pages.count
            return [finding("is on page \(step.page), which does not exist", "give it one of the pages 1 to \(last)")]
        }
        var found: [Finding] = []
        if let box = step.box,
            box[0] < 0 || box[1] < 0 || box[0] + box[2] > Double(page.width) || box[1] + box[3] > Double(page.height)
        {
            var outside = finding("shows an area beyond the edge of page \(page.number)", "move its box onto the page")
            outside.page = page.number
            outside.box = Rectangle(x: box[0], y: box[1], width: box[2], height: box[3])
            found.append(outside)
        }
        if let capture = step.capture, !page.captures.contains(where: { $0.id == capture }) {
            let message = "shows the capture \(FaultText.quoted(capture)), which page \(page.number) does not have"
            found.append(finding(message, "name one of the page's captures, or none"))
        }
        for id in step.clauses {
            if let clause = clauses[id] {
                guard !clause.regions.contains(where: { $0.page == page.number }) else { continue }
                var elsewhere = finding(
                    "highlights \(Self.name(of: clause)), which is not on page \(page.number)",
                    "remove it, or give the step the clause's page")
                (elsewhere.page, elsewhere.clause) = (page.number, id)
                found.append(elsewhere)
            } else {
                found.append(
                    finding(
                        "highlights the clause \(FaultText.quoted(id)), which does not exist",
                        "remove it, or add it to clauses.json"))
            }
        }
        return found
    }

    private func incomplete(_ tour: Tour) -> [Finding] {
        func finding(_ message: String, language: String? = nil, _ remedy: String) -> Finding {
            Finding(kind: .tourIncomplete, language: language, message: message, remedy: remedy)
        }
        let whole = "the tour \(FaultText.plain(tour.id))"
        guard !tour.steps.isEmpty else {
            return [finding("\(whole) has no steps", "add some, or remove it; readers do not see it")]
        }
        return document.header.languages.flatMap { language -> [Finding] in
            let title =
                Self.lacks(tour.title, language)
                ? [
                    finding(
                        "\(whole) has no title in \(language)", language: language,
                        "add it to tours.json, or in the editor")
                ] : []
            return title
                + tour.steps.enumerated().filter { Self.lacks($1.text, language) }.map { place, _ in
                    finding(
                        "\(Self.name(ofStep: place + 1, in: tour)) has no text in \(language)",
                        language: language, "add it to tours.json, or in the editor")
                }
        }
    }

    /// Whether a text is missing in a language. A text that is the same in every language is missing in none.
    static func lacks(_ words: LanguageMap?, _ language: String) -> Bool {
        guard let words else { return true }
        if words.byLanguage.isEmpty { return words.text(in: nil)?.isBlank ?? true }
        return words.byLanguage[language]?.isBlank ?? true
    }
}
