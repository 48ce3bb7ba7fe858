import DocumentFormats
import DocumentModel
import Foundation

/// Reads and writes JSON values and names of enumeration cases stored in columns.
enum StoredJSON {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw ClauseStoreError.damaged("a column: \(FaultText.quoted(text))")
        }
    }

    /// Parses a value of unknown shape.
    static func value(_ text: String) throws -> JSONValue {
        guard let value = try? JSONParser.parse(Data(text.utf8)) else {
            throw ClauseStoreError.damaged("a column: \(FaultText.quoted(text))")
        }
        return value
    }

    static func decodeOptional<Value: Decodable>(_ text: String?) throws -> Value? {
        try text.map { try decode($0) }
    }

    static func choice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice {
        guard let choice = Choice(rawValue: name) else {
            throw ClauseStoreError.damaged("a column: \(FaultText.quoted(name))")
        }
        return choice
    }
}
