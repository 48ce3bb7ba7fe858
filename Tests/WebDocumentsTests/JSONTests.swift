import Testing
import WebDocuments

@Suite struct JSONTests {
    private static let value = JSON.object([
        ("id", .string("a \u{1}\"\\\n\u{2028}")), ("none", .null), ("flag", .bool(true)),
        ("numbers", .array([.int(-3), .double(2), .double(0.5), .double(.nan)])),
        ("points", .array([.array([.int(1), .int(2)]), .array([.int(3), .int(4)])])), ("empty", .array([])),
    ])

    @Test func `keys keep their order, and text is escaped as RFC 8259 requires`() {
        #expect(
            String(decoding: Self.value.bytes(), as: UTF8.self) == #"""
                {"id":"a \u0001\"\\\n\#u{2028}","none":null,"flag":true,"numbers":[-3,2,0.5,null],\#
                "points":[[1,2],[3,4]],"empty":[]}
                """#)
    }

    @Test func `indented JSON keeps plain values and points on one line`() {
        #expect(
            String(decoding: Self.value.bytes(indented: true), as: UTF8.self) == #"""
                {
                  "id": "a \u0001\"\\\n\#u{2028}",
                  "none": null,
                  "flag": true,
                  "numbers": [-3, 2, 0.5, null],
                  "points": [[1, 2], [3, 4]],
                  "empty": []
                }
                """#)
    }
}
