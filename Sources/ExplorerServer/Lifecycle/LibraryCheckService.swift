import ServiceLifecycle

/// Reads the served library in the background to find damage: see ``LibraryCheck``.
struct LibraryCheckService: Service {
    let current: CurrentLibrary
    /// Signalled once the server listens, so that the first responses are not delayed.
    let listening: AsyncEvent

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            // The check of a library ends when the library is replaced.
            while !Task.isCancelled { await current.served.check.run() }
        }
    }
}
