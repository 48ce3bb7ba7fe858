import Foundation
import Testing

/// One run of the program, as by a shell.
struct CommandLineRun {
    let status: Int32
    let output: String
    let errorOutput: String

    /// The repository's folder.
    static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program that the build placed beside the tests.
    static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "explore")

    /// Runs a line of the shell, in which `explore` is the program.
    init(shell line: String, library: Scratch) throws {
        let folder = Self.program.deletingLastPathComponent().path
        try self.init(["-c", "PATH='\(folder)':$PATH; \(line)"], library: library, program: URL(filePath: "/bin/sh"))
    }

    /// Runs the program to its end, with a limit of a minute.
    init(
        _ arguments: [String], library: Scratch? = nil, directory: URL? = nil, environment: [String: String] = [:],
        program: URL = Self.program
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = directory ?? library?.folder
        var variables = ProcessInfo.processInfo.environment
        variables["EXPLORE_LIBRARY"] = library?.path("library")
        variables.merge(environment) { $1 }
        process.environment = variables
        let (output, errorOutput) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errorOutput
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // A separate thread reads standard error: if several tests set and clear `readabilityHandler` at once,
        // libdispatch occasionally crashes (swift-corelibs-libdispatch, issue 949).
        let errors = Collected()
        let reader = Thread { [source = errorOutput.fileHandleForReading] in
            errors.append(source.readDataToEndOfFile())
            errors.end()
        }
        reader.start()
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 60)
        timer.setEventHandler { process.terminate() }
        timer.resume()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        timer.cancel()
        errors.waitForEnd()
        status = process.terminationStatus
        self.output = String(decoding: bytes, as: UTF8.self)
        self.errorOutput = String(decoding: errors.bytes, as: UTF8.self)
    }

    /// The lines on standard error without progress messages.
    var errors: [Substring] {
        errorOutput.split(separator: "\n").filter { !$0.hasSuffix(" %") }
    }

    /// The output as JSON.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}

/// Bytes that arrive on another thread.
final class Collected: @unchecked Sendable {
    // Every access holds the lock.
    private let lock = NSLock()
    private var data = Data()
    private let ended = DispatchSemaphore(value: 0)

    var bytes: Data { lock.withLock { data } }

    func append(_ more: Data) { lock.withLock { data.append(more) } }

    /// Signals that no more bytes will arrive.
    func end() { ended.signal() }

    /// Waits, once, until ``end()`` is called.
    func waitForEnd() { ended.wait() }
}

/// A folder for one test, removed with the last reference to it, or at the end of the process.
final class Scratch: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "explore-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Leftovers.shared.append(Data((folder.path() + "\n").utf8))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The folders of this process that static properties retain until its end.
    private enum Leftovers {
        static let shared: Collected = {
            atexit {
                for path in String(decoding: shared.bytes, as: UTF8.self).split(separator: "\n") {
                    try? FileManager.default.removeItem(atPath: String(path))
                }
            }
            return Collected()
        }()
    }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    /// Returns all files below the folder, by their relative paths.
    func files() -> [String] {
        (FileManager.default.subpaths(atPath: folder.path()) ?? []).sorted()
    }

    /// Writes a text file and creates its parent folders.
    func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

extension Scratch {
    /// Creates a library, in the folder `library`, with a document of one blank page.
    static func withBlankSheet() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"id": "blank", "title": {"en": "A blank sheet"}, "language": "la", "languages": ["en"],
             "status": "published", "pages": [{"width": 100, "height": 100}]}
            """, to: "source/document.json")
        let run = try CommandLineRun(["add", scratch.path("source")], library: scratch)
        try #require(run.status == 0, "\(run.errorOutput)")
        return scratch
    }
}
