package import Foundation

/// Valid and invalid JSON files: our own and, if `../shared/data` exists, those of a test suite there.
package enum JSONFiles {
    package struct File {
        package let name: String
        package let bytes: Data
    }

    package static func good() throws -> [File] { try all(ownGood.map { Data($0.utf8) }, suite: "y_") }

    package static func bad() throws -> [File] {
        try all(ownBad.map { Data($0.utf8) } + ownBadBytes.map { Data($0) }, suite: "n_")
    }

    private static let ownGood = [
        "[]", "{}", "null", "\"x\"", "-0.5e+3", " [ 1 , 2 ] \n", #"{"a":{"b":[[],{}]}}"#, #"["\u00e9\uD83D\uDE00\/"]"#,
        "[1E2,0,-0,10.25]", "{\"\":\"\"}", "\t[true,false]\r\n",
    ]

    private static let ownBad = [
        // Commas, colons and quotation marks that are misplaced or missing.
        "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1;2]", "[,]", #"{"a":1,}"#, #"{,"a":1}"#, #"{"a":1 "b":2}"#, #"{"a" 1}"#,
        #"{"a"::1}"#, #"{"a":}"#, #"{:1}"#, #"{"a"}"#, "{a:1}", "{'a':1}", "{1:1}", "['a']", #"{"a":1;"b":2}"#,
        // Unclosed, or closed twice or by the wrong bracket.
        "[", "{", "[1", #"{"a":1"#, #"{"a":"#, #"{"a"#, "[\"open]", "[1]]", "{}}", "[1}", #"{"a":1]"#, "[[]", "]", "}",
        // Strings.
        "[\"tab\there\"]", "[\"line\nhere\"]", #"["\x41"]"#, #"["\u12"]"#, #"["\u12G4"]"#, #"["\"]"#, #"["\a"]"#,
        "[\"\u{1}\"]",
        // Numbers.
        "[01]", "[-01]", "[1.]", "[.5]", "[-.5]", "[+1]", "[1e]", "[1e+]", "[1.e1]", "[0x1]", "[1_000]", "[NaN]",
        "[Infinity]", "[-Infinity]", "[-]", "[--1]", "[1.2.3]", "[1 000]", "[\u{0661}]",
        // Words, comments and trailing characters.
        "[tru]", "[True]", "[nul]", "[truee]", "[/* why */1]", "[1]//why", "[1]x", "[1][2]", "{} []", "[1]#", "<a>",
        "", " ", "\u{2028}[1]", "[\u{A0}1]",
        String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000),
    ]

    private static let ownBadBytes: [[UInt8]] = [
        [0x5B, 0x00, 0x5D], [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x5B, 0x22, 0xFF, 0x22, 0x5D],
        [0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D], [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D], [0x5B, 0xE9, 0x5D],
        [0xEF, 0xBB, 0x5B, 0x5D],
    ]

    private static func all(_ own: [Data], suite prefix: String) throws -> [File] {
        let files = own.enumerated().map { File(name: "\(prefix)own_\($0).json", bytes: $1) }
        let folder = SharedData.url("bad-json-JSONTestSuite/test_parsing")
        guard FileManager.default.fileExists(atPath: folder.path) else { return files }
        return try files
            + FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasPrefix(prefix) }.map
        {
            File(name: $0, bytes: try Data(contentsOf: folder.appendingPathComponent($0)))
        }
    }
}
