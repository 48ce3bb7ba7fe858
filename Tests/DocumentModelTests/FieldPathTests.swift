import Testing

@testable import DocumentModel

@Suite struct FieldPathTests {
    @Test func `a path of every kind of field is parsed and written unchanged`() throws {
        let paths = [
            "clauses/39", "clauses/39/number", "clauses/39/kind", "clauses/a.b-c_d/incipit", "clauses/39/order",
            "clauses/39/categories", "clauses/39/regions/1", "clauses/39/regions/10000", "clauses/39/texts/en/title",
            "clauses/39/texts/zh-Hant-TW/transcription", "clauses/39/texts/en/reviewed", "clauses/39/texts/en/phrases",
            "clauses/39/words", "categories/justice",
            "categories/justice/label",
            "categories/justice/icon", "categories/justice/style", "categories/justice/includedInAll",
            "categories/justice/order", "pages/2", "pages/2/label", "pages/2/image", "document/title",
            "document/palette", "document/languages", "files/crown.svg", "files/a.b-C_d.svg",
            "tours/short", "tours/short/title", "tours/short/summary", "tours/short/order", "tours/short/steps/1",
            "tours/short/steps/s4k/text", "glossary/relief", "glossary/relief/term", "glossary/relief/forms",
            "glossary/relief/definition", "glossary/relief/seeAlso", "glossary/relief/order",
        ]
        for text in paths { #expect(try #require(FieldPath(text), "\(text)").description == text) }
        #expect(Set(paths.compactMap { FieldPath($0) }).count == paths.count)
    }

    @Test(arguments: [
        "", "/", "clauses", "clauses/", "clauses//number", "clauses/39/", "clauses/39/title", "clauses/39/number/x",
        "clauses/-39", "clauses/é", "clauses/39/regions", "clauses/39/regions/0", "clauses/39/regions/01",
        "clauses/39/regions/10001", "clauses/39/regions/+1", "clauses/39/regions/1/2", "clauses/39/regions/１",
        "clauses/39/texts/en", "clauses/39/texts/e/title", "clauses/39/texts/en/note", "clauses/39/texts/en/title/x",
        "clauses/39/texts/reviewed", "clauses/39/texts/e/reviewed", "clauses/39/reviewed",
        "categories/", "categories/justice/", "categories/justice/existence", "categories/justice/label/en",
        "pages/", "pages/2/", "pages/2/width", "pages/0", "pages/0/label", "pages/2/label/en", "document", "document/",
        "document/pages", "document/title/en",
        "glossary", "glossary/", "glossary/relief/", "glossary/relief/term/en", "glossary/a b", "tours", "tours/",
        "tours/short/", "tours/short/steps", "tours/short/steps/", "tours/short/steps/a b",
        "tours/short/steps/1/", "tours/short/steps/1/text/en", "tours/short/steps/1/box", "tours/short/text",
        "files", "files/", "files/crown", "files/crown.png", "files/.svg", "files/a b.svg", "files/texts/a.svg",
        "document/id", "Clauses/39", " clauses/39", "clauses/39\u{0}", "clauses/39/number\u{301}",
    ])
    func `an invalid path is rejected`(text: String) {
        #expect(FieldPath(text) == nil)
    }

    @Test func `a path gives its subject and whether it stands for existence`() {
        #expect(FieldPath("clauses/39/texts/en/title")?.subject == FieldPath("clauses/39"))
        #expect(FieldPath("categories/justice/icon")?.subject == FieldPath("categories/justice"))
        #expect(FieldPath("clauses/39")?.isExistence == true)
        #expect(FieldPath("clauses/39/number")?.isExistence == false)
        #expect(FieldPath("glossary/relief/term")?.subject == FieldPath("glossary/relief"))
        #expect(FieldPath("tours/short/steps/1/text")?.subject == FieldPath("tours/short"))
        #expect(FieldPath("pages/1/label")?.subject == FieldPath("pages/1"))
        #expect(FieldPath("document/title")?.subject == nil && FieldPath("document/title")?.isExistence == false)
    }
}
