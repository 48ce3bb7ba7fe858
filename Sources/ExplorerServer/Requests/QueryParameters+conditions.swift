import DocumentModel

extension QueryParameters {
    /// Returns the conditions on documents in a list: `language`, `theme`, `collection`, and `from` and `to` for years.
    ///
    /// - Throws: ``Problem`` 400 for an invalid value.
    func conditions() throws -> DocumentConditions {
        func valid(_ name: String, _ expected: String, _ isValid: (String) -> Bool) throws -> String? {
            try value(name, expected) { isValid($0) ? $0 : nil }
        }
        let (from, to) = (try year("from"), try year("to"))
        var years: YearSpan?
        if from != nil || to != nil {
            let range = YearSpan.range
            years = YearSpan(first: from ?? range.lowerBound, last: to ?? range.upperBound)
            if years == nil {
                throw Problem.badRequest("from is '\(value("from") ?? "")', expected a year not later than 'to'")
            }
        }
        return DocumentConditions(
            language: try valid("language", "a language tag such as en", LanguageTag.isValid),
            theme: try valid("theme", Identifier.rule, Identifier.isValid),
            collection: try valid("collection", CollectionPath.rule, CollectionPath.isValid),
            years: years)
    }

    /// Returns the requested version of a document; nil for the served one.
    ///
    /// - Throws: ``Problem`` 400 if it is not a whole number of at least 1.
    func version() throws -> Int? { try positive("version") }

    private func year(_ name: String) throws -> Int? {
        let range = YearSpan.range
        return try value(name, "a year from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}
