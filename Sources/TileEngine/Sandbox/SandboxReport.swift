import FileSupport
import Foundation

/// A report on the effective confinement of child processes on this machine, produced by a child that tries to break
/// it.
public struct SandboxReport: Sendable {
    /// For each applied layer, the error number with which it failed, or 0.
    public let layers: [SandboxLayer: Int32]
    /// For each attempt, the error number with which the system refused it, or 0 if it succeeded.
    public let attempts: [String: Int32]

    /// The layers that are not effective, each with the system's reason.
    public var missing: [(layer: SandboxLayer, reason: String)] {
        SandboxLayer.allCases.compactMap { layer in
            guard let failure = layers[layer], failure != 0 else { return nil }
            errno = failure
            return (layer, SystemError.text())
        }
    }

    /// The attempts that succeeded.
    public var allowed: [String] { attempts.filter { $0.value == 0 }.map(\.key).sorted() }

    /// One line for each missing layer, and one for the attempts that succeeded.
    public var warnings: [String] {
        let lines = missing.map { "the decoding child runs without \($0.layer.label): \($0.reason)" }
        return allowed.isEmpty
            ? lines : lines + ["the decoding child is not kept from: \(allowed.joined(separator: ", "))"]
    }

    private static let outputByteLimit = 1 << 16
    private static let seconds = 20
    private static let memoryByteCount = 2 << 30

    /// Starts a child that confines itself as it would before decoding, then attempts forbidden operations.
    ///
    /// - Parameters:
    ///   - policy: The policy, which determines the child's program.
    ///   - layers: The layers to apply, to test the effect of each by itself; nil for all.
    ///   - port: A local port that has a listener.
    /// - Throws: ``TileEngineError`` of kind `io` if no child can be started, `damaged` if it does not respond.
    public static func selfTest(
        _ policy: ScanPolicy = .standard, layers: Set<SandboxLayer>? = nil, port: Int = 9
    ) throws -> SandboxReport {
        // The child receives its own program as the file, because that always exists.
        let file = try OpenFile.forReading(policy.program.first ?? "/proc/self/exe", expected: "this program")
        let request = DecodingRequest(
            task: .selfTest, memoryByteCount: memoryByteCount, seconds: seconds, parent: getpid(), layers: layers,
            port: port)
        let child = try DecodingChild(
            program: policy.program, arguments: request.arguments, file: file, label: "program",
            seconds: Double(seconds), isCancelled: { false })
        return try SandboxReport(try child.rest(mostByteCount: outputByteLimit), child)
    }

    private init(_ output: [UInt8], _ child: DecodingChild) throws {
        var layers: [SandboxLayer: Int32] = [:]
        var attempts: [String: Int32] = [:]
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Int32(words[2]) else { continue }
            if words[0] == "layer", let layer = SandboxLayer(rawValue: String(words[1])) { layers[layer] = number }
            if words[0] == "attempt" { attempts[String(words[1])] = number }
        }
        // A child that succeeds in executing another program never prints the final line.
        if lines.last != "end" { attempts["replacement"] = 0 }
        guard !lines.isEmpty else { throw child.protocolError("no output") }
        (self.layers, self.attempts) = (layers, attempts)
    }
}
