import ClauseStore
import DocumentModel
import Testing

@testable import explore

@Suite struct TerminalTests {
    @Test func `a paragraph keeps every scalar of its text, including marks after spaces`() {
        let text = "trp \u{36F}. quod\u{3000}\u{301}nullus\n\u{20DD}x"
        let shown = Terminal.paragraph(text)
        #expect(shown.isIdentical(to: "  trp \u{36F}. quod \u{301}nullus \u{20DD}x"))
    }

    @Test func `an image argument may begin with any character after the page number`() {
        #expect(PageImage(argument: "1=\u{301}x.jpg")?.path.isIdentical(to: "\u{301}x.jpg") == true)
        #expect(PageImage(argument: "x.jpg") == nil)
    }
}
