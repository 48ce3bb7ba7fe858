import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import TestSupport
import Testing

/// Ids derived from names: none collides with another source's, and nothing is replaced without a request.
@Suite(.ownThreads) struct ScanIdentityTests {
    private static func ids(_ run: CommandLineRun) -> [String] {
        run.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    }

    private static func documents(_ scratch: Scratch) throws -> [String] {
        try Library(path: scratch.path("library"), access: .read).store.documentIDs()
    }

    /// Returns names that would yield equal ids: the same name in different folders, with capitals, in other scripts,
    /// long names.
    private static func collidingNames(_ scratch: Scratch) throws -> [String] {
        let long = String(repeating: "a", count: 120)
        let names = [
            "a/recto.tif", "b/recto.tif", "c/Recto.tif", "\(long)1.tif", "\(long)2.tif", "羊皮紙.tif", "憲章.tif",
            "Грамота.tif", "★.tif", "☆.tif", "d/recto.tif",
        ]
        for (number, name) in names.enumerated() { try scratch.scan(name, shade: UInt8(20 * number)) }
        return names
    }

    @Test func `scans with colliding names become separate documents, with the same ids for any --jobs`()
        throws
    {
        var outputs: [String] = []
        for jobs in ["1", "6"] {
            let scratch = try Scratch()
            let names = try Self.collidingNames(scratch)
            let run = try CommandLineRun(["add", "--jobs", jobs] + names, library: scratch)
            #expect(run.status == 0, "\(run.errorOutput)")
            outputs.append(run.output)
            let ids = Self.ids(run)
            #expect(Set(ids).count == names.count && ids.count == names.count, "\(run.output)")
            #expect(ids[0] == "recto" && ids[5] == "yang-pi-zhi" && ids[7] == "gramota")
            #expect(ids[1].hasPrefix("recto-") && ids[8].hasPrefix("document-") && ids[9].hasPrefix("document-"))
            let lines = run.output.split(separator: "\n")
            #expect(lines[1].hasSuffix("; b/recto.tif has the id \(ids[1]), because another document has the id recto"))
            #expect(lines[8].hasSuffix("; ★.tif has the id \(ids[8]), because no id can be made from the name"))
            #expect(!lines[0].contains(";  ") && lines[0].hasSuffix("0 clauses)"))
            #expect(try Self.documents(scratch) == ids.sorted())
            // Added again, in any order and from any part of the list, all exist already.
            let again = try CommandLineRun(["add", "--jobs", jobs] + names.reversed(), library: scratch)
            #expect(again.output.split(separator: "\n").allSatisfy { $0.contains(": unchanged (") }, "\(again.output)")
            #expect(Self.ids(again) == ids.reversed())
            for (name, id) in zip(names, ids) {
                let one = try CommandLineRun(["add", name], library: scratch)
                #expect(one.output.hasPrefix("\(id): unchanged ("), "\(one.output)\(one.errorOutput)")
            }
            #expect(try Self.documents(scratch).count == names.count)
        }
        #expect(outputs[0] == outputs[1])
    }

    @Test func `a scan whose name is taken gets another id, and --id replaces the document`()
        throws
    {
        let scratch = try Scratch()
        try scratch.scan("a/recto.tif", shade: 10)
        try scratch.scan("b/recto.tif", shade: 90)
        #expect(try CommandLineRun(["add", "a/recto.tif"], library: scratch).output.hasPrefix("recto: added"))
        let other = try CommandLineRun(["add", "b/recto.tif"], library: scratch)
        #expect(other.status == 0 && other.output.hasPrefix("recto-") && other.output.contains(": added ("))
        let json = try CommandLineRun(["add", "--json", "b/recto.tif"], library: scratch)
        #expect(try json.json()["total"] as? Int == 1)
        #expect(try Self.documents(scratch).count == 2)
        // With an explicit id the document is replaced, and the former version is kept.
        let replaced = try CommandLineRun(["add", "b/recto.tif", "--id", "recto"], library: scratch)
        #expect(replaced.output.hasPrefix("recto: replaced, now version 2"), "\(replaced.errorOutput)")
    }

    @Test func `an explicit id in a run is not given to any other source`() throws {
        let scratch = try Scratch()
        try scratch.scan("charter.tif")
        try scratch.write(
            """
            {"id": "charter", "title": "Charter", "language": "la", "languages": ["en"],
             "pages": [{"width": 100, "height": 100}]}
            """, to: "own/document.json")
        let run = try CommandLineRun(["add", "charter.tif", "own"], library: scratch)
        #expect(run.status == 0, "\(run.errorOutput)")
        let ids = Self.ids(run)
        #expect(ids.count == 2 && ids[0].hasPrefix("charter-") && ids[1] == "charter", "\(run.output)")
        // Two sources with the same explicit id are not versions of each other.
        try scratch.write(
            """
            {"id": "charter", "title": "Another", "language": "la", "languages": ["en"],
             "pages": [{"width": 100, "height": 100}]}
            """, to: "other/document.json")
        for arguments in [["add", "own", "other"], ["add", "--replace", "own", "other"]] {
            let two = try CommandLineRun(arguments, library: scratch)
            #expect(two.status == 2 && two.output.hasPrefix("charter: unchanged"))
            #expect(
                two.errors == [
                    "explore: other: the id charter already belongs to own in the same run, expected a different id"
                ], "\(two.errorOutput)")
        }
        let twice = try CommandLineRun(["add", "--jobs", "4", "own", "own", "own"], library: scratch)
        #expect(twice.status == 0 && Self.ids(twice) == ["charter", "charter", "charter"])
    }

    @Test func `several sources replace documents only with --replace, a single one always`() throws {
        let scratch = try Scratch()
        func write(_ title: String) throws {
            try scratch.write(
                """
                {"id": "charter", "title": "\(title)", "language": "la", "languages": ["en"],
                 "pages": [{"width": 100, "height": 100}]}
                """, to: "charter/document.json")
        }
        try write("One")
        try scratch.scan("scan.tif")
        #expect(try CommandLineRun(["add", "charter", "scan.tif"], library: scratch).status == 0)
        try write("Two")
        let refused = try CommandLineRun(["add", "charter", "scan.tif"], library: scratch)
        #expect(refused.status == 2 && refused.output.hasPrefix("scan: unchanged"))
        #expect(
            refused.errors == [
                "explore: charter: the library has different content under the id charter, expected --replace to replace it"
            ])
        #expect(try CommandLineRun(["list"], library: scratch).output.contains("One"))
        let replaced = try CommandLineRun(["add", "--replace", "charter", "scan.tif"], library: scratch)
        #expect(replaced.status == 0 && replaced.output.hasPrefix("charter: replaced, now version 2"))
        try write("Three")
        let alone = try CommandLineRun(["add", "charter"], library: scratch)
        #expect(alone.output.hasPrefix("charter: replaced, now version 3"))
        // A new scan at the same path is a different document, unless it is to replace the former one.
        try scratch.scan("scan.tif", shade: 33)
        let another = try CommandLineRun(["add", "charter", "scan.tif"], library: scratch)
        #expect(another.output.contains("scan-") && another.output.contains(": added ("), "\(another.output)")
        try scratch.scan("scan.tif", shade: 44)
        let over = try CommandLineRun(["add", "--replace", "scan.tif"], library: scratch)
        #expect(over.output.hasPrefix("scan: replaced, now version 2"), "\(over.output)")
    }

    @Test func `adding a scan again keeps its edited metadata`() throws {
        let scratch = try Scratch()
        try scratch.scan("old_map.tif")
        #expect(try CommandLineRun(["add", "old_map.tif"], library: scratch).status == 0)
        #expect(try CommandLineRun(["list"], library: scratch).output.hasPrefix("old_map  Old map  ("))
        #expect(try CommandLineRun(["export", "old_map", "folder"], library: scratch).status == 0)
        let file = scratch.folder.appending(path: "folder/document.json")
        let text = try String(contentsOf: file, encoding: .utf8).replacing("Old map", with: "A map of 1540")
        try Data(text.utf8).write(to: file)
        #expect(try CommandLineRun(["add", "folder"], library: scratch).output.contains("version 2"))
        try scratch.scan("other.tif", shade: 3)
        for sources in [["old_map.tif"], ["old_map.tif", "other.tif"]] {
            let again = try CommandLineRun(["add"] + sources, library: scratch)
            #expect(again.status == 0 && again.output.hasPrefix("old_map: unchanged"), "\(again.output)")
        }
        #expect(try CommandLineRun(["list"], library: scratch).output.hasPrefix("old_map  A map of 1540  ("))
    }

    @Test func `options and a metadata table describe scans`() throws {
        let scratch = try Scratch()
        for (number, name) in ["one.tif", "x/two.tif", "three.tif", "four.tif"].enumerated() {
            try scratch.scan(name, shade: UInt8(50 * number))
        }
        let options = [
            "--id", "psalter", "--title", "A psalter", "--shelfmark", "MS 1", "--rights", "https://example.org/rights",
        ]
        let one = try CommandLineRun(["add", "one.tif"] + options, library: scratch)
        #expect(one.output.hasPrefix("psalter: added"), "\(one.errorOutput)")
        try scratch.write(
            """
            File;id;title;shelfmark;rights;date;holder;colour
            ./x/two.tif;charter-2;A charter;Ch. 2;https://example.org/r;1215;An archive;red
            three.tif;;Three;;;;
            five.tif;;;;;;

            """, to: "table.csv")
        let sources = ["x/two.tif", "three.tif", "four.tif"]
        let many = try CommandLineRun(["add", "--metadata", "table.csv"] + sources, library: scratch)
        #expect(many.status == 0, "\(many.errorOutput)")
        #expect(Self.ids(many) == ["charter-2", "three", "four"])
        #expect(
            many.errors == [
                "explore: note: table.csv: the column \"colour\" is left out, expected file, id, title, shelfmark, rights, "
                    + "date, holder",
                "explore: note: table.csv: line 4: five.tif is not among the sources",
                "explore: note: four.tif has no row in table.csv",
            ])
        let store = try Library(path: scratch.path("library"), access: .read).store
        let psalter = try store.document("psalter").header
        #expect(psalter.title.text(in: nil) == "A psalter" && psalter.shelfmark == "MS 1")
        #expect(psalter.rights == "https://example.org/rights")
        let charter = try store.document("charter-2").header
        #expect(charter.title.text(in: nil) == "A charter" && charter.date?.text(in: nil) == "1215")
        #expect(charter.holder?.text(in: nil) == "An archive" && charter.shelfmark == "Ch. 2")
        let again = try CommandLineRun(["add", "--metadata", "table.csv"] + sources, library: scratch)
        #expect(again.output.split(separator: "\n").allSatisfy { $0.contains(": unchanged") })
        for (arguments, expected) in [
            (["one.tif", "--rights", "mine"], "--rights: is 'mine', expected an http or https URI"),
            (["one.tif", "--id", "a b"], "--id: is 'a b', expected an id"),
            (["one.tif", "three.tif", "--title", "x"], "belong to one source"),
            (["one.tif", "--title", "x", "--metadata", "table.csv"], "--metadata cannot be combined"),
            (["one.tif", "--metadata", "none.csv"], "none.csv"),
        ] {
            let run = try CommandLineRun(["add"] + arguments, library: scratch)
            #expect(run.status == 2 && run.errorOutput.contains(expected), "\(run.errorOutput)")
        }
        try scratch.write("{\"id\": \"f\"}", to: "folder/document.json")
        let folder = try CommandLineRun(["add", "folder", "--title", "x"], library: scratch)
        #expect(folder.status == 2 && folder.errors.count == 1 && folder.errorOutput.contains("has its own metadata"))
    }

    @Test func `a name that begins with a hyphen is a file if it exists`() throws {
        let scratch = try Scratch()
        try scratch.scan("-dash.tif")
        try scratch.write("-dash.tif\n", to: "list")
        for arguments in [["-dash.tif"], ["./-dash.tif"], ["--", "-dash.tif"], ["--from", "list"]] {
            let run = try CommandLineRun(["add"] + arguments, library: scratch)
            #expect(run.status == 0 && run.output.hasPrefix("dash: "), "\(arguments): \(run.errorOutput)")
        }
        #expect(try Self.documents(scratch) == ["dash"])
        let slice = try CommandLineRun(["slice", "-dash.tif", "-o", "-out.szi"], library: scratch)
        #expect(slice.status == 0 || slice.errorOutput.contains("-o"), "\(slice.errorOutput)")
        let unknown = try CommandLineRun(["add", "-none.tif"], library: scratch)
        #expect(unknown.status == 2)
    }
}
