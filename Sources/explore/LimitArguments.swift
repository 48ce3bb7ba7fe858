import ArgumentParser
import ExplorerServer

/// `--max-connections` and the like: what the server takes on at most. See docs/limits.md.
struct LimitArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Connections at once; a further one is told 503.", valueName: "number"))
    var maxConnections = ServerLimits().connectionCount

    @Option(
        help: ArgumentHelp(
            "Connections of one address at once; a further one is told 429.",
            discussion: "0 for any number, as where another server stands before this one.", valueName: "number"))
    var maxConnectionsPerAddress = ServerLimits().addressConnectionCount

    @Option(help: ArgumentHelp("The longest address that may be asked for; a longer one is 414.", valueName: "bytes"))
    var maxTargetBytes = ServerLimits().targetByteCount

    @Option(help: ArgumentHelp("All header lines of a request; more are 431.", valueName: "bytes"))
    var maxHeaderBytes = ServerLimits().headerByteCount

    @Option(help: ArgumentHelp("Header lines of a request; more are 431.", valueName: "number"))
    var maxHeaders = ServerLimits().headerCount

    @Option(help: ArgumentHelp("The body of a request; a larger one is 413.", valueName: "bytes"))
    var maxBodyBytes = ServerLimits().bodyByteCount

    @Option(
        help: ArgumentHelp(
            "Requests of a connection that are taken on before the first is answered.", valueName: "number"))
    var maxPipelined = ServerLimits().pipelinedCount

    @Option(help: ArgumentHelp("How long a request may take to arrive; then it is 408.", valueName: "seconds"))
    var requestSeconds = ServerLimits().headTime.inSeconds

    @Option(help: ArgumentHelp("How long an answer may take to be made; then it is 503.", valueName: "seconds"))
    var answerSeconds = ServerLimits().requestTime.inSeconds

    @Option(
        help: ArgumentHelp(
            "How long a reader may take for 16 KiB of an answer; then it is closed.", valueName: "seconds"))
    var sendSeconds = ServerLimits().sendTime.inSeconds

    @Option(help: ArgumentHelp("How long a connection may be silent; then it is closed.", valueName: "seconds"))
    var idleSeconds = ServerLimits().idleTime.inSeconds

    @Option(help: ArgumentHelp("The pixels that a picture may have; more are 400.", valueName: "pixels"))
    var maxPicturePixels = ServerLimits().outputArea

    @Option(help: ArgumentHelp("The pixels of tiles that a picture may be made of; more are 400.", valueName: "pixels"))
    var maxSourcePixels = ServerLimits().sourceArea

    @Option(
        help: ArgumentHelp(
            "Pictures that are made at once; 0 for one more than there are cores.", valueName: "number"))
    var renders = ServerLimits().renderCount

    @Option(
        help: ArgumentHelp("Pictures that may wait to be made; of more, the widest are 503.", valueName: "number"))
    var maxWaitingRenders = ServerLimits().waitingRenderCount

    @Option(
        help: ArgumentHelp(
            "The pixels that waiting pictures touch together; of more, the widest are 503.", valueName: "pixels"))
    var maxWaitingPixels = ServerLimits().waitingRenderArea

    @Option(help: ArgumentHelp("Questions to the library that may wait; more are 503.", valueName: "number"))
    var maxWaitingQuestions = ServerLimits().waitingReadCount

    /// The limits as they were given.
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
        limits.outputArea = maxPicturePixels
        limits.sourceArea = maxSourcePixels
        limits.renderCount = renders
        limits.waitingRenderCount = maxWaitingRenders
        limits.waitingRenderArea = maxWaitingPixels
        limits.waitingReadCount = maxWaitingQuestions
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
        try check("--max-picture-pixels", maxPicturePixels, 65_536...1 << 30)
        try check("--max-source-pixels", maxSourcePixels, 1_048_576...1 << 32)
        try check("--renders", renders, 0...1_024)
        try check("--max-waiting-renders", maxWaitingRenders, 0...65_536)
        try check("--max-waiting-pixels", maxWaitingPixels, 0...1 << 40)
        try check("--max-waiting-questions", maxWaitingQuestions, 1...65_536)
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
    /// Whole seconds.
    fileprivate var inSeconds: Int { Int(clamping: components.seconds) }
}
