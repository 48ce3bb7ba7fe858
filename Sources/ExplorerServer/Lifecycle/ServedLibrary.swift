import DocumentLibrary
import Hummingbird
import NIOConcurrencyHelpers

/// A library and all that answers from it: what is known of its images and pages, the pictures made of them, the routes. A
/// request is answered by one of these from its beginning to its end, so that no answer is of two libraries.
///
/// The library's files are closed when the last request lets go of it.
final class ServedLibrary: Sendable {
    let library: Library
    let images: ServedImages
    /// What is wrong with the library.
    let health: ServiceHealth
    let check: LibraryCheck
    let responder: RouterResponder<ServerContext>
    /// The patterns of the addresses that are answered.
    let paths: [String]
    /// The methods and patterns of what changes something: `POST /access`.
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

    /// Ends what is done for it in the background, and what the tile lane knows of it. Requests in flight go on.
    func retire() {
        images.close()
        events.close()
        scanWork.close()
        check.stop()
    }
}

/// The library that is served now.
final class CurrentLibrary: Sendable {
    private let box: NIOLockedValueBox<ServedLibrary>

    init(_ served: ServedLibrary) { box = NIOLockedValueBox(served) }

    var served: ServedLibrary { box.withLockedValue { $0 } }

    /// Serves another from now on, and gives the former.
    func replace(with next: ServedLibrary) -> ServedLibrary {
        box.withLockedValue { current in
            defer { current = next }
            return current
        }
    }
}
