/// Checks once a second whether the library or the certificate was replaced, and reloads them on request.
struct ReloadLoop: Sendable {
    /// A replaced library is served after this interval plus the time it takes to open it.
    private static let interval = Duration.seconds(1)

    let reloader: LibraryReloader
    let identity: TLSIdentity?
    private let requests = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Requests that everything is reloaded, whether it changed or not. Returns at once.
    func requestReload() { requests.continuation.yield() }

    @Sendable func run() async {
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

    private func reload(always: Bool) async {
        await reloader.reload(always: always)
        if let identity { await reloader.run { identity.look(always: always) } }
    }
}
