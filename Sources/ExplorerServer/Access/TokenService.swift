import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The result of validating a token.
enum TokenVerdict: Sendable, Equatable {
    case valid(TokenInfo)
    case expired
    case revoked
    /// The library has no such token.
    case unknown
}

/// Validates access tokens against the library's database.
///
/// A result is cached for a second, so a revoked token is refused within two; expiry is checked every time. Only
/// digests of tokens are kept in memory.
final class TokenService: Sendable {
    private struct Known {
        /// The token; nil if it does not exist.
        let token: TokenInfo?
        let checkedAt: NIODeadline
    }

    private struct State {
        var known: [[UInt8]: Known] = [:]
        /// The last day on which the use of each token was recorded, by token id.
        var notedDays: [String: Date] = [:]
    }

    private static let validity = TimeAmount.seconds(1)
    private static let knownLimit = 4_096

    private let store: ClauseStore
    private let pool: WorkPool
    private let attempts: RateLimit
    private let refusals: Counters<Refusal>
    private let logger: Logger
    /// Whether to record the use of tokens. A replica cannot.
    private let notesUse: Bool
    private let state = NIOLockedValueBox(State())

    init(library: Library, pool: WorkPool, attempts: RateLimit, refusals: Counters<Refusal>, logger: Logger) {
        (store, self.pool, self.attempts) = (library.store, pool, attempts)
        (self.refusals, self.logger, notesUse) = (refusals, logger, !library.isReplica)
    }

    /// Validates a token.
    ///
    /// - Parameter address: The client's address, see ``RateLimit/name(of:)``.
    /// - Throws: ``Problem`` 429 if the token is wrong and too many other wrong ones came from the address. A token of
    ///   the library is never refused, so that others at its owner's address, or behind the same proxy, lock nobody
    ///   out.
    func verdict(on text: String, from address: String) async throws -> TokenVerdict {
        guard let token = AccessToken(text) else { return refuse(.unknown) }
        let digest = token.sha256
        let known = state.withLockedValue { $0.known[digest] }
        let now = NIODeadline.now()
        var found = known?.token
        if known.map({ now - $0.checkedAt >= Self.validity }) ?? true {
            found = try await pool.run { [store] in
                let stored = try store.token(token.id)
                // Always compares, so that the timing does not reveal which ids exist.
                let isSame = token.matches(sha256: stored?.sha256 ?? [UInt8](repeating: 0, count: 32))
                return isSame ? stored?.token : nil
            }
            if known == nil, found == nil, let wait = attempts.take(address, at: now) {
                refusals[.rate].add()
                throw Problem(
                    .tooManyRequests, "too many wrong tokens came from your address; try again later",
                    headers: [.retryAfter: "\(wait)"])
            }
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

    /// Returns the digest of a token, which only servers of this library know, for use as a key; nil if the token does
    /// not exist.
    func probeKey(_ id: String) async throws -> [UInt8]? {
        try await pool.run { [store] in try store.token(id).map { Array($0.sha256) } }
    }

    /// Returns the current grant of the token with this id; nil if it is invalid or does not exist.
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

    /// Records the first use of each day, in the background.
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
                // Reading continues even if the library is not writable, as on a read-only file system.
                logger.warning(
                    "the use of a token cannot be recorded", metadata: ["token": "\(token.id)", "error": "\(error)"])
            }
        }
    }
}
