import ServiceLifecycle

/// Checks once a second whether the library or the certificate was replaced, and reloads them on request.
struct LibraryReloadService: Service {
    /// A library that replaces another is served after this time and the time that it takes to open it.
    private static let interval = Duration.seconds(1)

    let reloader: LibraryReloader
    let identity: TLSIdentity?
    /// Occurs once the server listens: the first responses come first.
    let listening: AsyncEvent
    private let requests = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(reloader: LibraryReloader, identity: TLSIdentity?, listening: AsyncEvent) {
        (self.reloader, self.identity, self.listening) = (reloader, identity, listening)
    }

    /// Requests that everything is opened and read again, changed or not; returns at once.
    func requestReload() { requests.continuation.yield() }

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            if Task.isCancelled { return }
            await reloader.prepare()
            await withTaskGroup { group in
                group.addTask { for await _ in requests.stream { await reload(always: true) } }
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.interval)
                    if !Task.isCancelled { await reload(always: false) }
                }
                group.cancelAll()
            }
        }
    }

    private func reload(always: Bool) async {
        await reloader.reload(always: always)
        if let identity { await reloader.run { identity.look(always: always) } }
    }
}
