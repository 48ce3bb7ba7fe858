import ClauseStore
import DocumentModel

/// The authorization of the request that is being answered.
///
/// It belongs to the task that answers, so that every query to the store uses it without being passed it, and a route that
/// forgets it cannot reveal more than anyone may read. Work apart from a request, such as the renewal of an
/// ``Expiration``, names its principal.
enum RequestAuthorization {
    /// The result of validating the request's token; nil where it came with none.
    @TaskLocal static var current: TokenVerdict?
}

extension Principal {
    /// This principal with what the token of the current request grants.
    var ofCurrentRequest: Principal {
        guard case .valid(let token) = RequestAuthorization.current else { return self }
        return Principal(grant: token.grant, seesDrafts: seesDrafts)
    }
}
