import ArgumentParser
import Foundation

/// `facsimile DIR`
@main
struct FacsimileTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facsimile",
        abstract: "Draw the sample manuscript, a facsimile.",
        discussion: """
            Writes scan.jpg, ultraviolet.jpg, clauses.json, texts/la.json and words.json into the folder; other files \
            there are left alone.
            """
    )

    @Argument(help: "The folder to write into; it is created if it does not exist.")
    var directory: String

    @Flag(help: "Write only texts and regions, without drawing.")
    var geometryOnly = false

    func run() throws {
        try Facsimile.draw(into: directory, geometryOnly: geometryOnly) { task in
            FileHandle.standardError.write(Data("\(task)\n".utf8))
        }
        print("\(directory): written")
    }
}
