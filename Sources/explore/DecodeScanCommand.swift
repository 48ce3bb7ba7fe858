public import ArgumentParser
public import TileEngine

/// `explore decode-scan TASK`, which this program runs as a child process to decode an untrusted file. The file is read
/// from standard input, and the result written to standard output. See `ScanDecoder`.
struct DecodeScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-scan", abstract: "Decode an untrusted file for a parent process.", shouldDisplay: false)

    @Argument var task: DecodingRequest.Task
    @Option(transform: Self.format) var format: ScanFormat
    @Option var paper: Int
    @Option var memory: Int
    @Option var seconds: Int
    @Option var parent: Int32
    @Option var page: Int?
    @Flag var plain = false
    @Option(transform: Self.layers) var layers: Set<SandboxLayer>?
    @Option var port = 9

    func run() {
        ScanDecoder.run(
            DecodingRequest(
                task: task, format: format, page: page, paper: paper, memoryByteCount: memory, seconds: seconds,
                parent: parent, isPlain: plain, layers: layers, port: port))
    }

    private static func format(_ name: String) throws -> ScanFormat {
        guard let format = ScanFormat(name: name) else { throw ValidationError("\(name), expected a format") }
        return format
    }

    private static func layers(_ names: String) throws -> Set<SandboxLayer> {
        Set(names.split(separator: ",").compactMap { SandboxLayer(rawValue: String($0)) })
    }
}

extension DecodingRequest.Task: ExpressibleByArgument {}
