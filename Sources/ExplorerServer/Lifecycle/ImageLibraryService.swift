import Logging
import ServiceLifecycle
import TileEngine

/// Loads libvips in the background while the first requests are served, because loading its libraries takes as long as
/// the rest of the start.
struct ImageLibraryService: Service {
    let pool: WorkPool
    /// Signalled once the server listens, so that the first responses are not delayed.
    let listening: AsyncEvent
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            do {
                try await pool.run { try VipsRuntime.start() }
            } catch is CancellationError {
                // The server stopped right after it started.
            } catch {
                logger.error("pictures cannot be made", metadata: ["error": "\(error)"])
            }
        }
        // If this service returned, the service group would stop the others.
        try? await gracefulShutdown()
    }
}
