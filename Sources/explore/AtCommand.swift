import ArgumentParser
import ClauseStore
import DocumentLibrary
import WebDocuments
import ImageGeometry

/// `explore at DOC X Y`
struct AtCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "at",
        abstract: "List the clauses at a coordinate, most specific first.",
        discussion: "Coordinates are full-resolution pixels from the top left. Exit status 1 when there is no clause.")

    @Argument(help: "The document's id.")
    var document: String

    @Argument(help: "Pixels from the left edge.")
    var x: Double

    @Argument(help: "Pixels from the top edge.")
    var y: Double

    @Option(help: ArgumentHelp("The page's number.", valueName: "number"))
    var page = 1

    @Option(help: ArgumentHelp("The capture of the page that the coordinate is on.", valueName: "id"))
    var capture: String?

    @Option(help: ArgumentHelp("Only clauses of this category; may be repeated.", valueName: "id"))
    var category: [String] = []

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let point = Point(x: x, y: y)
        let store = try library.open().store
        var place: Point? = point
        if let capture { place = try store.point(point, ofCapture: capture, page: page, of: document) }
        let clauses =
            try place.map { place in
                try store.clauses(of: document, at: place, page: page, categories: category, lang: language.lang)
            } ?? []
        if output.json {
            let shown = capture.map { (id: $0, onPage: place) }
            Terminal.print(.clauses(clauses, at: point, page: page, document: document, capture: shown))
        } else {
            for clause in clauses { Terminal.print(clause.heading) }
        }
        if clauses.isEmpty { throw ExitCode(1) }
    }
}
