import ArgumentParser
import ExplorerServer

/// `--max-connections` and similar options: the server's limits. See docs/limits.md.
struct LimitArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum number of concurrent connections; further ones get 503.", valueName: "number"))
    var maxConnections = ServerLimits().connectionCount

    @Option(
        help: ArgumentHelp(
            "Maximum number of concurrent connections per client address; further ones get 429.",
            discussion: "0 for no limit, such as behind a proxy.", valueName: "number"))
    var maxConnectionsPerAddress = ServerLimits().addressConnectionCount

    @Option(help: ArgumentHelp("Maximum length of a request target; longer ones get 414.", valueName: "bytes"))
    var maxTargetBytes = ServerLimits().targetByteCount

    @Option(
        help: ArgumentHelp("Maximum size of the header lines of a request; larger ones get 431.", valueName: "bytes"))
    var maxHeaderBytes = ServerLimits().headerByteCount

    @Option(help: ArgumentHelp("Maximum number of header lines of a request; more get 431.", valueName: "number"))
    var maxHeaders = ServerLimits().headerCount

    @Option(help: ArgumentHelp("Maximum size of a request body; larger ones get 413.", valueName: "bytes"))
    var maxBodyBytes = ServerLimits().bodyByteCount

    @Option(
        help: ArgumentHelp(
            "Maximum number of pipelined requests per connection.", valueName: "number"))
    var maxPipelined = ServerLimits().pipelinedCount

    @Option(help: ArgumentHelp("Time limit for receiving a request; then 408.", valueName: "seconds"))
    var requestSeconds = ServerLimits().headTime.inSeconds

    @Option(help: ArgumentHelp("Time limit for producing a response; then 503.", valueName: "seconds"))
    var answerSeconds = ServerLimits().requestTime.inSeconds

    @Option(
        help: ArgumentHelp(
            "Time limit for a client to receive 16 KiB of a response; then the connection is closed.",
            valueName: "seconds"))
    var sendSeconds = ServerLimits().sendTime.inSeconds

    @Option(help: ArgumentHelp("Time limit for an idle connection; then it is closed.", valueName: "seconds"))
    var idleSeconds = ServerLimits().idleTime.inSeconds

    @Option(
        help: ArgumentHelp(
            "Maximum pixels of a rendered image; larger ones get 400 (default: 25165824, or fewer with little memory).",
            valueName: "pixels"))
    var maxPicturePixels: Int?

    @Option(
        help: ArgumentHelp(
            "Maximum pixels of the tiles that an image is rendered from; beyond it 400.", valueName: "pixels"))
    var maxSourcePixels = ServerLimits().sourceArea

    @Option(
        help: ArgumentHelp(
            "Number of images rendered at once; 0 for the number of cores plus one.", valueName: "number"))
    var renders = ServerLimits().renderCount

    @Option(
        help: ArgumentHelp("Maximum number of waiting images; beyond it the widest get 503.", valueName: "number"))
    var maxWaitingRenders = ServerLimits().waitingRenderCount

    @Option(
        help: ArgumentHelp(
            "Maximum total pixels of waiting images; beyond it the widest get 503.", valueName: "pixels"))
    var maxWaitingPixels = ServerLimits().waitingRenderArea

    @Option(
        help: ArgumentHelp(
            "Memory for images while they are rendered and sent (default: a quarter of the memory, 64 MiB to 1 GiB).",
            valueName: "bytes"))
    var renderBytes: Int?

    @Option(help: ArgumentHelp("Maximum number of waiting library queries; further ones get 503.", valueName: "number"))
    var maxWaitingQuestions = ServerLimits().waitingReadCount

    @Option(
        help: ArgumentHelp(
            "Maximum number of waiting searches and lists; beyond it the longest get 503.", valueName: "number"))
    var maxWaitingSearches = ServerLimits().waitingSearchCount

    @Option(
        help: ArgumentHelp(
            "Requests per second and client address, on average; beyond it 429. Tiles are not counted.",
            discussion: "0 for no limit, such as behind a proxy.", valueName: "number"))
    var rate = ServerLimits().addressRate

    @Option(
        help: ArgumentHelp(
            "With --rate: number of requests that an address may send at once.", valueName: "number"))
    var rateBurst = ServerLimits().addressBurst

    /// The limits as given.
    var limits: ServerLimits {
        var limits = ServerLimits()
        limits.connectionCount = maxConnections
        limits.addressConnectionCount = maxConnectionsPerAddress
        limits.targetByteCount = maxTargetBytes
        limits.headerByteCount = maxHeaderBytes
        limits.headerCount = maxHeaders
        limits.bodyByteCount = maxBodyBytes
        limits.pipelinedCount = maxPipelined
        limits.headTime = .seconds(requestSeconds)
        limits.requestTime = .seconds(answerSeconds)
        limits.sendTime = .seconds(sendSeconds)
        limits.idleTime = .seconds(idleSeconds)
        if let maxPicturePixels { limits.outputArea = maxPicturePixels }
        limits.sourceArea = maxSourcePixels
        limits.renderCount = renders
        if let renderBytes { limits.renderByteCount = renderBytes }
        limits.waitingRenderCount = maxWaitingRenders
        limits.waitingRenderArea = maxWaitingPixels
        limits.waitingReadCount = maxWaitingQuestions
        limits.waitingSearchCount = maxWaitingSearches
        (limits.addressRate, limits.addressBurst) = (rate, rateBurst)
        return limits
    }

    func validate() throws {
        try check("--max-connections", maxConnections, 1...1_000_000)
        try check("--max-connections-per-address", maxConnectionsPerAddress, 0...1_000_000)
        try check("--max-target-bytes", maxTargetBytes, 64...65_536)
        try check("--max-header-bytes", maxHeaderBytes, 256...65_536)
        try check("--max-headers", maxHeaders, 8...1_000)
        try check("--max-body-bytes", maxBodyBytes, 0...1_048_576)
        try check("--max-pipelined", maxPipelined, 1...1_000)
        if let maxPicturePixels { try check("--max-picture-pixels", maxPicturePixels, 65_536...1 << 30) }
        try check("--max-source-pixels", maxSourcePixels, 1_048_576...1 << 32)
        try check("--renders", renders, 0...1_024)
        try check("--max-waiting-renders", maxWaitingRenders, 0...65_536)
        try check("--max-waiting-pixels", maxWaitingPixels, 0...1 << 40)
        if let renderBytes { try check("--render-bytes", renderBytes, 16 << 20...1 << 40) }
        try check("--max-waiting-questions", maxWaitingQuestions, 1...65_536)
        try check("--max-waiting-searches", maxWaitingSearches, 1...65_536)
        guard rate == 0 || (0.01...1_000_000).contains(rate) else {
            throw ValidationError("--rate is \(rate), expected 0, or 0.01 to 1000000 requests a second")
        }
        try check("--rate-burst", rateBurst, 1...1_000_000)
        if rate == 0, rateBurst != ServerLimits().addressBurst {
            throw ValidationError("--rate-burst needs --rate with a number above 0")
        }
        try check("--request-seconds", requestSeconds, 1...3_600)
        try check("--answer-seconds", answerSeconds, 1...3_600)
        try check("--send-seconds", sendSeconds, 1...3_600)
        try check("--idle-seconds", idleSeconds, 1...3_600)
    }

    private func check(_ name: String, _ value: Int, _ allowed: ClosedRange<Int>) throws {
        guard allowed.contains(value) else {
            throw ValidationError("\(name) is \(value), expected \(allowed.lowerBound) to \(allowed.upperBound)")
        }
    }
}

extension Duration {
    /// The duration in whole seconds.
    fileprivate var inSeconds: Int { Int(clamping: components.seconds) }
}
