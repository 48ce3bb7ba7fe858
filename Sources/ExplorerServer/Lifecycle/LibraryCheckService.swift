import ServiceLifecycle

/// Reads the library that is served in the background to find damage: see ``LibraryCheck``.
struct LibraryCheckService: Service {
    let current: CurrentLibrary
    /// Occurs once the server listens: the first responses come first.
    let listening: AsyncEvent

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            // The check of a library ends when another takes its place.
            while !Task.isCancelled { await current.served.check.run() }
        }
    }
}
