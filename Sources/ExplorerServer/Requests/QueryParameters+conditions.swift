import DocumentModel

extension QueryParameters {
    /// Returns the conditions on documents in a list: `language`, `theme`, `collection`, and `from` and `to` for years.
    ///
    /// - Throws: ``Problem`` 400 for an invalid value.
    func conditions() throws -> DocumentConditions {
        func valid(
            _ name: String, _ text: String?, _ expected: String, _ isValid: (String) -> Bool
        ) throws -> String? {
            guard let text else { return nil }
            guard isValid(text) else { throw Problem.badRequest("\(name) is '\(text)', expected \(expected)") }
            return text
        }
        let (from, to) = (try year(value("from"), "from"), try year(value("to"), "to"))
        var years: YearSpan?
        if from != nil || to != nil {
            let range = YearSpan.range
            years = YearSpan(first: from ?? range.lowerBound, last: to ?? range.upperBound)
            if years == nil {
                throw Problem.badRequest("from is '\(value("from") ?? "")', expected a year that is not after to")
            }
        }
        return DocumentConditions(
            language: try valid("language", value("language"), "a language tag such as en", LanguageTag.isValid),
            theme: try valid("theme", value("theme"), Identifier.rule, Identifier.isValid),
            collection: try valid("collection", value("collection"), CollectionPath.rule, CollectionPath.isValid),
            years: years)
    }

    /// Returns the requested version of a document; nil for the served one.
    ///
    /// - Throws: ``Problem`` 400 if it is not a whole number of at least 1.
    func version() throws -> Int? { try positive("version") }

    private func year(_ text: String?, _ name: String) throws -> Int? {
        guard let text else { return nil }
        guard let year = Int(text), YearSpan.range.contains(year) else {
            throw Problem.badRequest(
                "\(name) is '\(text)', expected a year from \(YearSpan.range.lowerBound) to \(YearSpan.range.upperBound)"
            )
        }
        return year
    }
}
