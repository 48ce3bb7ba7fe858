import DocumentModel
import HTTPTypes
import Hummingbird

/// Recognises requests from people at the server's own machine, on a server that listens only there and allows editing.
///
/// Browsers let every visited page send requests to the local machine. So the connection's address proves nothing: the
/// request must come from one of our own pages, a link, or no page at all, and its `Host` must name this machine,
/// because a page of another site can resolve its own name to this machine's address (DNS rebinding). Requests that
/// passed through a proxy came from elsewhere.
enum LocalRequest {
    private static let proxyFields = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].compactMap {
        HTTPField.Name($0)
    }

    /// Whether a person at this machine sent the request.
    static func isLocal(_ request: Request, at address: PublicAddress) -> Bool {
        guard let authority = request.head.authority, PublicAddress.isLoopback(host(of: authority)),
            !proxyFields.contains(where: { request.headers[$0] != nil })
        else { return false }
        return request.isFromHere(at: address) || request.followsLink
    }

    /// Returns the host of an authority, without the port, and without the brackets of an IPv6 address.
    static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return authority.parts(at: ":", maxSplits: 1).first.map(String.init) ?? ""
    }
}
