import FileSupport
import Foundation

/// A log line being written.
///
/// Control characters of all kinds are escaped in values that a client may have chosen, so that nothing in a log can
/// end a line, colour a terminal or reverse text.
struct LogLine {
    private(set) var bytes: [UInt8] = []
    private let style: LogStyle

    /// The maximum length of a value in bytes. Longer ones are truncated.
    private static let longestValue = 2_048

    init(_ style: LogStyle, time: String = Date().rfc3339) {
        self.style = style
        bytes.reserveCapacity(256)
        if style == .json {
            bytes += "{\"time\":\"".utf8
            bytes += time.utf8
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes += time.utf8
        }
    }

    /// The prefix of access tokens. What follows it is never written.
    private static let tokenPrefix = "explore_"

    /// Adds a value. A plain line omits its name.
    mutating func add(_ name: StaticString, bare value: String) {
        guard style == .plain else { return add("\(name)", value) }
        bytes.append(0x20)
        writeEscaped(value)
    }

    mutating func add(_ name: String, _ value: String) {
        if style == .json {
            bytes += ",\"".utf8
            writeEscaped(name)
            bytes += "\":\"".utf8
            writeEscaped(value)
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes.append(0x20)
            writeEscaped(name)
            bytes.append(UInt8(ascii: "="))
            let isQuoted = value.isEmpty || value.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
            if isQuoted { bytes.append(UInt8(ascii: "\"")) }
            writeEscaped(value)
            if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        }
    }

    mutating func add(_ name: String, _ number: Int) {
        bytes += (style == .json ? ",\"\(name)\":\(number)" : " \(name)=\(number)").utf8
    }

    mutating func end() {
        if style == .json { bytes.append(UInt8(ascii: "}")) }
        bytes.append(0x0A)
    }

    private mutating func writeEscaped(_ value: String) {
        let end = bytes.count + Self.longestValue
        let value = value.utf8.contains(UInt8(ascii: "_")) ? Self.withoutTokens(value) : value
        for scalar in value.unicodeScalars {
            guard bytes.count < end else {
                bytes += "…".utf8
                return
            }
            switch scalar {
            case "\"": bytes += "\\\"".utf8
            case "\\": bytes += "\\\\".utf8
            case "\n": bytes += "\\n".utf8
            case "\t": bytes += "\\t".utf8
            case _ where Self.isControl(scalar):
                let digits = String(scalar.value, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)".utf8
            default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
    }

    /// Replaces the secret part of each token.
    private static func withoutTokens(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let start = rest.firstRange(of: tokenPrefix.unicodeScalars)?.upperBound {
            shown += rest[..<start]
            let secret = rest[start...].prefix(while: isOfToken)
            shown += secret.count < 16 ? secret : "(hidden)".unicodeScalars[...]
            rest = rest[secret.endIndex...]
        }
        return String(shown + rest)
    }

    private static func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    /// Whether a scalar is in C0, DEL, C1, a line or paragraph separator, or controls the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x200E...0x200F, 0x2066...0x2069, 0x061C, 0xFEFF: true
        default: false
        }
    }
}

/// The format of log lines.
public enum LogStyle: String, Sendable, CaseIterable {
    /// For people: the time, the message, and `name=value`.
    case plain
    /// For programs: one JSON object per line (https://jsonlines.org).
    case json
}
