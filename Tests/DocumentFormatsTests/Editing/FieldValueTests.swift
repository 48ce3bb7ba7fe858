import Foundation
import Testing

@testable import DocumentFormats
@testable import DocumentModel

@Suite struct FieldValueTests {
    private func value(_ text: String) throws -> JSONValue { try JSONParser.parse(Data(text.utf8)) }

    private func path(_ text: String) throws -> FieldPath { try #require(FieldPath(text)) }

    private func fault(_ text: String, of name: String, limits: EditLimits = EditLimits()) throws -> EditFault? {
        let path = try path(name)
        let normal = FieldValue.normal(try value(text), of: path)
        do throws(EditFault) {
            try FieldValue.check(
                normal, of: path, page: (width: 100, height: 80), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("clauses/1/kind", "null", #""clause""#), ("clauses/1/number", #""""#, "null"),
        ("clauses/1/texts/en/title", #""""#, "null"), ("clauses/1/categories", "null", "[]"),
        ("clauses/1/regions/1", "[]", "null"),
        (
            "clauses/1/regions/1", #"[{"polygon":[[0,0],[9,0],[9,9]],"holes":[]}]"#,
            #"[{"polygon":[[0,0],[9,0],[9,9]]}]"#
        ),
        ("clauses/1/order", "-0.0", "0"), ("categories/a/style", "null", #""filled""#),
        ("categories/a/includedInAll", "null", "true"), ("document/status", "null", #""published""#),
        ("document/access", "null", #""open""#), ("document/credits", "{}", "null"),
        ("document/title", #"{"fr":"B","en":"A"}"#, #"{"en":"A","fr":"B"}"#),
    ])
    func `equivalent values have one normal form`(name: String, given: String, normal: String) throws {
        let (path, expected) = (try path(name), try value(normal))
        #expect(FieldValue.normal(try value(given), of: path) == expected)
        #expect(FieldValue.normal(expected, of: path) == expected)
    }

    @Test(arguments: [
        ("pages/1/image", #"{"scan":"s1","corners":[[1,2.5],[90,3],[91.25,70],[2,71]]}"#),
        ("pages/1/image", #"{"scan":"s1","rotation":90,"crop":[1,2,3,4]}"#),
        (
            "pages/1/captures",
            #"[{"id":"a","kind":"visible"},{"id":"b","kind":"ultraviolet","image":{"scan":"s1","corners":[[1,2],[90,3],[91,70],[2,71]]},"alignment":[[[0,0],[1,1]],[[9,0],[8,1]],[[9,9],[8,8]],[[0,9],[1,8]]]}]"#
        ),
    ])
    func `a normal form is read back unchanged`(name: String, given: String) throws {
        let path = try path(name)
        let normal = FieldValue.normal(try value(given), of: path)
        #expect(normal != (try value(given)))
        #expect(try value(normal.compactText) == normal)
    }

    @Test func `points built as arrays equal points parsed from JSON`() throws {
        let path = try path("clauses/1/regions/1")
        let corners = [[0.0, 0], [9, 0], [9, 9]].map { JSONValue.array($0.map(JSONValue.number)) }
        let built = JSONValue.array([.object([.init(key: "polygon", value: .array(corners))])])
        #expect(try FieldValue.normal(built, of: path) == value(#"[{"polygon":[[0,0],[9,0],[9,9]]}]"#))
    }

    @Test(arguments: [
        ("clauses/1", "true"), ("clauses/1", "null"), ("clauses/1/number", #""39""#), ("clauses/1/kind", #""detail""#),
        ("clauses/1/order", "3.5"), ("clauses/1/order", "null"), ("clauses/1/categories", #"["a","b"]"#),
        ("clauses/1/texts/en/translation", "\"\(String(repeating: "é", count: 5000))\""),
        ("clauses/1/texts/en/title", "\"\(String(repeating: "é", count: 1000))\""),
        ("clauses/1/regions/1", #"[{"polygon":[[0,0],[100,0],[100,80],[0,80]],"holes":[[[10,10],[20,10],[20,20]]]}]"#),
        ("categories/a/label", #"{"en":"A"}"#), ("categories/a/icon", #""seal.svg""#), ("categories/a/icon", "null"),
        ("pages/1/label", #""recto""#), ("document/rights", #""https://example.org/rights""#),
        ("document/languages", #"["en","fr-CA"]"#), ("document/credits", #"{"en":"Ada"}"#),
        (
            "document/palette",
            ##"{"paper":"#ffffff","ink":"#000000","accent":"#ff0000","background":"#101010","overlays":["#112233","#445566"]}"##
        ),
    ])
    func `a value that is valid in a source folder is accepted`(name: String, given: String) throws {
        #expect(try fault(given, of: name) == nil)
    }

    @Test(arguments: [
        ("clauses/1", "false", "clauses/1 is false, expected true, or null to delete it"),
        ("clauses/1/kind", #""poem""#, #"clauses/1/kind is "poem", expected clause or detail"#),
        ("clauses/1/number", "39", "clauses/1/number is 39, expected a text or null"),
        (
            "clauses/1/number", #""\u0000""#,
            #"clauses/1/number is "\u{0}", expected a text or null without the character U+0000"#
        ),
        (
            "clauses/1/order", #""3""#,
            #"clauses/1/order is "3", expected a number within ±1,000,000,000, or null for the last place"#
        ),
        (
            "clauses/1/order", "1e10",
            "clauses/1/order is 10000000000, expected a number within ±1,000,000,000, or null for the last place"
        ),
        (
            "pages/1/pixelsPerMillimetre", "0.0001",
            "pages/1/pixelsPerMillimetre is 0.0001, expected a number of pixels from 0.001 to 1,000,000"
        ),
        ("clauses/1/categories", #"["a","a"]"#, #"clauses/1/categories[1] is "a", expected every category only once"#),
        (
            "categories/a/label", "null",
            "categories/a/label is null, expected a text, or an object of texts by language"
        ),
        ("document/title", "null", "document/title is null, expected a text, or an object of texts by language"),
        (
            "document/rights", #""javascript:alert(1)""#,
            #"document/rights is "javascript:alert(1)", expected an http or https URI"#
        ),
        (
            "document/languages", "[]",
            "document/languages is [], expected at least one language tag, the first being the fallback"
        ),
        (
            "document/mark", #""../a.svg""#,
            #"document/mark is "../a.svg", expected an icon's name of lowercase letters, digits and '-', or the name of an SVG file that the document has"#
        ),
    ])
    func `an invalid value is refused with a line that names it`(
        name: String, given: String, line: String
    ) throws {
        #expect(try fault(given, of: name)?.description == line)
    }

    @Test(arguments: [
        (#"[{"polygon":[[0,0],[9,0]]}]"#, "clauses/1/regions/1[0].polygon"),
        (#"[{"polygon":[[0,0],[9,0],[9,0]]}]"#, "clauses/1/regions/1[0].polygon"),
        (#"[{"polygon":[[0,0],[101,0],[9,9]]}]"#, "clauses/1/regions/1[0].polygon[1]"),
        (#"[{"polygon":[[0,0],[9,-1],[9,9]]}]"#, "clauses/1/regions/1[0].polygon[1]"),
        (#"[{"polygon":[[0,0],[9,9],[18,18]]}]"#, "clauses/1/regions/1[0].polygon"),
        (#"[{"polygon":[[0,0],[40,40],[40,0],[0,50]]}]"#, "clauses/1/regions/1[0]"),
        (#"[{"polygon":[[0,0],[9,0],[9,9]],"holes":[[[50,50],[60,50],[60,60]]]}]"#, "clauses/1/regions/1[0].holes"),
        (#"[{"polygon":[[0,0],[9,0],[9,9]],"note":"x"}]"#, "clauses/1/regions/1[0]"),
        (#"[{"polygon":[[0,0],[9,0],"x"]}]"#, "clauses/1/regions/1[0].polygon[2]"),
        (#"{"polygon":[[0,0],[9,0],[9,9]]}"#, "clauses/1/regions/1"),
        ("[[0,0],[9,0],[9,9]]", "clauses/1/regions/1[0]"),
    ])
    func `a malformed, off-page or self-crossing polygon is refused with its path`(
        given: String, place: String
    ) throws {
        let fault = try #require(try fault(given, of: "clauses/1/regions/1"))
        #expect(fault.path == place && !fault.isLimit)
    }

    @Test func `a polygon of too many vertices exceeds a limit`() throws {
        var limits = EditLimits()
        limits.polygonVertices = 6
        let square = "[[0,0],[9,0],[9,9],[0,9]]"
        let hole = "[[2,2],[4,2],[4,4]]"
        #expect(try fault(#"[{"polygon":\#(square)}]"#, of: "clauses/1/regions/1", limits: limits) == nil)
        let fault = try fault(
            #"[{"polygon":\#(square),"holes":[\#(hole)]}]"#, of: "clauses/1/regions/1", limits: limits)
        #expect(fault?.isLimit == true)
        #expect(fault?.description == "clauses/1/regions/1[0] is a polygon of 7 vertices, expected at most 6")
    }

    @Test func `the length of a title is counted in Unicode scalars`() throws {
        let title = String(repeating: "e\u{301}", count: 501)
        let fault = try fault("\"\(title)\"", of: "clauses/1/texts/en/title")
        #expect(fault?.value.hasPrefix("a title of 1002 characters") == true)
    }
}

@Suite struct EditReadingTests {
    private func read(_ text: String, limits: EditLimits = EditLimits()) throws(EditFault) -> Edit {
        try Edit(json: Data(text.utf8), limits: limits)
    }

    private static let whole = """
        { "id": "0b9e-1", "revision": 41, "label": "moveVertex", "undoes": null,
          "operations": [ { "path": "clauses/39/texts/en/title", "before": "Free men", "after": null } ] }
        """

    @Test func `an edit is decoded from JSON`() throws {
        let edit = try read(Self.whole)
        let path = try #require(FieldPath("clauses/39/texts/en/title"))
        #expect(
            edit
                == Edit(
                    id: "0b9e-1", revision: 41, label: "moveVertex",
                    operations: [EditOperation(path: path, before: .string("Free men"), after: .null)]))
    }

    @Test(arguments: [
        ("\"0b9e-1\"", "7", "id is 7"), ("\"0b9e-1\"", "\"\"", "id is \"\""), ("41", "-1", "revision is -1"),
        ("41", "1.5", "revision is 1.5"), ("41", "1e300", "revision is 1e+300"), ("41", "\"41\"", "revision is \"41\""),
        ("\"moveVertex\"", "\"move vertex\"", "label is \"move vertex\""), ("null,", "7,", "undoes is 7"),
        ("clauses/39/texts/en/title", "clauses/39/colour", "operations[0].path is \"clauses/39/colour\""),
        (", \"after\": null", "", "operations[0].after is missing"),
        ("\"before\": \"Free men\",", "", "operations[0].before is missing"),
        ("[ {", "[ 7, {", "operations[0] is 7"), ("\"id\":", "\"id\": \"x\", \"id\":", "id is stated twice"),
    ])
    func `a malformed edit is refused with a line that names the place`(
        old: String, new: String, beginning: String
    ) throws {
        #expect(Self.whole.contains(old))
        let fault = try #require(throws: EditFault.self) { try read(Self.whole.replacing(old, with: new)) }
        #expect(fault.description.hasPrefix(beginning), "\(fault)")
        #expect(!fault.isLimit)
    }

    @Test(arguments: ["", "[]", "7", "{", "{\"id\": \"x\"", "\u{FEFF}null"])
    func `input that is not an edit is refused`(text: String) {
        #expect(throws: EditFault.self) { try read(text) }
    }

    @Test func `an edit that is too large or has too many operations exceeds a limit`() throws {
        var limits = EditLimits()
        limits.editBytes = 100
        let large = try #require(throws: EditFault.self) { try read(Self.whole, limits: limits) }
        #expect(large.isLimit && large.expected == "at most 100")
        limits = EditLimits()
        limits.operations = 0
        let many = try #require(throws: EditFault.self) { try read(Self.whole, limits: limits) }
        #expect(many.isLimit && many.path == "operations")
    }
}
