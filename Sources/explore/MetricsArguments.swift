import ArgumentParser
import ExplorerServer

/// The arguments for access to the server's metrics.
struct MetricsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where /metrics is served: local (to this machine; disabled with --public-url), a separate address, or off.",
            valueName: "local|host:port|off"))
    var metricsAddress = "local"

    func validate() throws {
        guard MetricsExposure(metricsAddress) != nil else {
            throw ValidationError(
                "--metrics-address is '\(metricsAddress)', expected local, off, or host:port such as 127.0.0.1:9100")
        }
    }

    var exposure: MetricsExposure { MetricsExposure(metricsAddress) ?? .off }
}
