package import DocumentLibrary

import Foundation
import ClauseStore
import NIOConcurrencyHelpers
import TileEngine

/// What is wrong with what is served: damage that was met while answering, or found by ``LibraryCheck``.
///
/// Damage belongs to a file of the library and to documents. What a check of a file tells takes the place of all that was
/// known of it, so that what was mended is not told any more.
package final class ServiceHealth: Sendable {
    private struct State {
        var damages: [Damage] = []
        var onDamage: @Sendable () -> Void = {}
    }

    /// More need not be known to say that something is wrong.
    private static let limit = 1_000
    private static let longestName = 200

    private let state = NIOLockedValueBox(State())

    init() {}

    // MARK: Questions

    /// What is wrong, as far as it is known.
    package var damages: [Damage] { state.withLockedValue { $0.damages } }

    /// How much is wrong: for a gauge.
    var damageCount: Int { damages.count }

    /// The documents that are known to have damage, drafts among them: for a gauge.
    var damagedDocumentCount: Int { damagedDocuments.count }

    /// The ids of these documents.
    var damagedDocuments: Set<String> { Set(damages.flatMap(\.documents)) }

    // MARK: What becomes known

    /// Takes note of an error that kept a request from being answered, if it tells of damage.
    ///
    /// - Parameter document: The document that the request was about, if any.
    /// - Returns: The damage.
    @discardableResult
    func met(_ error: any Error, document: String?) -> Damage? {
        // A name that no document can have is not kept: it is whatever the reader wrote.
        let document = document.flatMap { $0.utf8.count <= Self.longestName ? $0 : nil }
        guard let damage = Damage(error, document: document) else { return nil }
        let onDamage = state.withLockedValue { state -> (@Sendable () -> Void)? in
            guard state.damages.count < Self.limit, !state.damages.contains(damage) else { return nil }
            state.damages.append(damage)
            return state.onDamage
        }
        onDamage?()
        return damage
    }

    /// Takes over what a check has found.
    ///
    /// - Parameters:
    ///   - damages: What is wrong.
    ///   - files: The files that were looked at; nil for all of the library.
    /// - Returns: What is new, and what is not wrong any more.
    func found(_ damages: [Damage], in files: Set<String>?) -> (new: [Damage], mended: [Damage]) {
        state.withLockedValue { state in
            let former = state.damages
            let others = files.map { files in former.filter { !files.contains($0.file) } } ?? []
            state.damages = others + damages.prefix(Self.limit)
            let (before, now) = (Set(former), Set(state.damages.map(\.file)))
            // What a request met is often told by the check in other words: it is mended when its file is sound.
            return (damages.filter { !before.contains($0) }, former.filter { !now.contains($0.file) })
        }
    }

    /// The files with damage.
    var damagedFiles: Set<String> { Set(damages.map(\.file)) }

    /// Says whom to tell when damage is met that was not known.
    func onDamage(_ body: @escaping @Sendable () -> Void) { state.withLockedValue { $0.onDamage = body } }
}

extension Damage {
    /// The damage that an error tells of; nil for any other error.
    ///
    /// - Parameter document: The document that was asked for.
    init?(_ error: any Error, document: String?) {
        let documents = document.map { [$0] } ?? []
        switch error {
        case let error as TileEngineError:
            // The library's folder has several paths where it is held open; its pyramids have names that nothing else has.
            let parts = (error.path ?? "").split(separator: "/").suffix(2)
            guard parts.count == 2, parts.first == "pyramids" else { return nil }
            self.init(file: parts.joined(separator: "/"), reason: error.reason, documents: documents)
        case ClauseStoreError.damaged(let reason), ClauseStoreError.cannotOpen(_, let reason):
            self.init(file: Self.databaseFile, reason: reason, documents: documents)
        default: return nil
        }
    }
}
