import ArgumentParser
import DocumentLibrary
import Foundation
import TileEngine

/// `explore slice IMAGE -o FILE`
struct SliceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slice",
        abstract: "Cut an image into a pyramid of tiles, without a library.",
        discussion: """
            The pyramid is an SZI archive: an uncompressed zip that contains a Deep Zoom image. \
            The archive replaces an existing one only when it is complete. \
            PDF pages are rendered at \(Scan.dotsPerInch) dpi.
            """)

    @Argument(help: "The image: JPEG, PNG, TIFF or WebP; others with --allow-format.")
    var image: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The archive to write, such as scan.szi.", valueName: "file"))
    var output: String

    @Option(help: ArgumentHelp("The page of a PDF, TIFF or HEIF file, from 1.", valueName: "number"))
    var page: Int?

    @OptionGroup var part: PartArguments
    @OptionGroup var slicing: SliceArguments
    @OptionGroup var untrusted: UntrustedImageArguments

    func run() throws {
        try OutputFile.check(output, reading: [image])
        let scan = try Scan(path: image, page: page, policy: untrusted.policy()).part(part.part)
        let pixelCount = scan.info.width * scan.info.height
        let result = try withProgress(advice: "\(output) was not written") { line, isCancelled in
            try Slicer.slice(
                scan, to: output, options: slicing.options,
                progress: { line.show(Self.label(of: $0.stage), fraction: $0.fraction, pixelCount: pixelCount) },
                isCancelled: isCancelled)
        }
        for note in result.notes { Terminal.printError("note: \(image): \(note)") }
        Terminal.print(
            "\(output): \(scan.info.width) × \(scan.info.height) px, \(result.tileCount) tiles, "
                + "\(Terminal.size(result.byteCount)), \(Terminal.decimal(result.elapsedSeconds, places: 1)) s")
    }

    private static func label(of stage: SliceProgress.Stage) -> String {
        switch stage {
        case .turning: "rotating"
        case .cutting: "slicing"
        case .finishing: "finishing"
        }
    }
}
