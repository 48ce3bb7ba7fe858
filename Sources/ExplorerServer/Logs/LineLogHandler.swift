public import Logging

/// Writes log events as lines of one style to a sink.
public struct LineLogHandler: LogHandler {
    /// The lowest level that is logged.
    public var logLevel: Logger.Level
    /// The metadata of all lines of the logger.
    public var metadata: Logger.Metadata = [:]
    /// Provides the metadata of the current task.
    public var metadataProvider: Logger.MetadataProvider?

    private let style: LogStyle
    private let sink: LineSink

    /// Fields that may hold credentials. Their values are never written.
    private static let secretNames: Set<String> = ["authorization", "cookie", "set-cookie", "token", "password"]

    /// - Parameters:
    ///   - style: The format of lines.
    ///   - level: The lowest level that is logged.
    ///   - sink: Where lines are written.
    public init(style: LogStyle, level: Logger.Level, sink: LineSink) {
        (self.style, self.sink, logLevel) = (style, sink, level)
    }

    /// The metadata of all lines of the logger, by name.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        var line = LogLine(style)
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
