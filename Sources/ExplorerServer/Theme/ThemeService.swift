import DocumentModel
import Logging
import NIOConcurrencyHelpers
import Viewer
import WebDocuments

/// The theme in the library's folder. Changes take effect within a second, without a restart. If a theme has faults,
/// the last good one stays in service; each state of the folder is logged once.
final class ThemeService: Sendable {
    private let folder: ThemeFolder
    private let files: ViewerResponses
    private let base: @Sendable () -> String
    private let logger: Logger
    private let current: NIOLockedValueBox<ThemedPages>
    /// The state of the folder when it was last read; nil if there was no theme. Its lock permits one check at a time.
    private let folderState = NIOLockedValueBox<String?>(nil)

    /// Reads the theme, if there is one.
    init(folder: String, files: ViewerResponses, base: @escaping @Sendable () -> String, logger: Logger) {
        (self.folder, self.files, self.base, self.logger) = (ThemeFolder(folder), files, base, logger)
        current = NIOLockedValueBox(ThemedPages(files, theme: nil, base: base))
        look()
    }

    var pages: ThemedPages { current.withLockedValue { $0 } }

    /// Reads the theme again if its folder has changed. Blocks.
    func look() {
        folderState.withLockedValue { known in
            let found = folder.state
            guard found != known else { return }
            known = found
            guard found != nil else {
                current.withLockedValue { $0 = ThemedPages(files, theme: nil, base: base) }
                logger.notice("the library's theme was removed", metadata: ["theme": "\(folder.path)"])
                return
            }
            do {
                let interface = try files.interfaceTexts()
                let theme = ThemedViewer(
                    try InstitutionTheme(in: folder, interface: interface), interface: interface,
                    style: files.bytes(of: ThemedViewer.baseStyle))
                let pages = ThemedPages(files, theme: theme, base: base)
                current.withLockedValue { $0 = pages }
                logger.notice(
                    "the library's theme was read",
                    metadata: ["theme": "\(folder.path)", "version": "\(theme.version)"])
            } catch {
                logger.error(
                    "the library's theme cannot be used; the former one stays in use",
                    metadata: ["theme": "\(folder.path)", "error": "\(error)"])
            }
        }
    }
}
