import ClauseStore
import DocumentModel
import Hummingbird
import NIOConcurrencyHelpers

/// The parameters after the question mark, decoded as forms are: `+` is a space, `%41` is a byte of UTF-8.
struct QueryParameters {
    private let pairs: [(name: String, value: String)]

    /// Takes note of each parameter that a handler asks for: so the tests find one that openapi.json does not describe.
    @TaskLocal static var namesRead: NamesRead?

    /// Reads the request's query.
    ///
    /// - Throws: ``Problem`` 400 when it is longer than 8,192 bytes, has more than 100 parameters, or is not UTF-8.
    init(of request: Request) throws {
        try self.init(text: request.uri.query ?? "")
    }

    /// Reads what a form sends as its body, or as a query.
    init(text query: String) throws {
        guard query.utf8.count <= 8_192 else {
            throw Problem.badRequest("the query has \(query.utf8.count) bytes, expected at most 8192")
        }
        // By bytes: both separators are ASCII, so that neither is a part of another scalar, and no Character is made.
        let parts = Array(query.utf8).split(separator: UInt8(ascii: "&"))
        guard parts.count <= 100 else {
            throw Problem.badRequest("the query has \(parts.count) parameters, expected at most 100")
        }
        pairs = try parts.map { part in
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            return (try Self.decode(part[..<end]), try Self.decode(part[end...].dropFirst()))
        }
    }

    /// The names of the parameters that have a value, each once, but for those that are known.
    func names(except known: Set<String>) -> [String] {
        pairs.reduce(into: [String]()) { names, pair in
            guard !pair.value.isEmpty, !known.contains(pair.name), !names.contains(pair.name) else { return }
            names.append(pair.name)
        }
    }

    /// The parameter's last value, or `nil` where it is absent or empty.
    func value(_ name: String) -> String? {
        Self.namesRead?.note(name)
        return pairs.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// All values of a parameter that may be repeated or hold several values separated by commas.
    func list(_ name: String) -> [String] {
        Self.namesRead?.note(name)
        return pairs.filter { $0.name == name }.flatMap { $0.value.parts(at: ",").map(String.init) }
    }

    /// A number, or `nil` where the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 when the value is not a finite decimal number.
    func number(_ name: String) throws -> Double? {
        guard let text = value(name) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw Problem.badRequest("\(name) is '\(text)', expected a number")
        }
        return number
    }

    /// A number that must be there.
    ///
    /// - Throws: ``Problem`` 400 when it is absent or not a finite decimal number.
    func requiredNumber(_ name: String) throws -> Double {
        guard let number = try number(name) else { throw Problem.badRequest("\(name) is missing, expected a number") }
        return number
    }

    /// A whole number, or `nil` where the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 when the value is not a whole number of at least 1.
    func positive(_ name: String) throws -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), number >= 1 else {
            throw Problem.badRequest("\(name) is '\(text)', expected a whole number of at least 1")
        }
        return number
    }

    /// Where an answer goes on, or `nil` where the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 when the value is not one that an answer gave.
    func cursor<Cursor: LosslessStringConvertible>(_ name: String) throws -> Cursor? {
        guard let text = value(name) else { return nil }
        guard let cursor = Cursor(text) else {
            throw Problem.badRequest("\(name) is '\(text)', expected the 'next' of an answer before")
        }
        return cursor
    }

    private static func decode(_ text: ArraySlice<UInt8>) throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else {
                    throw Problem.badRequest("the query has a '%' that no two hexadecimal digits follow")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Problem.badRequest("the query is not UTF-8")
        }
        return decoded
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// The names of parameters that were asked for. An object and not a closure, by which programs of Swift 6 end when they are
/// optimised and a task has it (`swift_task_localValuePush`).
final class NamesRead: Sendable {
    private let names = NIOLockedValueBox<Set<String>>([])

    var all: Set<String> { names.withLockedValue { $0 } }

    func note(_ name: String) { names.withLockedValue { _ = $0.insert(name) } }
}
