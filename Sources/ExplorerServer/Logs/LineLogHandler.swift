public import Logging

/// Writes what the program logs as lines of one style to a sink.
public struct LineLogHandler: LogHandler {
    /// What is at least logged.
    public var logLevel: Logger.Level
    /// What all lines of the logger tell.
    public var metadata: Logger.Metadata = [:]
    /// Tells what belongs to the task that logs.
    public var metadataProvider: Logger.MetadataProvider?

    private let style: LogStyle
    private let sink: LineSink

    /// Fields that could hold what lets someone in; their values are never written.
    private static let secretNames: Set<String> = ["authorization", "cookie", "set-cookie", "token", "password"]

    /// - Parameters:
    ///   - style: How lines are written.
    ///   - level: What is at least logged.
    ///   - sink: Where they go.
    public init(style: LogStyle, level: Logger.Level, sink: LineSink) {
        (self.style, self.sink, logLevel) = (style, sink, level)
    }

    /// What all lines of the logger tell under a name.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        var line = LogLine(style, time: LogTime.now())
        line.add("level", bare: event.level.rawValue)
        line.add("message", bare: "\(event.message)")
        let all = (metadataProvider?.get() ?? [:]).merging(metadata) { $1 }.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) {
            let isSecret = Self.secretNames.contains(name.lowercased())
            line.add(name == "hb.request.id" ? "request" : name, isSecret ? "(hidden)" : "\(value)")
        }
        line.end()
        sink.write(line.bytes)
    }
}
