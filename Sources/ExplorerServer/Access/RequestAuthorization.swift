import ClauseStore

/// Who sent the request that is being answered.
///
/// It belongs to the task that answers, so that what is asked of the store knows it without being told, and a route that
/// does not think of it cannot give more than what anyone may read. What is done apart from a request, as the renewal of a
/// ``Lease``, is done for whom it says.
enum Asking {
    /// What the token shows that came with the request; nil where none came.
    @TaskLocal static var verdict: TokenVerdict?
}

extension Reader {
    /// This reader with what the token of the request grants.
    var asking: Reader {
        guard case .valid(let token) = Asking.verdict else { return self }
        return Reader(grant: token.grant, seesDrafts: seesDrafts)
    }
}
