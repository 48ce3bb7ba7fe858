import ClauseStore
import DocumentModel
import FileSupport
import Hummingbird

/// The parameters of a query, decoded like a form: `+` is a space, `%41` is a byte of UTF-8.
struct QueryParameters {
    private let pairs: [(name: String, value: String)]

    /// Parses the request's query.
    ///
    /// - Throws: ``Problem`` 400 if it is longer than 8,192 bytes, has more than 100 parameters, or is not UTF-8.
    init(of request: Request) throws {
        try self.init(text: request.uri.query ?? "")
    }

    /// Parses a form's body or a query.
    init(text query: String) throws {
        guard query.utf8.count <= 8_192 else {
            throw Problem.badRequest("the query has \(query.utf8.count) bytes, expected at most 8192")
        }
        // Splits bytes, which is faster than splitting characters and safe because the separator is ASCII.
        let parts = query.utf8.split(separator: UInt8(ascii: "&"))
        guard parts.count <= 100 else {
            throw Problem.badRequest("the query has \(parts.count) parameters, expected at most 100")
        }
        pairs = try parts.map { part in
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = PercentEncoding.decode(String(Substring(part[..<end]))),
                let value = PercentEncoding.decode(String(Substring(part[end...].dropFirst())))
            else { throw Problem.badRequest("the query is not percent-encoded UTF-8") }
            return (name, value)
        }
    }

    /// Returns the names of the parameters that have a value and are not known, each once.
    func names(except known: Set<String>) -> [String] {
        pairs.reduce(into: [String]()) { names, pair in
            guard !pair.value.isEmpty, !known.contains(pair.name), !names.contains(pair.name) else { return }
            names.append(pair.name)
        }
    }

    /// Returns the parameter's last value, or `nil` if it is absent or empty.
    func value(_ name: String) -> String? {
        pairs.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Returns all values of a parameter that may be repeated or hold several values separated by commas.
    func list(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.flatMap { $0.value.parts(at: ",").map(String.init) }
    }

    /// Returns what a parameter's value says, or `nil` if the parameter is absent.
    ///
    /// - Parameters:
    ///   - expected: The valid values, for the error message.
    ///   - read: Reads the value; nil if it is invalid.
    /// - Throws: ``Problem`` 400 if the value is invalid.
    func value<Value>(_ name: String, _ expected: String, _ read: (String) throws -> Value?) throws -> Value? {
        guard let text = value(name) else { return nil }
        guard let value = try read(text) else { throw Problem.badRequest("\(name) is '\(text)', expected \(expected)") }
        return value
    }

    /// Returns a number, or `nil` if the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 if the value is not a finite decimal number.
    func number(_ name: String) throws -> Double? {
        try value(name, "a number") { text in Double(text).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Returns a required number.
    ///
    /// - Throws: ``Problem`` 400 if it is absent or not a finite decimal number.
    func requiredNumber(_ name: String) throws -> Double {
        guard let number = try number(name) else { throw Problem.badRequest("\(name) is missing, expected a number") }
        return number
    }

    /// Returns a whole number, or `nil` if the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 if the value is not a whole number of at least 1.
    func positive(_ name: String) throws -> Int? {
        try value(name, "a whole number of at least 1") { text in Int(text).flatMap { $0 >= 1 ? $0 : nil } }
    }

    /// Returns the cursor of the next part of a list, or `nil` if the parameter is absent.
    ///
    /// - Throws: ``Problem`` 400 if the value is not a cursor from a previous response.
    func cursor<Cursor: LosslessStringConvertible>(_ name: String) throws -> Cursor? {
        try value(name, "the 'next' of an earlier response", Cursor.init)
    }
}
