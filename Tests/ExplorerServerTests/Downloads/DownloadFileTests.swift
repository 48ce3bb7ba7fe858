import DocumentLibrary
import Foundation
import TestSupport
import Testing
import Viewer
import WebDocuments

/// `explore export --format pdf` when it is interrupted or the disk is full.
@Suite struct DownloadFileTests {
    private let words: PlainWords

    init() throws { words = PlainWords(try InterfaceTexts(ViewerBundle())) }

    @Test(arguments: [0, 1, 5])
    func `a cancelled export leaves no file`(afterParts count: Int) throws {
        let folder = try TemporaryFolder()
        var partCount = 0
        let error = #expect(throws: LibraryError.self) {
            try SampleServer.sampleLibrary().writeDownload(
                .document(pages: nil), of: "magna-carta", in: ["en"], to: folder.path("a.pdf"), isPDF: true,
                side: 256, words: words, base: "", progress: { _ in partCount += 1 },
                isCancelled: { partCount >= count })
        }
        guard case .cancelled? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [])
    }

    @Test func `an export does not replace an existing file`() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.txt", Data("mine".utf8))
        let error = #expect(throws: LibraryError.self) {
            try SampleServer.sampleLibrary().writeDownload(
                .clause("39"), of: "magna-carta", in: [], to: folder.path("a.txt"), isPDF: false, words: words,
                base: "")
        }
        guard case .occupied? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try String(contentsOfFile: folder.path("a.txt"), encoding: .utf8) == "mine")
    }
}
