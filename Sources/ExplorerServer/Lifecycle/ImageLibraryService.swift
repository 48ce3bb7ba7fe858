import Logging
import ServiceLifecycle
import TileEngine

/// Loads libvips, whose libraries take as long as all the rest of the start, while the first requests are answered.
struct ImageLibraryService: Service {
    let pool: WorkPool
    /// Occurs once the server listens: the first responses come first.
    let listening: AsyncEvent
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            do {
                try await pool.run { try VipsRuntime.start() }
            } catch is CancellationError {
                // The server ended as soon as it began.
            } catch {
                logger.error("pictures cannot be made", metadata: ["error": "\(error)"])
            }
        }
        // A service that ends of its own accord would end the others.
        try? await gracefulShutdown()
    }
}
