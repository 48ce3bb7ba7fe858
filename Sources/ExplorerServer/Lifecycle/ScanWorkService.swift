import ServiceLifecycle

/// Goes on with cutting uploaded scans that a former server has not finished, and removes those that nobody has used for long:
/// at the start, and then once a day.
struct ScanWorkService: Service {
    private static let interval = Duration.seconds(86_400)

    let current: CurrentLibrary
    /// Occurs once the server listens: the first responses come first.
    let listening: AsyncEvent

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            while !Task.isCancelled {
                await current.served.scanWork.resume()
                try? await Task.sleep(for: Self.interval)
            }
        }
        // A service that ends of its own accord would end the others.
        try? await gracefulShutdown()
    }
}
