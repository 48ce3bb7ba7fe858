import DocumentLibrary
import Hummingbird
import NIOConcurrencyHelpers

/// A library and everything that serves it: its known images and pages, cached renderings, and routes. A request uses
/// the same one from start to end, so that no response mixes two libraries.
///
/// The library's files are closed when the last request releases it.
final class ServedLibrary: Sendable {
    let library: Library
    let images: ServedImages
    /// The damage found in the library.
    let health: ServiceHealth
    let check: LibraryCheck
    let responder: RouterResponder<ServerContext>
    /// The path patterns of the GET routes.
    let paths: [String]
    /// The methods and path patterns of routes that change something, such as `POST /access`.
    let changingRoutes: [String]
    /// The uploaded scans that are being cut.
    let scanWork: ScanWork
    /// The library's theme.
    let themes: ThemeService
    private let events: EditEvents

    init(
        library: Library, images: ServedImages, health: ServiceHealth, check: LibraryCheck,
        responder: RouterResponder<ServerContext>, paths: [String], changingRoutes: [String], events: EditEvents,
        scanWork: ScanWork, themes: ThemeService
    ) {
        self.themes = themes
        (self.changingRoutes, self.events, self.scanWork) = (changingRoutes, events, scanWork)
        (self.health, self.check) = (health, check)
        (self.library, self.images) = (library, images)
        (self.responder, self.paths) = (responder, paths)
    }

    /// Stops its background work, and expires what the tile lane has cached of it. Requests in flight continue.
    func retire() {
        images.close()
        events.close()
        scanWork.close()
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
