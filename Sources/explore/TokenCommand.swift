import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation

/// `explore token create|list|revoke|audit`
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage access to drafts and restricted documents, and to editing.",
        discussion: """
            Whoever has a token can read the documents it covers, and edit or publish them if its scope says so. People \
            enter it on the server's page /access; programs send it as `Authorization: Bearer`. The library stores only \
            its digest.
            """,
        subcommands: [CreateCommand.self, ListTokensCommand.self, RevokeCommand.self, AuditCommand.self])
}

/// `explore token create --document ID`
private struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a token; it is shown only once.")

    @Option(help: ArgumentHelp("A document that it gives access to; may be repeated.", valueName: "id"))
    var document: [String] = []

    @Flag(help: "Give access to all documents, including those added later.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "What it allows: read, edit the working copy, or also publish it; each includes those before it.",
            valueName: "scope"))
    var scope = TokenScope.read

    @Option(help: ArgumentHelp("Whom or what it is for, as shown in the list.", valueName: "words"))
    var label: String

    @Option(
        help: ArgumentHelp(
            "Validity: a number of days such as 30d, the last day such as 2027-01-31, or never.",
            valueName: "time"))
    var expires = Expiry.days(90)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all != !document.isEmpty else {
            throw ValidationError("expected either --document ID (one or more) or --all")
        }
        let length = label.unicodeScalars.count
        guard (1...200).contains(length), !label.unicodeScalars.contains(where: \.isLineEnd) else {
            throw ValidationError("--label has \(length) characters, expected one line of 1 to 200")
        }
        guard scope == .read || label != TokenInfo.localEditor else {
            throw ValidationError(
                "--label is '\(label)', the name under which `serve --edit` records edits, expected another one")
        }
        let now = Date()
        if let end = expires.date(from: now), end <= now {
            throw ValidationError("--expires is in the past, expected a day in the future")
        }
    }

    func run() throws {
        let (token, now) = (AccessToken(), Date())
        let info = TokenInfo(
            id: token.id, label: label, grant: all ? .everything : .documents(Set(document)), scope: scope,
            createdAt: now, expiresAt: expires.date(from: now))
        let store = try library.open(.change).store
        try store.add(info, sha256: token.sha256)
        // A reader that has gone must not end the program before the token is revoked.
        signal(SIGPIPE, SIG_IGN)
        if output.json {
            Terminal.print(.token(info, at: now, text: token.text))
        } else {
            Terminal.print(token.text)
            Terminal.print(
                "id \(info.id), for \(info.coverage), scope \(info.scope), \(info.time); not stored, and not shown again"
            )
        }
        if Terminal.hasLostOutput {
            _ = try store.revokeToken(info.id)
            Terminal.printError("the token \(info.id) could not be shown, and is revoked")
        }
    }
}

/// `explore token list`
private struct ListTokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tokens, oldest first.")

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (tokens, now) = (try library.open().store.tokens(), Date())
        if output.json { return Terminal.print(.tokens(tokens, at: now)) }
        for token in tokens {
            let use = token.lastUse.map { "last used \(JSON.day($0))" } ?? "never used"
            let state = token.state(at: now)
            let time = state == .valid ? token.time : "\(state.rawValue)"
            Terminal.print("\(token.id)  \(token.label)  (\(token.coverage), \(token.scope), \(time), \(use))")
        }
    }
}

/// `explore token revoke ID`
private struct RevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a token; running servers refuse it within two seconds.")

    @Argument(help: "The token's id, as `explore token list` shows it.")
    var id: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        // Accepts the whole token in place of its id.
        let id = AccessToken(id)?.id ?? id
        let isNew = try library.open(.change).store.revokeToken(id)
        Terminal.print(isNew ? "\(id): revoked" : "\(id): was already revoked")
    }
}

/// `explore token audit`
private struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List when tokens were created, used (once a day) and revoked.")

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let events = try library.open().store.tokenEvents()
        if output.json { return Terminal.print(.tokenEvents(events)) }
        for event in events {
            let time = event.kind == .used ? JSON.day(event.at) : JSON.time(event.at)
            Terminal.print("\(time)  \(event.token)  \(event.scope)  \(event.kind.rawValue)")
        }
    }
}

extension TokenInfo {
    /// A description of the documents that the token covers.
    fileprivate var coverage: String {
        switch grant {
        case .documents(let ids): ids.sorted().joined(separator: " ")
        case .everything: "all documents"
        }
    }

    /// A description of the token's expiry.
    fileprivate var time: String { expiresAt.map { "until \(JSON.time($0))" } ?? "no expiry" }
}

/// The validity of a new token.
enum Expiry: ExpressibleByArgument, Equatable {
    /// Expires this number of days from now.
    case days(Int)
    /// Expires at the end of a day in UTC.
    case end(Date)
    /// Never expires.
    case never

    init?(argument: String) {
        if argument == "never" {
            self = .never
        } else if argument.hasSuffix("d"), let days = Int(argument.dropLast()), (1...36_500).contains(days) {
            self = .days(days)
        } else if argument.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil,
            let day = try? Date.ISO8601FormatStyle().year().month().day().parse(argument), JSON.day(day) == argument
        {
            self = .end(day.addingTimeInterval(86_400))
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { if case .days(let days) = self { "\(days)d" } else { "" } }

    func date(from now: Date) -> Date? {
        switch self {
        case .days(let days): now.addingTimeInterval(Double(days) * 86_400)
        case .end(let date): date
        case .never: nil
        }
    }
}
