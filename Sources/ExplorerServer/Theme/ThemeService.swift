import DocumentModel
import Logging
import NIOConcurrencyHelpers
import Viewer
import WebDocuments

/// The theme in the library's folder. Changes take effect within a second, without a restart. If a theme has faults,
/// the last good one stays in service; each state of the folder is logged once.
final class ThemeService: Sendable {
    private struct State {
        var pages: ThemedPages
        /// The state of the folder when it was last read; nil if there was no theme.
        var folderState: String?
    }

    private let folder: ThemeFolder
    private let files: ViewerResponses
    private let base: @Sendable () -> String
    private let logger: Logger
    private let state: NIOLockedValueBox<State>
    /// Permits one check at a time.
    private let looking = NIOLock()

    /// Reads the theme, if there is one.
    init(folder: String, files: ViewerResponses, base: @escaping @Sendable () -> String, logger: Logger) {
        (self.folder, self.files, self.base, self.logger) = (ThemeFolder(folder), files, base, logger)
        state = NIOLockedValueBox(State(pages: ThemedPages(files, theme: nil, base: base)))
        look()
    }

    /// The current pages.
    var pages: ThemedPages { state.withLockedValue { $0.pages } }

    /// Reads the theme again if its folder has changed. Blocks.
    func look() {
        looking.withLock {
            let former = state.withLockedValue { $0.folderState }
            let found = folder.state
            guard found != former else { return }
            state.withLockedValue { $0.folderState = found }
            guard found != nil else {
                state.withLockedValue { $0.pages = ThemedPages(files, theme: nil, base: base) }
                logger.notice("the library's theme was removed", metadata: ["theme": "\(folder.path)"])
                return
            }
            do {
                let interface = try files.interfaceTexts()
                let theme = ThemedViewer(
                    try InstitutionTheme(in: folder, interface: interface), interface: interface,
                    style: files.bytes(of: ThemedViewer.baseStyle))
                let pages = ThemedPages(files, theme: theme, base: base)
                state.withLockedValue { $0.pages = pages }
                logger.notice(
                    "the library's theme was read",
                    metadata: ["theme": "\(folder.path)", "version": "\(theme.version)"])
            } catch {
                logger.error(
                    "the library's theme cannot be used; the one before it stays",
                    metadata: ["theme": "\(folder.path)", "error": "\(error)"])
            }
        }
    }
}
