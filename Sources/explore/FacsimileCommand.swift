import ArgumentParser
import Facsimile
import Foundation

/// `explore facsimile DIR`
struct FacsimileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facsimile",
        abstract: "Draw the sample manuscript, a facsimile.",
        discussion: "Writes scan.jpg, clauses.json and texts/la.json into the folder; other files there are left alone."
    )

    @Argument(help: "The folder to write into; it is created if it does not exist.")
    var directory: String

    @Flag(help: "Write only texts and regions, without drawing.")
    var geometryOnly = false

    func run() throws {
        let line = ProgressLine()
        defer { line.end() }
        try Facsimile.draw(into: directory, geometryOnly: geometryOnly) { stage, fraction in
            line.show(stage, fraction: fraction)
        }
        line.end()
        print("\(directory): written")
    }
}
