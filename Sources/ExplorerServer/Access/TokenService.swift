import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// What a token is worth.
enum TokenVerdict: Sendable, Equatable {
    case valid(TokenInfo)
    case expired
    case revoked
    /// The library knows no such token.
    case unknown
}

/// Says what tokens are worth, by the library's database.
///
/// What the database said of a token holds for a second, so that one that is taken back is refused within two; when it
/// expires is looked at each time. Tokens themselves are not kept, but their digests are.
final class TokenService: Sendable {
    private struct Known {
        /// Nil where there is no such token.
        let token: TokenInfo?
        let checkedAt: NIODeadline
    }

    private struct State {
        var known: [[UInt8]: Known] = [:]
        /// By token, the day whose first use was noted.
        var notedDays: [String: Date] = [:]
    }

    private static let validity = TimeAmount.seconds(1)
    private static let knownLimit = 4_096

    private let store: ClauseStore
    private let pool: WorkPool
    private let attempts: RateLimit
    private let refusals: Counters<Refusal>
    private let logger: Logger
    /// Whether a use is written down: a replica has nowhere to.
    private let notesUse: Bool
    private let state = NIOLockedValueBox(State())

    init(library: Library, pool: WorkPool, attempts: RateLimit, refusals: Counters<Refusal>, logger: Logger) {
        (store, self.pool, self.attempts) = (library.store, pool, attempts)
        (self.refusals, self.logger, notesUse) = (refusals, logger, !library.isReplica)
    }

    /// What a token is worth now.
    ///
    /// - Parameters:
    ///   - text: What was shown.
    ///   - address: Where it came from, see ``RateLimit``.
    /// - Throws: ``Problem`` 429 when too many wrong ones came from there; then this one was not looked at. One that was
    ///   shown before is, so that those who have one are not locked out by others behind their address.
    func verdict(on text: String, from address: String) async throws -> TokenVerdict {
        guard let token = AccessToken(text) else { return refuse(.unknown) }
        let digest = token.sha256
        let known = state.withLockedValue { $0.known[digest] }
        let now = NIODeadline.now()
        var found = known?.token
        if known.map({ now - $0.checkedAt >= Self.validity }) ?? true {
            if known == nil, let wait = attempts.wait(for: address, at: now) {
                refusals[.rate].add()
                throw Problem(
                    status: .tooManyRequests, detail: "too many wrong tokens came from your address; try again later",
                    headers: [.retryAfter: "\(wait)"])
            }
            found = try await pool.run { [store] in
                let stored = try store.token(token.id)
                // Compared with something in any case, so that the time does not tell which ids there are.
                let isSame = token.matches(sha256: stored?.sha256 ?? [UInt8](repeating: 0, count: 32))
                return isSame ? stored?.token : nil
            }
            if known == nil, found == nil { attempts.note(address, at: now) }
            keep(Known(token: found, checkedAt: now), digest)
        }
        guard let found else { return refuse(.unknown) }
        let date = Date()
        switch found.state(at: date) {
        case .expired: return refuse(.expired)
        case .revoked: return refuse(.revoked)
        case .valid:
            if notesUse { noteUse(of: found, at: date) }
            return .valid(found)
        }
    }

    /// What only the servers of the library know of a token, its digest, as a key; nil where there is no such token.
    func probeKey(_ id: String) async throws -> [UInt8]? {
        try await pool.run { [store] in try store.token(id).map { Array($0.sha256) } }
    }

    /// What a token of this id grants now; nil where it is not good, or there is none.
    func grant(ofToken id: String, at date: Date) async throws -> Principal.Grant? {
        try await pool.run { [store] in
            try store.token(id).flatMap { $0.token.state(at: date) == .valid ? $0.token.grant : nil }
        }
    }

    private func refuse(_ verdict: TokenVerdict) -> TokenVerdict {
        refusals[.token].add()
        return verdict
    }

    private func keep(_ known: Known, _ digest: [UInt8]) {
        state.withLockedValue { state in
            if state.known.count >= Self.knownLimit, state.known[digest] == nil,
                let oldest = state.known.min(by: { $0.value.checkedAt < $1.value.checkedAt })
            {
                state.known[oldest.key] = nil
            }
            state.known[digest] = known
        }
    }

    /// Has the first use of a day written down, in the background.
    private func noteUse(of token: TokenInfo, at date: Date) {
        let day = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        if let lastUse = token.lastUse, lastUse >= day { return }
        let isNew = state.withLockedValue { state in
            defer { state.notedDays[token.id] = day }
            return state.notedDays[token.id] != day
        }
        guard isNew else { return }
        Task { [store, pool, logger] in
            do {
                try await pool.run { try store.noteUse(ofToken: token.id, at: date) }
            } catch {
                // Reading goes on where the library cannot be written, as on a read-only file system.
                logger.warning(
                    "the use of a token cannot be noted", metadata: ["token": "\(token.id)", "error": "\(error)"])
            }
        }
    }
}
