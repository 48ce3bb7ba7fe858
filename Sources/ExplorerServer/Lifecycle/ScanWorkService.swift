import ServiceLifecycle

/// Resumes cutting uploaded scans that a previous server did not finish, and removes those unused for long: at the
/// start, and then once a day.
struct ScanWorkService: Service {
    private static let interval = Duration.seconds(86_400)

    let current: CurrentLibrary
    /// Signalled once the server listens, so that the first responses are not delayed.
    let listening: AsyncEvent

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            while !Task.isCancelled {
                await current.served.scanWork.resume()
                try? await Task.sleep(for: Self.interval)
            }
        }
        // If this service returned, the service group would stop the others.
        try? await gracefulShutdown()
    }
}
