import ArgumentParser
import Foundation
import TileEngine

/// `explore slice IMAGE -o FILE`
struct SliceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slice",
        abstract: "Cut an image into a pyramid of tiles, without a library.",
        discussion: "The pyramid is an SZI archive: a zip, without compression, that holds a Deep Zoom image.")

    @Argument(help: "The image.")
    var image: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The archive to write, such as scan.szi.", valueName: "file"))
    var output: String

    @OptionGroup var slicing: SliceArguments

    func run() throws {
        let scan = try Scan(path: image)
        let interruption = Interruption()
        let line = ProgressLine()
        defer { line.end() }
        let result = try Slicer.slice(
            scan, to: output, options: slicing.options,
            progress: { line.show("slicing", fraction: $0.fraction) }, isCancelled: { interruption.isAsked })
        line.end()
        print(
            "\(output): \(scan.info.width) × \(scan.info.height) px, \(result.tileCount) tiles, "
                + "\(result.byteCount.formatted(.byteCount(style: .file))), \(result.elapsedSeconds.formatted(.number.precision(.fractionLength(1)))) s"
        )
    }
}
