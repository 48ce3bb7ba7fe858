import ArgumentParser
import ExplorerServer

/// Options of `explore serve`: HTTPS, shutdown and background checks.
struct ServingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve HTTPS with this certificate, followed by its chain, in PEM format.",
            discussion: "Reloaded when replaced, like the key.", valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("The unencrypted private key in PEM format.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Send Strict-Transport-Security with this duration.", valueName: "seconds"))
    var hsts: Int?

    @Option(
        help: ArgumentHelp(
            "After SIGTERM, time to keep accepting requests while /health/ready returns 503.", valueName: "seconds"))
    var drain = 0.2

    @Option(
        help: ArgumentHelp(
            "Interval between background checks of the whole library; 0 for never.",
            valueName: "seconds"))
    var checkInterval = 86_400

    func validate() throws {
        if (tlsCert == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-cert and --tls-key need each other, expected both or neither")
        }
        if let hsts, !(0...63_072_000).contains(hsts) {
            throw ValidationError("--hsts is \(hsts), expected 0 to 63072000 (two years)")
        }
        guard (0...3_600).contains(drain) else { throw ValidationError("--drain is \(drain), expected 0 to 3600") }
        guard checkInterval >= 0 else {
            throw ValidationError("--check-interval is \(checkInterval), expected 0 or more seconds")
        }
    }

    /// Applies the arguments to the server's options.
    func apply(to options: inout ServerOptions) {
        if let tlsCert, let tlsKey { options.tls = TLSFiles(certificatePath: tlsCert, keyPath: tlsKey) }
        options.hstsSeconds = hsts
        options.drainSeconds = drain
        options.checkIntervalSeconds = checkInterval
    }
}
