import Foundation

/// What a child on this machine is kept from, found out by a child that tries it.
public struct SandboxReport: Sendable {
    /// For each layer that was applied, the error number for which it does not hold, or 0.
    public let layers: [SandboxLayer: Int32]
    /// For each thing that was tried, the error number with which the system refused it, or 0 where it did not.
    public let attempts: [String: Int32]

    /// The layers that do not hold here, each with the system's reason.
    public var missing: [(layer: SandboxLayer, reason: String)] {
        SandboxLayer.allCases.compactMap { layer in
            guard let failure = layers[layer], failure != 0 else { return nil }
            errno = failure
            return (layer, OpenFile.lastSystemError())
        }
    }

    /// What was tried and not refused.
    public var allowed: [String] { attempts.filter { $0.value == 0 }.map(\.key).sorted() }

    /// A line for each layer that is missing, and one for what can be done all the same.
    public var warnings: [String] {
        let lines = missing.map { "the decoding child runs without \($0.layer.label): \($0.reason)" }
        return allowed.isEmpty
            ? lines : lines + ["the decoding child is not kept from: \(allowed.joined(separator: ", "))"]
    }

    private static let longestAnswer = 1 << 16
    private static let seconds = 20
    private static let memoryByteCount = 2 << 30

    /// Has a child confine itself as it would before it decodes, and try what it must not be able to do.
    ///
    /// - Parameters:
    ///   - policy: Says which program the child is.
    ///   - layers: The layers to apply, to see what each does by itself; nil for all.
    ///   - port: A port of this machine that something listens on.
    /// - Throws: ``TileEngineError`` of kind `io` where no child can be started, `damaged` where it does not answer.
    public static func survey(
        _ policy: ScanPolicy = .standard, layers: Set<SandboxLayer>? = nil, port: Int = 9
    ) throws -> SandboxReport {
        // The file that it is given is itself: there always is one.
        let file = try OpenFile.forReading(policy.program.first ?? "/proc/self/exe", expected: "this program")
        let order = DecodingOrder(
            task: .selfTest, memoryByteCount: memoryByteCount, seconds: seconds, parent: getpid(), layers: layers,
            port: port)
        let child = try DecodingChild(
            program: policy.program, arguments: order.arguments, file: file, label: "program",
            seconds: Double(seconds), isCancelled: { false })
        return try SandboxReport(try child.rest(mostByteCount: longestAnswer), child)
    }

    private init(_ answer: [UInt8], _ child: DecodingChild) throws {
        var layers: [SandboxLayer: Int32] = [:]
        var attempts: [String: Int32] = [:]
        let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Int32(words[2]) else { continue }
            if words[0] == "layer", let layer = SandboxLayer(rawValue: String(words[1])) { layers[layer] = number }
            if words[0] == "attempt" { attempts[String(words[1])] = number }
        }
        // Whoever succeeds in becoming another program never comes to the end.
        if lines.last != "end" { attempts["replacement"] = 0 }
        guard !lines.isEmpty else { throw child.lie("a child that says nothing") }
        (self.layers, self.attempts) = (layers, attempts)
    }
}
