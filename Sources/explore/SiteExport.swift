public import ArgumentParser
import Foundation
public import StaticSite

/// `explore export --format site`
struct SiteExport {
    /// The document's id; nil for the whole library.
    let document: String?
    let out: String
    let tiles: StaticSite.Tiles
    let publicURL: String?
    /// Whether to include each document as a PDF.
    var hasPDF = false
    let library: LibraryOptions

    /// Writes the site.
    func write() throws {
        let options = try StaticSite.Options(
            tiles: tiles, publicURL: publicURL, documents: document.map { [$0] }, hasPDF: hasPDF)
        // A folder is checked file by file, when it is written.
        if out.hasSuffix(".zip") { try OutputFile.check(out) }
        let library = try library.open()
        let report = try withProgress(advice: Self.advice) { line, isCancelled in
            try StaticSite.write(
                library, to: out, options: options, progress: { line.show($0, fraction: $1) },
                isCancelled: isCancelled)
        }
        for reason in report.leftOut { Terminal.printError("note: \(reason)") }
        if publicURL == nil {
            Terminal.printError(
                "note: IIIF and link previews are left out, since they need the site's address; set --public-url")
        }
        let changes = [
            "\(report.writtenCount) written", "\(report.unchangedCount) unchanged", "\(report.removedCount) removed",
        ].joined(separator: ", ")
        Terminal.print(
            "\(out): \(Terminal.count(report.documents.count, "document")), \(Terminal.size(report.byteCount)); "
                + "files: \(changes)")
    }

    /// Checks whether a site is complete.
    func check() throws {
        let found = try withProgress(advice: Self.advice) { line, isCancelled in
            try StaticSite.check(
                out, progress: { line.show("checking", fraction: $0) }, isCancelled: isCancelled)
        }
        for finding in found.findings { Terminal.print(finding) }
        let verdict = found.findings.isEmpty ? "intact" : Terminal.count(found.findings.count, "fault")
        Terminal.print("\(out): \(Terminal.count(found.fileCount, "file")): \(verdict)")
        if !found.findings.isEmpty { throw ExitCode(1) }
    }

    private static let advice = "run the same command to continue"
}

extension StaticSite.Tiles: ExpressibleByArgument {}
