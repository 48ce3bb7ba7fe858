import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A reverse proxy that signs users in, such as oauth2-proxy, and identifies each in a header: a JSON Web Token with
/// the claims of OpenID Connect, signed with a secret that the proxy shares or with the key of the identity provider.
///
/// The token is accepted only from the proxy's address, with the right issuer and audience, and before it expires.
/// Groups grant the same rights as a token of the same scope. A browser's requests are then protected like those with
/// the cookie.
public struct ProxyIdentity: Sendable {
    private struct Group {
        /// The name in the claim `groups`.
        let name: String
        let scope: TokenScope
        let grant: Principal.Grant
    }

    /// The reason why a setting is invalid.
    public struct Fault: Error, CustomStringConvertible {
        /// The fault as one line.
        public let description: String
    }

    /// The maximum number of groups, and the maximum length of a user's name in Unicode scalars.
    private static let (groupLimit, nameLimit) = (100, 200)
    /// The tolerated clock difference, in seconds.
    static let leeway = 60.0

    private let header: HTTPField.Name
    private let key: SignedToken.Key
    private let issuer: String
    private let audience: String
    private let groups: [Group]
    private let proxies: Set<String>

    /// - Parameters:
    ///   - header: The name of the header.
    ///   - key: The content of the key file: a public key in PEM, or a secret of at least 32 bytes.
    ///   - issuer: The expected claim `iss`.
    ///   - audience: The expected claim `aud`.
    ///   - groups: The rights of each group: `editors=publish:*, readers=read:magna-carta+forest-charter`.
    ///   - proxies: The IP addresses of the proxy, separated by commas.
    public init(
        header: String, key: String, issuer: String, audience: String, groups: String, proxies: String
    ) throws(Fault) {
        guard let name = HTTPField.Name(header), !["authorization", "cookie", "host"].contains(name.canonicalName)
        else {
            throw Fault(description: "--identity-header is '\(header)', expected a name such as X-Identity")
        }
        guard let key = SignedToken.Key(key) else {
            throw Fault(
                description: "--identity-key: the file has neither an RSA public key of 2048 bits or more in PEM nor a "
                    + "secret of at least 32 bytes")
        }
        guard !issuer.isEmpty, !audience.isEmpty else {
            throw Fault(description: "--identity-issuer or --identity-audience is empty, expected the value in tokens")
        }
        (self.header, self.key, self.issuer, self.audience) = (name, key, issuer, audience)
        self.groups = try Self.groups(groups)
        let addresses = proxies.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for address in addresses where (try? SocketAddress(ipAddress: address, port: 0)) == nil {
            throw Fault(description: "--identity-proxies has '\(address)', expected addresses such as 127.0.0.1, ::1")
        }
        self.proxies = Set(addresses)
    }

    private static func groups(_ text: String) throws(Fault) -> [Group] {
        var groups: [Group] = []
        for part in text.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            let rights = sides.count == 2 ? sides[1].split(separator: ":", maxSplits: 1).map(String.init) : []
            guard rights.count == 2, !sides[0].isEmpty, let scope = TokenScope(rawValue: rights[0]) else {
                throw Fault(
                    description: "--identity-groups has '\(part)', expected one such as editors=publish:* or "
                        + "readers=read:magna-carta+forest-charter")
            }
            let documents = rights[1] == "*" ? nil : rights[1].split(separator: "+").map(String.init)
            groups.append(
                Group(name: sides[0], scope: scope, grant: documents.map { .documents(Set($0)) } ?? .everything))
        }
        guard (1...groupLimit).contains(groups.count) else {
            throw Fault(description: "--identity-groups has \(groups.count) groups, expected 1 to \(groupLimit)")
        }
        return groups
    }

    // MARK: Requests

    /// Returns the user of a request as the proxy identifies them; nil if there is no header, or none of the user's
    /// groups is configured.
    ///
    /// - Throws: ``Problem`` 403 if the header does not come from the proxy, 401 for an invalid token.
    func token(of request: Request, from address: SocketAddress?, at now: Date = Date()) throws -> TokenInfo? {
        let values = request.headers[values: header]
        guard !values.isEmpty else { return nil }
        guard let address = address?.unmappedIPAddress, proxies.contains(address) else {
            throw Problem(.forbidden, "the field \(header.rawName) is accepted only from the proxy", refusal: .token)
        }
        guard values.count == 1, let claims = claims(values[0], at: now) else { throw Problem.invalidToken(.unknown) }
        guard claims.expires > now.timeIntervalSince1970 - Self.leeway else { throw Problem.invalidToken(.expired) }
        guard let group = groups.first(where: { claims.groups.contains($0.name) }) else { return nil }
        return TokenInfo(
            id: "identity:\(claims.subject)", label: claims.name, grant: group.grant, scope: group.scope,
            createdAt: now, expiresAt: Date(timeIntervalSince1970: claims.expires))
    }

    private struct Claims {
        let subject: String
        let name: String
        let groups: [String]
        let expires: Double
    }

    /// Returns the claims of a token that is signed and intended for this server.
    /// <https://openid.net/specs/openid-connect-core-1_0.html#IDToken>
    private func claims(_ value: String, at now: Date) -> Claims? {
        let text = value.hasPrefix("Bearer ") ? String(value.dropFirst(7)) : value
        guard let token = SignedToken(text, key: key),
            let members = try? JSONSerialization.jsonObject(with: token.payload) as? [String: Any],
            members["iss"] as? String == issuer, let expires = members["exp"] as? Double, expires.isFinite,
            let subject = Self.name(members["sub"])
        else { return nil }
        let audiences = members["aud"] as? [String] ?? (members["aud"] as? String).map { [$0] } ?? []
        guard audiences.contains(audience) else { return nil }
        if let begin = members["nbf"] as? Double, begin > now.timeIntervalSince1970 + Self.leeway { return nil }
        let name = Self.name(members["email"]) ?? Self.name(members["preferred_username"]) ?? subject
        // Local edits are recorded under this name.
        guard name != TokenInfo.localEditor else { return nil }
        let groups = members["groups"] as? [String] ?? (members["groups"] as? String).map { [$0] } ?? []
        return Claims(subject: subject, name: name, groups: groups, expires: expires)
    }

    /// Returns a name fit for recording edits: without control characters, and not too long.
    private static func name(_ value: Any?) -> String? {
        guard let text = value as? String, !text.isEmpty, text.unicodeScalars.count <= nameLimit,
            text.unicodeScalars.allSatisfy({
                $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
            })
        else { return nil }
        return text
    }
}
