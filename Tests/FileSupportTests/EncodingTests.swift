import FileSupport
import Foundation
import Testing

/// Text and times as encoded in HTML, XML, JSON, addresses and protocols.
@Suite struct EncodingTests {
    @Test func `markup characters are escaped, also before a combining mark`() {
        let text = "a & b < c > \"d\" <\u{338}\n\u{1}"
        #expect(MarkupEscaping.content(text) == "a &amp; b &lt; c &gt; \"d\" &lt;\u{338}\n\u{1}")
        #expect(MarkupEscaping.attribute(text) == "a &amp; b &lt; c &gt; &quot;d&quot; &lt;\u{338}\n\u{1}")
        #expect(MarkupEscaping.xml(text) == "a &amp; b &lt; c &gt; &quot;d&quot; &lt;\u{338}&#10;")
    }

    @Test func `a quoted JSON string is read back unchanged by Foundation`() throws {
        let text = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init))) + "\u{2028}🖋"
        let quoted = JSONString.quoted(text)
        let read = try JSONSerialization.jsonObject(with: Data(quoted.utf8), options: .fragmentsAllowed) as? String
        #expect(read?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        #expect(quoted.hasPrefix("\"\\u0000\\u0001") && quoted.contains("\\t\\n\\u000b\\u000c\\r\\u000e"))
        #expect(JSONString.quoted("plain") == "\"plain\"")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00", "19700101T000000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "1994-11-06T08:49:37", "19941106T084937Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "2000-02-29T00:00:00", "20000229T000000Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (-62_135_596_800, "0001-01-01T00:00:00", "00010101T000000Z", "Mon, 01 Jan 0001 00:00:00 GMT"),
    ])
    func `a time is written as ISO 8601, basic ISO 8601 and HTTP date`(
        _ second: Int, _ plain: String, _ basic: String, _ http: String
    ) {
        let time = UTCTime(second: Int64(second))
        #expect(time.iso8601 == plain + "Z")
        #expect(time.iso8601(milliseconds: 7) == plain + ".007Z")
        #expect(time.iso8601(milliseconds: 999) == plain + ".999Z")
        #expect(time.basic == basic)
        #expect(time.http == http)
    }

    @Test func `percent-encoded text is decoded to the same text, and broken encodings to nil`() {
        let text = "a+b c/é🖋%25"
        #expect(PercentEncoding.encode(text) == "a%2Bb%20c%2F%C3%A9%F0%9F%96%8B%2525")
        #expect(PercentEncoding.encode(text, allowing: "/") == "a%2Bb%20c/%C3%A9%F0%9F%96%8B%2525")
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        #expect(PercentEncoding.decode("a+b") == "a b")
        for plain in ["", "39", "é🖋"] { #expect(PercentEncoding.decode(plain) == plain) }
        for broken in ["%", "%2", "%zz", "a%FF"] { #expect(PercentEncoding.decode(broken) == nil) }
    }
}
