import Foundation
import TestSupport
import Testing

/// `explore serve` as a process on a free port, terminated with the last reference to it.
final class RunningServer: @unchecked Sendable {
    // The process is started in init and only signalled afterwards, which is safe from any thread.
    private let process = Process()
    let port: Int
    /// The line that the server printed when it was ready.
    let greeting: String

    /// Starts the server and waits until it prints its address.
    ///
    /// - Parameters:
    ///   - library: The library's folder; nil if the arguments name images.
    ///   - log: A file for its standard error.
    ///   - standardError: Its standard error, if there is no such file.
    init(
        library: String?, arguments: [String] = [], log: String? = nil,
        standardError: FileHandle = .nullDevice
    ) throws {
        process.executableURL = CommandLineRun.program
        process.arguments = ["serve", "--port", "0"] + (library.map { ["--library", $0] } ?? []) + arguments
        let output = Pipe()
        process.standardOutput = output
        if let log { _ = FileManager.default.createFile(atPath: log, contents: nil) }
        process.standardError = log.flatMap { FileHandle(forWritingAtPath: $0) } ?? standardError
        try process.run()
        var line = ""
        while !line.contains("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            line += String(decoding: bytes, as: UTF8.self)
        }
        greeting = line
        let address = line.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") } ?? ""
        port = try #require(URL(string: String(address))?.port, "\(line)")
    }

    deinit {
        if process.isRunning { process.terminate() }
        // Foundation retains its state of a process until it has been waited for.
        process.waitUntilExit()
    }

    /// Sends a GET and returns the header and the beginning of the body.
    func get(_ path: String) throws -> String {
        try LoopbackConnection(port: port).request("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    /// Sends a signal without waiting.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    var isRunning: Bool { process.isRunning }

    var identifier: Int32 { process.processIdentifier }

    /// Sends Ctrl-C and waits until the process has ended; returns the seconds that this took, and the status.
    func interrupt() -> (seconds: Double, status: Int32) { end(by: SIGINT) }

    /// Sends a signal and waits until the process has ended; returns the seconds that this took, and the status.
    func end(by number: Int32) -> (seconds: Double, status: Int32) {
        let started = ContinuousClock.now
        signal(number)
        return waitForEnd(since: started)
    }

    /// Waits until the process has ended; returns the seconds that this took, and the status.
    func waitForEnd(since start: ContinuousClock.Instant) -> (seconds: Double, status: Int32) {
        process.waitUntilExit()
        let took = start.duration(to: .now).components
        return (Double(took.seconds) + Double(took.attoseconds) / 1e18, process.terminationStatus)
    }
}
