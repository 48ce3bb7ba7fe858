import ServiceLifecycle

/// Goes on with cutting uploaded scans that a former server has not finished.
struct ScanWorkService: Service {
    let current: CurrentLibrary
    /// Occurs once the server listens: the first responses come first.
    let listening: AsyncEvent

    func run() async {
        await cancelWhenGracefulShutdown {
            await listening.wait()
            await current.served.scanWork.resume()
        }
        // A service that ends of its own accord would end the others.
        try? await gracefulShutdown()
    }
}
