import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation

/// `explore info DOC`
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show a document's description, holder, pages and categories.")

    @Argument(help: "The document's id.")
    var document: String

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let store = try library.open().store
        let info = try store.document(document)
        let counts = try store.clauseCounts(of: document)
        let copy = try store.workingCopy(of: document)
        if output.json { return Terminal.print(Self.json(info, counts, copy)) }
        func words(_ map: LanguageMap?) -> String? { map?.text(in: language.lang, fallback: info.languages) }
        let credit = info.credits.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let rows: [(String, String?)] = [
            ("title", words(info.title)), ("holder", words(info.holder)), ("shelfmark", info.shelfmark),
            ("date", words(info.date)), ("rights", info.rights), ("attribution", words(info.attribution)),
            ("texts", credit.isEmpty ? info.languages.joined(separator: ", ") : credit.joined(separator: "; ")),
            ("status", info.status.rawValue), ("version", String(info.version)),
            ("clauses", "\(counts.total), of which 'all' shows \(counts.all)"),
            ("edits", copy.editor.map { "\(copy.editCount) unpublished, the last by \(FaultText.plain($0))" }),
        ]
        Terminal.print(info.id)
        for case (let name, let value?) in rows {
            Terminal.print("  \(name.padding(toLength: 12, withPad: " ", startingAt: 0))\(value)")
        }
        for page in info.pages {
            Terminal.print("  page \(page.number)      \(Self.describe(page))")
            for capture in page.captures {
                Terminal.print("  capture     \(Self.describe(capture, words(capture.label)))")
            }
        }
        for category in try store.categories(of: document) {
            Terminal.print("  category    \(category.id) (\(words(category.label) ?? "")): \(category.count)")
        }
    }

    /// The document as in the API, with `unpublishedEdits`, which is for administrators only.
    private static func json(_ info: DocumentInfo, _ counts: ClauseCounts, _ copy: WorkingCopyInfo) -> JSON {
        guard case .object(let members) = JSON.document(info, counts: counts) else { return .null }
        return .object(members + [("unpublishedEdits", .int(copy.editCount))])
    }

    private static func describe(_ capture: CaptureInfo, _ label: String?) -> String {
        let name = label.map { "\(capture.id) (\($0))" } ?? capture.id
        var parts = ["\(name): \(capture.kind.rawValue)", "\(capture.width) × \(capture.height) px"]
        parts.append("image \(capture.imageID)")
        if capture.alignment != nil {
            parts.append(capture.isEstimated ? "aligned automatically" : "aligned as stated")
        }
        if let error = capture.error { parts.append("error \(FaultText.number((error * 10).rounded() / 10)) px") }
        return parts.joined(separator: ", ")
    }

    private static func describe(_ page: PageInfo) -> String {
        var parts = ["\(page.width) × \(page.height) px"]
        if let scale = page.pixelsPerMillimetre {
            let size = [page.width, page.height].map { String(Int((Double($0) / scale).rounded())) }
            parts.append("\(size[0]) × \(size[1]) mm at \(scale.formatted()) px/mm")
        }
        parts.append(page.imageID.map { "image \($0)" } ?? "no image")
        return parts.joined(separator: ", ")
    }
}
