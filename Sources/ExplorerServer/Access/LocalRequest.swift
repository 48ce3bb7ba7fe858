import DocumentModel
import HTTPTypes
import Hummingbird

/// Which requests come from somebody at the server's own machine, on a server that listens there alone and is for editing.
///
/// Browsers let every page that somebody visits send requests to their own machine. So the connection's address proves
/// nothing, and the request itself must be one of our own pages, of a link, or of no page at all; and its `Host` must name
/// this machine, because a page of another site can give its own name this machine's address (DNS rebinding). What passed
/// through a proxy came from elsewhere.
enum LocalRequest {
    private static let proxyFields = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].compactMap {
        HTTPField.Name($0)
    }

    /// Whether somebody at this machine sent a request.
    static func isLocal(_ request: Request, at address: PublicAddress) -> Bool {
        guard let authority = request.head.authority, PublicAddress.isLoopback(host(of: authority)),
            !proxyFields.contains(where: { request.headers[$0] != nil })
        else { return false }
        return request.isFromHere(at: address) || request.followsLink
    }

    /// The host of an authority, without a port, and an address of IPv6 without its brackets.
    static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return authority.parts(at: ":", maxSplits: 1).first.map(String.init) ?? ""
    }
}
