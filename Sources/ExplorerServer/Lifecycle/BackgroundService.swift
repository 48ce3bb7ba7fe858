import ServiceLifecycle

/// Work in the background, until the server shuts down.
struct BackgroundService: Service {
    /// Signalled once the server listens, so that the first responses are not delayed.
    let listening: AsyncEvent
    let work: @Sendable () async -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            await work()
        }
        // If this service returned, the service group would stop the others.
        try? await gracefulShutdown()
    }
}
