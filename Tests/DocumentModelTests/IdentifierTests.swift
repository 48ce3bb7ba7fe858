import Testing

@testable import DocumentModel

@Suite struct IdentifierTests {
    @Test(arguments: ["1", "preamble", "a.b_c-D", "0", String(repeating: "a", count: 100)])
    func `URL-safe ids are valid`(_ id: String) { #expect(Identifier.isValid(id)) }

    @Test(arguments: ["", ".", "-a", "_a", "a b", "a/b", "é", "a\n", "a%20", String(repeating: "a", count: 101)])
    func `ids with other characters or lengths are invalid`(_ id: String) { #expect(!Identifier.isValid(id)) }

    @Test(arguments: [
        ("scan.jpg", "scan"), ("Besançon par.03.jpg", "besancon-par.03"), ("/a/b/Scan 1.tiff", "scan-1"),
        ("MS. Lat. 5, f. 3r.png", "ms.-lat.-5-f.-3r"), ("憲章.jpg", "xian-zhang"), (".jpg", "jpg"), ("", "document"),
        ("a -- b.png", "a-b"), ("Грамота 5.tif", "gramota-5"), ("Straße, Ærø.jpg", "strasse-aero"),
        ("★.png", "document"),
        ("-dash.jpg", "dash"), ("ελληνικά.tif", "ellenika"), ("مخطوطة 2.tif", "mkhtwtt-2"),
        ("a\u{303}\u{35F}.jpg", "a"),
    ])
    func `an id is derived from a file name`(_ name: String, _ id: String) {
        #expect(Identifier.make(fromFileName: name) == id)
    }

    @Test func `an id distinguished by a digest is valid and ends in that digest`() {
        for length in 1...100 {
            let id = String(repeating: "a.", count: 50).prefix(length)
            guard Identifier.isValid(String(id)) else { continue }
            for digits in [8, 16, 64] {
                let digest = String(repeating: "f", count: digits)
                let distinguished = Identifier.distinguished(String(id), by: digest)
                #expect(Identifier.isValid(distinguished) && distinguished.hasSuffix("-\(digest)"), "\(distinguished)")
            }
        }
        #expect(Identifier.distinguished("recto", by: "8c1f22ab") == "recto-8c1f22ab")
    }

    @Test func `the id derived from any file name is valid`() {
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...150)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1...0x2FFFF))
            }
            var name = ""
            name.unicodeScalars.append(contentsOf: scalars)
            #expect(Identifier.isValid(Identifier.make(fromFileName: name)), "\(name)")
        }
    }
}
