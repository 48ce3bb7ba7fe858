import Foundation
import TestSupport
import Testing

@testable import DocumentFormats
@testable import DocumentModel

@Suite struct METSTests {
    private func list(_ text: String) throws -> METSList {
        try #require(try RecognisedSource.recognise(Data(text.utf8), path: "a/mets.xml").metsList())
    }

    private func mets(files: String, maps: String, descriptions: String = "", attributes: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink"
          xmlns:mods="http://www.loc.gov/mods/v3" xmlns:dc="http://purl.org/dc/elements/1.1/" \(attributes)>
          \(descriptions)<mets:fileSec>\(files)</mets:fileSec>\(maps)
        </mets:mets>
        """
    }

    private func file(_ id: String, _ type: String, _ address: String) -> String {
        """
        <mets:file ID="\(id)" MIMETYPE="\(type)"><mets:FLocat LOCTYPE="URL" xlink:href="\(address)"/></mets:file>
        """
    }

    private func group(_ use: String, _ files: String...) -> String {
        #"<mets:fileGrp USE="\#(use)">\#(files.joined())</mets:fileGrp>"#
    }

    private func page(_ attributes: String, _ files: String...) -> String {
        let pointers = files.map { #"<mets:fptr FILEID="\#($0)"/>"# }.joined()
        return #"<mets:div TYPE="page" \#(attributes)>\#(pointers)</mets:div>"#
    }

    private func physical(_ pages: String...) -> String {
        """
        <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="physSequence" ID="p">\(pages.joined())</mets:div></mets:structMap>
        """
    }

    @Test func `pages are read in order, with labels and their best files first`() throws {
        let found = try list(
            mets(
                files: group("THUMBS", file("t1", "image/jpeg", "thumbs/1.jpg"))
                    + group(
                        "DEFAULT", file("d1", "image/jpeg", "default/1.jpg"),
                        file("d2", "image/jpeg", "default/2%20b.jpg"))
                    + group("MAX", file("m1", "image/tiff", "file://./max/1.tif"))
                    + group(
                        "FULLTEXT", file("f1", "text/xml", "alto/1.xml"),
                        file("f2", "application/alto+xml", "./alto/2.xml")),
                maps: physical(
                    page(#"ORDER="2" ORDERLABEL=" - ""#, "d2", "f2"),
                    page(#"ORDER="1" ORDERLABEL="1" LABEL="Title  page""#, "t1", "d1", "m1", "f1"))))
        #expect(found.pages.map(\.label) == ["Title page", nil])
        #expect(found.pages[0].images.map(\.path) == ["max/1.tif", "default/1.jpg", "thumbs/1.jpg"])
        #expect(found.pages[1].images.map(\.path) == ["default/2 b.jpg"])
        #expect(found.pages.map { $0.lines.map(\.path) } == [["alto/1.xml"], ["alto/2.xml"]])
        #expect(found.notes.isEmpty)
    }

    @Test func `files elsewhere or outside the folder have no path`() throws {
        for address in [
            "https://example.org/1.jpg", "../1.jpg", "a/../../1.jpg", "/etc/1.jpg", "file:///etc/1.jpg", "C:\\1.jpg",
            "..%2F1.jpg", "%2Fetc%2F1.jpg",
        ] {
            let found = try list(
                mets(files: group("MAX", file("m", "image/jpeg", address)), maps: physical(page("", "m"))))
            #expect(found.pages[0].images == [.init(address: address, path: nil)], "\(address)")
        }
    }

    @Test func `the lines of the last OCR-D step and the original images come first`() throws {
        let found = try list(
            mets(
                files: group("OCR-D-BIN", file("b", "image/png", "OCR-D-BIN/1.png"))
                    + group("OCR-D-IMG", file("i", "image/tiff", "OCR-D-IMG/1.tif"))
                    + group("OCR-D-SEG", file("s", "application/vnd.prima.page+xml", "OCR-D-SEG/1.xml"))
                    + group("OCR-D-OCR", file("o", "application/vnd.prima.page+xml", "OCR-D-OCR/1.xml")),
                maps: physical(page(#"ID="P1""#, "b", "i", "s", "o"))))
        #expect(found.pages[0].images.map(\.path) == ["OCR-D-IMG/1.tif", "OCR-D-BIN/1.png"])
        #expect(found.pages[0].lines.map(\.path) == ["OCR-D-OCR/1.xml", "OCR-D-SEG/1.xml"])
    }

    @Test func `areas point to files too, and a structure map may lack a type`() throws {
        let maps = """
            <mets:structMap><mets:div TYPE="Newspaper"><mets:div LABEL="1"><mets:fptr><mets:par><mets:area FILEID="i"/>
            <mets:area FILEID="a"/></mets:par></mets:fptr></mets:div></mets:div></mets:structMap>
            """
        let found = try list(mets(files: file("i", "", "1.TIF") + file("a", "", "1.xml"), maps: maps))
        #expect(found.pages.map(\.label) == ["1"] && found.pages[0].images.map(\.path) == ["1.TIF"])
        #expect(found.pages[0].lines.map(\.path) == ["1.xml"])
    }

    @Test func `the description of the whole is read from MODS or Dublin Core`() throws {
        let files = file("i", "image/tiff", "1.tif")
        let logical = """
            <mets:structMap TYPE="LOGICAL"><mets:div TYPE="monograph" DMDID="D2"><mets:div TYPE="chapter" DMDID="D1"/>
            </mets:div></mets:structMap>
            """
        let mods = """
            <mets:dmdSec ID="D1"><mets:mdWrap><mets:xmlData><mods:mods><mods:titleInfo><mods:title>Chapter</mods:title>
            </mods:titleInfo></mods:mods></mets:xmlData></mets:mdWrap></mets:dmdSec><mets:dmdSec ID="D2"><mets:mdWrap
            MDTYPE="MODS"><mets:xmlData><mods:mods><mods:titleInfo type="uniform"><mods:title>No</mods:title></mods:titleInfo>
            <mods:titleInfo><mods:nonSort>The</mods:nonSort><mods:title>Charters</mods:title><mods:subTitle>of
            England</mods:subTitle></mods:titleInfo><mods:originInfo><mods:dateIssued>1765</mods:dateIssued></mods:originInfo>
            <mods:location><mods:physicalLocation>An archive</mods:physicalLocation><mods:shelfLocator>Ch. 1</mods:shelfLocator>
            </mods:location><mods:accessCondition xlink:href="https://creativecommons.org/publicdomain/mark/1.0/">Free
            </mods:accessCondition></mods:mods></mets:xmlData></mets:mdWrap></mets:dmdSec>
            """
        let found = try list(
            mets(
                files: files, maps: logical + physical(page("", "i")), descriptions: mods,
                attributes: #"OBJID="oai:x:PPN 5""#))
        #expect(
            found.description
                == ScanDescription(
                    id: "ppn-5", title: "The Charters: of England", shelfmark: "Ch. 1",
                    rights: "https://creativecommons.org/publicdomain/mark/1.0/", date: "1765", holder: "An archive"))
        #expect(found.notes == ["mets.xml: the logical structure is left out"])
        let identified = mods.replacing(
            "<mods:location>", with: "<mods:identifier>urn:ocr-d/a-1</mods:identifier><mods:location>")
        #expect(
            try list(mets(files: files, maps: logical + physical(page("", "i")), descriptions: identified)).description
                .id
                == "a-1")
        let dublin = """
            <mets:dmdSec ID="D"><mets:mdWrap><mets:xmlData><dc:title>A charter</dc:title><dc:date>1215</dc:date></mets:xmlData>
            </mets:mdWrap></mets:dmdSec>
            """
        let plain = try list(mets(files: files, maps: physical(page("", "i")), descriptions: dublin)).description
        #expect(plain.title == "A charter" && plain.date == "1215" && plain.id == nil)
    }

    @Test func `METS without pages or with too many yields a one-line fault`() throws {
        let file = file("i", "image/tiff", "1.tif")
        for (text, words) in [
            (mets(files: file, maps: ""), "without a page"),
            (mets(files: file, maps: physical(page("", "none"))), "without a page"),
            ("<mets/>", "the namespace"),
            (
                mets(files: file, maps: physical(String(repeating: page("", "i"), count: 2_001))),
                "2001 pages, expected at most 2000"
            ),
        ] {
            let faults = try #require(throws: SourceFaults.self) { try list(text) }
            #expect(faults.lines.count == 1 && faults.lines[0].contains(words), "\(faults)")
        }
        let source = try RecognisedSource.recognise(
            Data(mets(files: file, maps: physical(page("", "i"))).utf8), path: "m.xml")
        #expect(throws: SourceFaults.self) { try source.read() }
    }
}
