package import DocumentLibrary

import Foundation
import ClauseStore
import NIOConcurrencyHelpers
import TileEngine

/// The known damage of the served library, met by requests or found by ``LibraryCheck``.
///
/// Damage belongs to a file of the library and to documents. The result of checking a file replaces everything known
/// about it, so that repaired damage is no longer reported.
package final class ServiceHealth: Sendable {
    private struct State {
        var damages: [Damage] = []
        var onDamage: @Sendable () -> Void = {}
    }

    /// The maximum number of damages remembered, which is enough to report that something is wrong.
    private static let limit = 1_000
    private static let longestName = 200

    private let state = NIOLockedValueBox(State())

    init() {}

    // MARK: Known damage

    package var damages: [Damage] { state.withLockedValue { $0.damages } }

    /// The ids of the documents with known damage, including drafts.
    var damagedDocuments: Set<String> { Set(damages.flatMap(\.documents)) }

    // MARK: Recording

    /// Records an error that prevented a response, if it indicates damage.
    ///
    /// - Parameter document: The document of the request, if any.
    func met(_ error: any Error, document: String?) {
        // A name too long for a document is not kept, because it could be any text of a client.
        let document = document.flatMap { $0.utf8.count <= Self.longestName ? $0 : nil }
        guard let damage = Damage(error, document: document) else { return }
        let onDamage = state.withLockedValue { state -> (@Sendable () -> Void)? in
            guard state.damages.count < Self.limit, !state.damages.contains(damage) else { return nil }
            state.damages.append(damage)
            return state.onDamage
        }
        onDamage?()
    }

    /// Records the result of a check.
    ///
    /// - Parameters:
    ///   - damages: The damage found.
    ///   - files: The files that were checked; nil for the whole library.
    /// - Returns: The new damage, and the damage that was repaired.
    func found(_ damages: [Damage], in files: Set<String>?) -> (new: [Damage], mended: [Damage]) {
        state.withLockedValue { state in
            let former = state.damages
            let others = files.map { files in former.filter { !files.contains($0.file) } } ?? []
            state.damages = others + damages.prefix(Self.limit)
            let (before, now) = (Set(former), Set(state.damages.map(\.file)))
            // Requests and checks often describe the same damage differently, so damage counts as repaired only when
            // its file is sound.
            return (damages.filter { !before.contains($0) }, former.filter { !now.contains($0.file) })
        }
    }

    var damagedFiles: Set<String> { Set(damages.map(\.file)) }

    /// Sets the closure to call when new damage is met.
    func onDamage(_ body: @escaping @Sendable () -> Void) { state.withLockedValue { $0.onDamage = body } }
}

extension Damage {
    /// Creates the damage that an error indicates; nil for any other error.
    ///
    /// - Parameter document: The requested document.
    init?(_ error: any Error, document: String?) {
        let documents = document.map { [$0] } ?? []
        switch error {
        case let error as TileEngineError:
            // The library's folder is held open and may have several paths, so pyramids are recognised by their unique
            // names.
            let parts = (error.path ?? "").split(separator: "/").suffix(2)
            guard parts.count == 2, parts.first == "pyramids" else { return nil }
            self.init(file: parts.joined(separator: "/"), reason: error.reason, documents: documents)
        case ClauseStoreError.damaged(let reason), ClauseStoreError.cannotOpen(_, let reason):
            self.init(file: Self.databaseFile, reason: reason, documents: documents)
        default: return nil
        }
    }
}
