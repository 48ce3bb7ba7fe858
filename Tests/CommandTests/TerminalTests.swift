import ClauseStore
import DocumentModel
import Testing

@testable import explore

@Suite struct TerminalTests {
    @Test func `a paragraph keeps every scalar of its text, including marks after spaces`() {
        let text = "trp \u{36F}. quod\u{3000}\u{301}nullus\n\u{20DD}x"
        let shown = Terminal.paragraph(text)
        #expect(shown.count == 1 && shown[0].isIdentical(to: "  trp \u{36F}. quod \u{301}nullus \u{20DD}x"))
    }

    @Test func `control characters are escaped, and all others are kept`() {
        #expect(Terminal.plain("a\u{1B}[2J\u{7}b\r\nc\u{9B}") == #"a\u{1b}[2J\u{7}b\u{d}\u{a}c\u{9b}"#)
        let text = "ſ\u{E8BF} \u{200D}é\u{301} “¶”"
        #expect(Terminal.plain(text).isIdentical(to: text))
    }

    @Test func `an image argument may begin with any character after the page number`() {
        #expect(PageImageArgument(argument: "1=\u{301}x.jpg")?.path.isIdentical(to: "\u{301}x.jpg") == true)
        #expect(PageImageArgument(argument: "x.jpg") == nil)
    }
}
