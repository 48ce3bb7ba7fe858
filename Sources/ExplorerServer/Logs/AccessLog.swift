import ClauseStore
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird

/// Writes a line for each request.
public struct AccessLog: Sendable {
    private let style: LogStyle
    /// Where lines are written.
    let sink: LineSink
    /// Whether tiles of the tile lane are logged too.
    let includesLane: Bool

    /// - Parameters:
    ///   - style: The format of lines.
    ///   - sink: Where lines are written.
    ///   - includesLane: Whether tiles of the tile lane are logged too: by far the most lines, a microsecond each.
    public init(style: LogStyle, sink: LineSink, includesLane: Bool) {
        (self.style, self.sink, self.includesLane) = (style, sink, includesLane)
    }

    /// Logs a response of the routes.
    func note(_ request: Request, context: ServerContext, status: Int, byteCount: Int?, nanoseconds: UInt64) {
        var line = LogLine(style)
        line.add("peer", bare: context.remoteAddress?.unmappedIPAddress ?? "-")
        line.add("method", bare: request.method.rawValue)
        line.add("target", bare: Self.withoutSecrets(request.uri.string))
        line.add("status", status)
        if let byteCount { line.add("bytes", byteCount) }
        line.add("microseconds", Int(nanoseconds / 1_000))
        line.add("request", context.id)
        line.add("route", context.routePattern ?? "none")
        if let agent = request.headers[.userAgent] { line.add("agent", String(agent.unicodeScalars.prefix(200))) }
        line.end()
        sink.write(line.bytes)
    }

    /// Logs a tile of the lane.
    func noteTile(_ request: TileRequest, peer: String, _ response: LaneResponse) {
        var line = LogLine(style)
        line.add("peer", bare: peer)
        line.add("method", bare: request.isHead ? "HEAD" : "GET")
        line.add("target", bare: String(decoding: request.target, as: UTF8.self))
        line.add("status", response.status)
        line.add("bytes", response.bytes.readableBytes)
        line.add("route", "tile lane")
        line.end()
        sink.write(line.bytes)
    }

    /// Returns an address without the values of parameters that could be credentials.
    static func withoutSecrets(_ target: String) -> String {
        let halves = target.parts(at: "?", maxSplits: 1, omittingEmptyParts: false)
        guard halves.count == 2 else { return target }
        let pairs = halves[1].parts(at: "&", omittingEmptyParts: false)
        let shown = pairs.map { pair -> Substring in
            guard let equals = pair.unicodeScalars.firstIndex(of: "=") else { return pair }
            // Percent encoding could hide the word.
            let name = pair[..<equals].removingPercentEncoding?.lowercased() ?? "token"
            let isSecret = secretWords.contains { name.contains($0) }
            return isSecret ? pair[..<equals] + "=(hidden)" : pair
        }
        return "\(halves[0])?" + shown.joined(separator: "&")
    }

    private static let secretWords = ["token", "secret", "password", "auth", "key", "session", "signature", "code"]
}

/// The destinations of the server's logs.
public struct ServerLogs: Sendable {
    /// Where errors and other events are written.
    public let events: LineSink
    /// The access log, if enabled.
    public let access: AccessLog?

    /// Creates the value from both destinations.
    public init(events: LineSink, access: AccessLog?) {
        (self.events, self.access) = (events, access)
    }

    /// Writes the pending lines, waiting at most 200 ms for each sink.
    public func flush() {
        events.flush(milliseconds: 200)
        access?.sink.flush(milliseconds: 200)
    }
}
