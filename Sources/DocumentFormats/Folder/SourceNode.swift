import DocumentModel

/// The position of a value in a file. It is converted to text only when a fault is reported.
indirect enum SourcePath: Sendable {
    /// The top-level value. The name is the first part of paths and may be empty.
    case root(String)
    /// A member of an object.
    case member(SourcePath, String)
    /// An element of an array.
    case element(SourcePath, Int)

    /// The path as text: `clauses[3].regions[0].polygon`.
    var description: String {
        switch self {
        case .root(let name): return name
        case .element(let parent, let index): return "\(parent.description)[\(index)]"
        case .member(let parent, let key):
            let before = parent.description
            guard Identifier.isValid(key) else { return "\(before)[\(FaultText.quoted(key))]" }
            return before.isEmpty ? key : "\(before).\(key)"
        }
    }
}

/// Collects the faults in all files of a source.
final class FaultCollector {
    private var faults: [SourceFault] = []
    private var furtherCount = 0

    /// Whether no fault was found so far.
    var isEmpty: Bool { faults.isEmpty }

    /// All faults as an error.
    var error: SourceFaults { SourceFaults(faults, furtherCount: furtherCount) }

    /// Throws the first fault, if there is any.
    ///
    /// - Parameter whole: The path of a fault in the whole value.
    func check(whole: String = "") throws(EditFault) {
        guard let fault = faults.first else { return }
        throw EditFault(
            path: fault.path.isEmpty ? whole : fault.path, value: fault.value, expected: fault.expected)
    }

    /// Adds a fault. Faults beyond the limit are only counted, and their texts are never created.
    ///
    /// - Parameter path: The place in the file. Omitted for the file as a whole.
    func add(
        file: String, path: SourcePath = .root(""), value: @autoclosure () -> String,
        expected: @autoclosure () -> String
    ) {
        guard faults.count < SourceFaults.limit else {
            furtherCount += 1
            return
        }
        faults.append(SourceFault(file: file, path: path.description, value: value(), expected: expected()))
    }
}

/// A value of a source file with its position. Its methods report a fault if the value is not as expected.
struct SourceNode {
    /// The value, or nil if the key is missing.
    let value: JSONValue?
    let file: String
    let path: SourcePath
    let faults: FaultCollector

    /// Whether the value is missing or null.
    var isNothing: Bool { value == nil || value == .null }

    /// Reports that the value is not as expected.
    func fault(value shown: String? = nil, expected: @autoclosure () -> String) {
        faults.add(file: file, path: path, value: shown ?? value?.summary ?? "missing", expected: expected())
    }

    /// Returns the value as an object. Duplicate keys are faults.
    func object(_ expected: @autoclosure () -> String = "an object") -> SourceObject? {
        guard case .object(let members) = value else {
            fault(expected: expected())
            return nil
        }
        var seen: Set<ExactText> = []
        for member in members where !seen.insert(ExactText(member.key)).inserted {
            faults.add(
                file: file, path: .member(path, member.key), value: "stated twice", expected: "every key only once")
        }
        return SourceObject(node: self, members: members)
    }

    /// Returns the elements of an array of at most `limit` elements.
    func array(limit: Int, _ expected: @autoclosure () -> String) -> [SourceNode]? {
        guard let elements = value?.elements else {
            fault(expected: expected())
            return nil
        }
        guard elements.count <= limit else {
            fault(value: "an array of \(elements.count)", expected: "at most \(limit)")
            return nil
        }
        return elements.enumerated().map { index, element in
            SourceNode(value: element, file: file, path: .element(path, index), faults: faults)
        }
    }

    /// Returns the value as a text that satisfies a condition. Rejects U+0000, because SQLite would truncate the text
    /// there.
    func string(
        _ expected: @autoclosure () -> String = "a text", where isValid: (String) -> Bool = { _ in true }
    ) -> String? {
        guard case .string(let text) = value else {
            fault(expected: expected())
            return nil
        }
        guard !text.utf8.contains(0) else {
            fault(expected: "\(expected()) without the character U+0000")
            return nil
        }
        guard isValid(text) else {
            fault(expected: expected())
            return nil
        }
        return text
    }

    /// Reports a text of more than `limit` Unicode scalars.
    ///
    /// - Parameter name: A description of the text.
    func checkLength(of text: String?, _ name: String = "a text", limit: Int) {
        // A string never has more scalars than bytes.
        guard let text, text.utf8.count > limit, case let length = text.unicodeScalars.count, length > limit else {
            return
        }
        fault(value: "\(name) of \(length) characters, \(FaultText.quoted(text))", expected: "at most \(limit)")
    }

    /// Reports texts of more than `limit` Unicode scalars.
    func checkLength(of words: LanguageMap?, _ name: String = "a text", limit: Int) {
        for text in words?.all ?? [] { checkLength(of: text, name, limit: limit) }
    }

    /// Returns the value as an id that is not among `ids`, and adds it to them. A known id is reported, and returned.
    func newID(_ ids: inout Set<String>) -> String? {
        guard let id = string(Identifier.rule, where: Identifier.isValid) else { return nil }
        if !ids.insert(id).inserted { fault(expected: "an id that is not already used") }
        return id
    }

    /// Returns the value as a text that satisfies a condition, or nil if it is missing or null.
    func optionalString(
        _ expected: @autoclosure () -> String = "a text or null", where isValid: (String) -> Bool = { _ in true }
    ) -> String? {
        isNothing ? nil : string(expected(), where: isValid)
    }

    /// Returns the value as a case of an enumeration, or the default if it is missing or null.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(default fallback: Choice) -> Choice? {
        if isNothing { return fallback }
        let names = Choice.allCases.map(\.rawValue).joined(separator: " or ")
        return string(names) { Choice(rawValue: $0) != nil }.flatMap(Choice.init(rawValue:))
    }

    /// Returns the value as a Boolean, or the default if it is missing or null.
    func bool(default fallback: Bool) -> Bool? {
        if isNothing { return fallback }
        guard case .bool(let value) = value else {
            fault(expected: "true or false")
            return nil
        }
        return value
    }

    /// Returns the value as an integer within the range.
    func integer(in range: ClosedRange<Int>, _ expected: @autoclosure () -> String) -> Int? {
        guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
            fault(expected: expected())
            return nil
        }
        return integer
    }

    /// The four numbers of a box, `[x, y, width, height]`, with a width and height above 0, or nil for any other value.
    var box: [Double]? {
        guard let elements = value?.elements, elements.count == 4 else { return nil }
        let sides = elements.compactMap(\.numberValue).filter { $0.magnitude <= 1e9 }
        return sides.count == 4 && sides[2] > 0 && sides[3] > 0 ? sides : nil
    }

    /// Returns the value as the number of one of the pages 1 to `last`.
    func pageNumber(upTo last: Int) -> Int? {
        integer(in: 1...last, last == 1 ? "page 1, the only one" : "a page from 1 to \(last)")
    }

    /// Returns a text in several languages, or one text for all languages.
    func languageMap() -> LanguageMap? {
        let expected = "a text, or an object of texts by language"
        if case .object(let members) = value {
            guard let object = object() else { return nil }
            guard !members.isEmpty else {
                fault(expected: "a text in at least one language")
                return nil
            }
            return object.strings().map { LanguageMap($0) }
        }
        return string(expected).map { LanguageMap(plain: $0) }
    }

    /// Returns the value as a language map, or nil if it is missing or null.
    func optionalLanguageMap() -> LanguageMap? {
        isNothing ? nil : languageMap()
    }
}

/// An object of a source file.
struct SourceObject {
    let node: SourceNode
    let members: [JSONValue.Member]

    /// The value of a key, or an empty node if the key is missing.
    ///
    /// - Complexity: O(*n*) in the number of members.
    subscript(key: String) -> SourceNode {
        SourceNode(
            value: members.first { $0.key == key }?.value, file: node.file, path: .member(node.path, key),
            faults: node.faults)
    }

    /// All keys and values, in order.
    var nodes: [(key: String, node: SourceNode)] {
        members.map { member in
            let path = SourcePath.member(node.path, member.key)
            return (member.key, SourceNode(value: member.value, file: node.file, path: path, faults: node.faults))
        }
    }

    /// Returns all values as texts by language. Every key must be a language tag.
    func strings() -> [String: String]? {
        var found: [String: String] = [:]
        for (key, node) in nodes {
            guard LanguageTag.isValid(key) else {
                node.fault(value: FaultText.quoted(key), expected: "a language tag such as en or fr-CA as key")
                continue
            }
            found[key] = node.string()
        }
        return found.count == members.count ? found : nil
    }
}
