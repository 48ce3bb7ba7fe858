import DocumentLibrary
import Hummingbird
import NIOConcurrencyHelpers

/// A library and everything that serves it: its known images and pages, cached renderings, and routes. A request uses
/// the same one from start to end, so that no response mixes two libraries.
///
/// The library's files are closed when the last request releases it.
final class ServedLibrary: Sendable {
    let library: Library
    let services: RouterBuilder.Services
    let check: LibraryCheck
    let responder: RouterResponder<ServerContext>
    /// The path patterns of the GET routes.
    let paths: [String]
    /// The methods and path patterns of routes that change something, such as `POST /access`.
    let changingRoutes: [String]

    init(
        library: Library, services: RouterBuilder.Services, check: LibraryCheck, router: Router<ServerContext>
    ) {
        (self.library, self.services, self.check) = (library, services, check)
        responder = router.buildResponder()
        paths = router.routes.filter { $0.method == .get }.map(\.path.description)
        changingRoutes = router.routes.filter { $0.method != .get && $0.method != .head }.map {
            "\($0.method) \($0.path)"
        }
    }

    /// Stops its background work, and expires what the tile lane has cached of it. Requests in flight continue.
    func retire() {
        services.images.close()
        services.events.close()
        services.scanWork.close()
        check.stop()
    }
}

/// The library that is currently served.
final class CurrentLibrary: Sendable {
    private let box: NIOLockedValueBox<ServedLibrary>

    init(_ served: ServedLibrary) { box = NIOLockedValueBox(served) }

    var served: ServedLibrary { box.withLockedValue { $0 } }

    /// Replaces the served library, and returns the former one.
    func replace(with next: ServedLibrary) -> ServedLibrary {
        box.withLockedValue { current in
            defer { current = next }
            return current
        }
    }
}
