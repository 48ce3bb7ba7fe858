import FileSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("<p>One</p><p>Two</p>", "One\nTwo"), ("a<br>b<br/>c", "a\nb\nc"),
        ("<p>a  b\n c</p>", "a b c"), ("&lt;b&gt; &amp;amp; &#233;&#xE9;&eacute;", "<b> &amp; ééé"),
        ("a < b, c > d", "a < b, c > d"), ("<script>alert('x<y')</script>seen<style>p{}</style>", "seen"),
        ("<!-- <p>not</p> -->seen", "seen"), ("<a href='x' title=\">\">link", "\">link"),
        ("<img src='a' alt='A &quot;seal&quot;'> of wax", "A \"seal\" of wax"), ("a&nbsp;b", "a\u{A0}b"),
        ("&unknown; &#0; &#x110000; &", "&unknown; &#0; &#x110000; &"), ("<p", "<p"), ("", ""),
        ("&Scaron;&alpha;&Omega;&sigmaf;&rarr;&lang;a&rang;&lrm;", "ŠαΩς→⟨a⟩\u{200E}"), ("&Sigmaf;", "&Sigmaf;"),
        ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"), ("<b>bold</b><i>er</i>", "bolder"),
    ])
    func `HTML becomes the text that a reader sees`(_ html: String, _ text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["<a", "<", "&", "<!--", "<script>", "&#", "<p>"])
    func `a megabyte of unclosed markup is read without quadratic work`(_ piece: String) {
        _ = HTMLText.plain(String(repeating: piece, count: 300_000))
    }

    @Test func `escaped text is read back unchanged`() {
        let text = "1 < 2 & \"3\" > 2 &amp; é"
        #expect(HTMLText.plain(MarkupEscaping.content(text)) == text)
    }
}
