import Logging
import NIOConcurrencyHelpers
import NIOSSL

/// The certificate that new connections are shown. It is read again when its files change; connections that are open keep
/// the one that they began with.
final class TLSIdentity: Sendable {
    private struct State {
        var context: NIOSSLContext
        var end: Int
        /// What is in use, or was tried.
        var known: TLSFiles.State
        /// What the last look saw.
        var latest: TLSFiles.State
    }

    private let files: TLSFiles
    private let logger: Logger
    private let state: NIOLockedValueBox<State>

    /// - Throws: ``TLSError``.
    init(files: TLSFiles, logger: Logger) throws(TLSError) {
        (self.files, self.logger) = (files, logger)
        let found = files.state
        let content = try files.read()
        state = NIOLockedValueBox(State(context: content.context, end: content.end, known: found, latest: found))
        warn(content.warnings)
    }

    var context: NIOSSLContext { state.withLockedValue { $0.context } }

    /// When the certificate ends, in seconds since 1970.
    var end: Int { state.withLockedValue { $0.end } }

    /// Reads the files again where they were changed; blocks.
    ///
    /// Certificate and key are two files, and programs that renew them write one after the other: they are read once a look
    /// finds them as the look before did.
    ///
    /// - Parameter always: Whether to read them in any case.
    func look(always: Bool = false) {
        let found = files.state
        let isDue = state.withLockedValue { state in
            defer { state.latest = found }
            return always || (found != state.known && found == state.latest)
        }
        guard isDue else { return }
        do throws(TLSError) {
            let content = try files.read()
            state.withLockedValue { ($0.context, $0.end, $0.known) = (content.context, content.end, found) }
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
