import ArgumentParser
import ExplorerServer
import Foundation

/// The arguments for signing in by means of a reverse proxy that authenticates users. See docs/access.md.
struct IdentityArguments: ParsableArguments {
    private static let standardProxies = "127.0.0.1, ::1"

    @Option(
        help: ArgumentHelp(
            "The header in which a proxy that signs people in sends a JSON Web Token that identifies them.",
            valueName: "name"))
    var identityHeader: String?

    @Option(
        help: ArgumentHelp(
            "With --identity-header: the RSA public key (PEM) or the secret that verifies the tokens.",
            valueName: "file"))
    var identityKey: String?

    @Option(help: ArgumentHelp("With --identity-header: the issuer that tokens state (iss).", valueName: "text"))
    var identityIssuer: String?

    @Option(help: ArgumentHelp("With --identity-header: the audience that tokens state (aud).", valueName: "text"))
    var identityAudience: String?

    @Option(
        help: ArgumentHelp(
            "With --identity-header: what each group may do, such as editors=publish:*, readers=read:doc1+doc2.",
            valueName: "rules"))
    var identityGroups: String?

    @Option(
        help: ArgumentHelp(
            "With --identity-header: the addresses of the proxy; the header is refused from all others.",
            valueName: "addresses"))
    var identityProxies = IdentityArguments.standardProxies

    func validate() throws {
        let others = [
            ("--identity-key", identityKey), ("--identity-issuer", identityIssuer),
            ("--identity-audience", identityAudience), ("--identity-groups", identityGroups),
        ]
        if identityHeader == nil, let given = others.first(where: { $0.1 != nil }) {
            throw ValidationError("\(given.0) needs --identity-header")
        }
        if identityHeader == nil, identityProxies != Self.standardProxies {
            throw ValidationError("--identity-proxies needs --identity-header")
        }
        if identityHeader != nil, let missing = others.first(where: { $0.1 == nil }) {
            throw ValidationError("--identity-header needs \(missing.0)")
        }
    }

    /// Returns the proxy, or nil if none is configured.
    func identity() throws -> ProxyIdentity? {
        guard let identityHeader, let identityKey, let identityIssuer, let identityAudience, let identityGroups else {
            return nil
        }
        guard let key = try? String(contentsOfFile: identityKey, encoding: .utf8) else {
            throw ValidationError("--identity-key: \(identityKey) cannot be read, expected a file with a key")
        }
        return try ProxyIdentity(
            header: identityHeader, key: key, issuer: identityIssuer, audience: identityAudience,
            groups: identityGroups, proxies: identityProxies)
    }
}
