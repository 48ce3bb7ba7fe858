import Foundation
import TestSupport
import Testing

@testable import ObjectStore

@Suite("StoreXML")
struct StoreXMLTests {
    private func read(_ text: String) -> StoreXML? { StoreXML(Array(text.utf8)) }

    @Test("Elements, text, entities and namespaces are read")
    func document() throws {
        let xml = try #require(
            read(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <s:List xmlns:s="http://a/" b='c'>
                  <Key>a &amp; b &lt;&#x263A;&#65;&gt; ü</Key>
                  <Contents><Size> 7 </Size></Contents><Contents/><Contents a="1" />
                </s:List>
                """))
        #expect(xml.name == "List")
        #expect(xml.text(of: "Key") == "a & b <☺A> ü")
        #expect(xml.all("Contents").count == 3)
        #expect(xml["Contents"]?.text(of: "Size") == " 7 ")
        #expect(xml.text == "")
    }

    @Test("White space around the document is accepted")
    func whiteSpace() {
        #expect(read("\n \t<?xml version='1.0'?>\n<a/>\n")?.name == "a")
    }

    @Test("Comments and processing instructions are skipped, and CDATA is text")
    func otherMarkup() {
        #expect(read("<?xml version=\"1.0\"?><?b?><a><!-- b -->c<?b c?><![CDATA[<d>]]></a>")?.text == "c<d>")
    }

    @Test(
        "Malformed XML and document type declarations are rejected",
        arguments: [
            "", " ", "text", "<", "<a", "<a>", "<a></b>", "<a/><b/>", "<a/>text", "<a>&unknown;</a>", "<a>&#xD800;</a>",
            "<a>&#;</a>", "<a>&#+65;</a>", "<a>&amp</a>", "<a b></a>", "<a b=c></a>", "<a b=\"<\"/>", "<a b=\"c/>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<!DOCTYPE a><a/>", "<b:a/>",
            "<a>\u{0}</a",
        ])
    func rejected(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test("Depth, elements and bytes are limited, and bytes that are not UTF-8 are refused")
    func bounds() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(read(nested(StoreXML.depthLimit)) != nil)
        #expect(read(nested(StoreXML.depthLimit + 1)) == nil)
        #expect(read("<a>" + String(repeating: "<b/>", count: StoreXML.elementLimit - 1) + "</a>") != nil)
        #expect(read("<a>" + String(repeating: "<b/>", count: StoreXML.elementLimit) + "</a>") == nil)
        #expect(read("<a>" + String(repeating: "x", count: StoreXML.byteLimit) + "</a>") == nil)
        #expect(StoreXML([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) == nil)
    }

    @Test("A corrupted response is read within its limits or refused")
    func mutations() {
        let response = Array(
            """
            <?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>true
            </IsTruncated><Contents><Key>a%2Bb+c</Key><Size>7</Size><ETag>&quot;a&#x41;&amp;&quot;</ETag></Contents>
            <Contents a='1'/></ListBucketResult>
            """.utf8)
        let pieces = ["<", ">", "/>", "</", "&", ";", "&#", "&#x110000;", "\"", "'", "<!", "<?", "?>", "\u{0}", "é"]
        var random = Seeded(21)
        var readCount = 0
        for _ in 0..<20_000 {
            var bytes = response
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                case 2: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "<").utf8), at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
                }
            }
            guard let xml = StoreXML(bytes) else { continue }
            readCount += 1
            #expect(xml.children.count <= StoreXML.elementLimit && !xml.name.isEmpty)
        }
        // Both must occur, or the test proves nothing.
        #expect((500..<19_000).contains(readCount), "\(readCount)")
    }

    @Test("A time in a list is parsed, and anything else is refused")
    func time() {
        #expect(ObjectStore.time("2009-10-12T17:50:30.000Z")?.timeIntervalSince1970 == 1_255_369_830)
        #expect(ObjectStore.time("2024-02-29T00:00:00Z")?.timeIntervalSince1970 == 1_709_164_800)
        for text in ["", "2009", "2009-13-12T17:50:30Z", "2009-10-12T17:50:30", "2009-10-12T17:50:99999999999Z"] {
            #expect(ObjectStore.time(text) == nil)
        }
    }
}
