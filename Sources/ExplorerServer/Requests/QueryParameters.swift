import ClauseStore
import DocumentModel
import FileSupport
import Hummingbird

/// The parameters after the question mark, decoded as forms are: `+` is a space, `%41` is a byte of UTF-8.
struct QueryParameters {
    private let pairs: [(name: String, value: String)]

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
        let parts = query.utf8.split(separator: UInt8(ascii: "&"))
        guard parts.count <= 100 else {
            throw Problem.badRequest("the query has \(parts.count) parameters, expected at most 100")
        }
        pairs = try parts.map { part in
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = PercentEncoding.decode(Substring(part[..<end])),
                let value = PercentEncoding.decode(Substring(part[end...].dropFirst()))
            else { throw Problem.badRequest("the query is not percent-encoded UTF-8") }
            return (name, value)
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
        pairs.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// All values of a parameter that may be repeated or hold several values separated by commas.
    func list(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.flatMap { $0.value.parts(at: ",").map(String.init) }
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
}
