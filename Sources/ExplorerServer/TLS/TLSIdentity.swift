import Logging
import NIOConcurrencyHelpers
import NIOSSL

/// The certificate for new connections. It is reloaded when its files change; open connections keep the one that they
/// started with.
final class TLSIdentity: Sendable {
    private struct State {
        var content: TLSFiles.Content
        /// The state of the files in use, or last tried.
        var known: [Int64]
        /// The state of the files at the last check.
        var latest: [Int64]
    }

    private let files: TLSFiles
    private let logger: Logger
    private let state: NIOLockedValueBox<State>

    /// - Throws: ``TLSError``.
    init(files: TLSFiles, logger: Logger) throws(TLSError) {
        (self.files, self.logger) = (files, logger)
        let found = files.state
        let content = try files.read()
        state = NIOLockedValueBox(State(content: content, known: found, latest: found))
        warn(content.warnings)
    }

    var context: NIOSSLContext { state.withLockedValue { $0.content.context } }

    /// The expiry of the certificate, in seconds since 1970.
    var end: Int { state.withLockedValue { $0.content.end } }

    /// Reloads the files if they have changed. Blocks.
    ///
    /// Certificate and key are two files, which renewal programs write one after the other. They are read only once two
    /// consecutive checks find the same state.
    ///
    /// - Parameter always: Whether to reload them in any case.
    func look(always: Bool = false) {
        let found = files.state
        let isDue = state.withLockedValue { state in
            defer { state.latest = found }
            return always || (found != state.known && found == state.latest)
        }
        guard isDue else { return }
        do throws(TLSError) {
            let content = try files.read()
            state.withLockedValue { ($0.content, $0.known) = (content, found) }
            logger.notice("the certificate was read again", metadata: ["certificate": "\(files.certificatePath)"])
            warn(content.warnings)
        } catch {
            state.withLockedValue { $0.known = found }
            logger.error("still using the former certificate", metadata: ["error": "\(error)"])
        }
    }

    private func warn(_ warnings: [String]) {
        for warning in warnings { logger.warning("\(warning)") }
    }
}
