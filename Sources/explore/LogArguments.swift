public import ArgumentParser
public import ExplorerServer
public import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// The server's options for metrics and logs.
struct LogArguments: ParsableArguments {
    /// The format of the access log.
    enum Access: String, CaseIterable, ExpressibleByArgument {
        case off, plain, json
    }

    @Option(
        help: ArgumentHelp(
            "Where /metrics is served: local (to this machine; disabled with --public-url), a separate address, or off.",
            valueName: "local|host:port|off"))
    var metricsAddress = "local"

    @Option(help: "Log format on standard error: plain, or one JSON object per line.")
    var logFormat = LogStyle.plain

    @Option(help: "Minimum log level.")
    var logLevel = Logger.Level.warning

    @Option(help: "Log each request on standard output, except tiles of the tile lane.")
    var accessLog = Access.off

    @Flag(help: "With --access-log, also log tiles of the tile lane.")
    var accessLogTiles = false

    @Flag(help: "Use the proxy's X-Request-Id as the request id.")
    var trustRequestIds = false

    var metricsExposure: MetricsExposure { MetricsExposure(metricsAddress) ?? .off }

    func validate() throws {
        guard MetricsExposure(metricsAddress) != nil else {
            throw ValidationError(
                "--metrics-address is '\(metricsAddress)', expected local, off, or host:port such as 127.0.0.1:9100")
        }
        if accessLogTiles, accessLog == .off {
            throw ValidationError("--access-log-tiles needs --access-log plain or json")
        }
    }

    /// Creates the logs, and directs all logging in this process to them.
    func begin() -> ServerLogs {
        // The process that reads the log may exit; that must not end the server.
        signal(SIGPIPE, SIG_IGN)
        let events = LineSink(descriptor: STDERR_FILENO, style: logFormat)
        let (style, level) = (logFormat, logLevel)
        LoggingSystem.bootstrap { _ in LineLogHandler(style: style, level: level, sink: events) }
        guard let access = LogStyle(rawValue: accessLog.rawValue) else {
            return ServerLogs(events: events, access: nil)
        }
        let sink = LineSink(descriptor: STDOUT_FILENO, style: access)
        return ServerLogs(
            events: events, access: AccessLog(style: access, sink: sink, includesLane: accessLogTiles))
    }
}

extension LogStyle: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
