/// Looks once a second whether what is served was replaced: the library, and the certificate.
struct ServerWatch: Sendable {
    /// A library that took the place of another is served after this and the time that it takes to open it.
    private static let interval = Duration.seconds(1)

    let reloader: LibraryReloader
    let identity: TLSIdentity?

    /// Looks until the task is cancelled.
    func run() async {
        await reloader.prepare()
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            if Task.isCancelled { return }
            await reloader.reload()
            if let identity { await reloader.run { identity.look() } }
        }
    }

    /// Opens and reads everything anew, changed or not.
    @Sendable func reload() async {
        await reloader.reload(always: true)
        if let identity { await reloader.run { identity.look(always: true) } }
    }
}
