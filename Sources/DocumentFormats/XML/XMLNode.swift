import DocumentModel
import Foundation
import XMLReading

/// An element of a document that was read as a whole.
struct XMLNode: Sendable, Equatable {
    /// The content of an element.
    enum Content: Sendable, Equatable {
        case element(XMLNode)
        /// All text between two tags.
        case text(String)
    }

    /// The prefix of the names `xml:id`, `xml:lang`, `xml:space` and `xml:base` in ``attributes``.
    private static let xml = "http://www.w3.org/XML/1998/namespace|"

    /// The local name, without a prefix.
    let name: String
    /// The namespace URI.
    let namespace: String
    /// The attribute values; see `XMLElement`.
    let attributes: [String: String]
    /// The content, in order.
    let content: [Content]
    /// The line of the file, from 1.
    let line: Int

    /// The child elements, in order.
    var elements: [XMLNode] {
        content.compactMap { if case .element(let node) = $0 { node } else { nil } }
    }

    /// The value of `xml:id`.
    var id: String? { attributes[Self.xml + "id"] }
    /// The value of `xml:lang`.
    var language: String? { attributes[Self.xml + "lang"] }
    /// Whether `xml:space` preserves white space, or nil if it is not stated.
    var keepsSpace: Bool? { attributes[Self.xml + "space"].map { $0 == "preserve" } }

    /// Returns the folder, relative to the file, to which the element's addresses are relative.
    ///
    /// Specification: https://www.w3.org/TR/xmlbase/
    ///
    /// - Parameter folder: The folder of the element around it: empty, or a path that ends with a slash.
    /// - Returns: An empty text also if `xml:base` is elsewhere, such as a web address.
    func base(within folder: String) -> String {
        guard let stated = attributes[Self.xml + "base"] else { return folder }
        let scalars = stated.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return folder }
        guard scalars.first != "/", !scalars.contains(":") else { return "" }
        return folder + String(scalars[...slash])
    }

    /// The value of an attribute without prefix.
    subscript(attribute: String) -> String? { attributes[attribute] }

    /// Returns the children with any of the names.
    func elements(_ names: String...) -> [XMLNode] { elements.filter { names.contains($0.name) } }

    /// Returns the first child with a name.
    func first(_ name: String) -> XMLNode? { elements.first { $0.name == name } }

    /// Returns the first element at the end of a path of names.
    func first(_ path: [String]) -> XMLNode? { all(path).first }

    /// Returns all elements at the end of a path of names.
    func all(_ path: [String]) -> [XMLNode] {
        path.isEmpty ? [self] : elements(path[0]).flatMap { $0.all(Array(path.dropFirst())) }
    }

    /// Returns the descendants with a name, in order. The content of a match is not searched.
    ///
    /// - Complexity: O(*n*) in the number of descendants.
    func descendants(_ name: String) -> [XMLNode] {
        elements.flatMap { $0.name == name ? [$0] : $0.descendants(name) }
    }

    /// The text of the element and all descendants, unchanged.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    var text: String {
        var text = ""
        addText(to: &text)
        return text
    }

    private func addText(to text: inout String) {
        for part in content {
            switch part {
            case .text(let words): text += words
            case .element(let node): node.addText(to: &text)
            }
        }
    }

    /// Returns a fault at the element's line.
    func fault(in file: String, value: String, expected: String) -> SourceFaults {
        SourceFaults(file: file, path: "line \(line)", value: value, expected: expected)
    }

    // MARK: Reading

    /// Reads a whole document, limiting the depth and number of its elements.
    ///
    /// - Parameters:
    ///   - bytes: The document, without document type declaration.
    ///   - file: The file name for faults.
    /// - Throws: A fault with its line.
    /// - Complexity: O(*n*) in the number of bytes.
    static func read(_ bytes: Data, file: String) throws(SourceFaults) -> XMLNode {
        let reader = XMLReader(byteLimit: RecognisedSource.byteLimit, depthLimit: 100, elementLimit: 2_000_000)
        let builder = XMLNodeBuilder()
        do throws(XMLFault) {
            try reader.read(bytes, to: builder)
        } catch {
            throw error.faults(of: file)
        }
        guard let root = builder.root else {
            throw SourceFaults(file: file, path: "line 1", value: "no element", expected: "well-formed XML")
        }
        return root
    }
}

extension XMLFault {
    /// Returns the fault as the fault of a file.
    func faults(of file: String) -> SourceFaults {
        SourceFaults(file: file, path: place, value: value, expected: expected)
    }
}

/// Builds the tree. Each element is created at its end tag.
private final class XMLNodeBuilder: XMLHandler {
    typealias Failure = XMLFault

    private var open: [(element: XMLElement, content: [XMLNode.Content])] = []
    private(set) var root: XMLNode?

    func start(_ element: XMLElement) { open.append((element, [])) }

    func text(_ text: String) {
        guard let place = open.indices.last else { return }
        // Text arrives in pieces. Join those between two tags.
        if case .text(var words)? = open[place].content.last {
            open[place].content.removeLast()
            words += text
            open[place].content.append(.text(words))
        } else {
            open[place].content.append(.text(text))
        }
    }

    func end(_ name: String, line: Int) {
        guard let (element, content) = open.popLast() else { return }
        let node = XMLNode(
            name: element.name, namespace: element.namespace, attributes: element.attributes, content: content,
            line: element.line)
        if let place = open.indices.last {
            open[place].content.append(.element(node))
        } else {
            root = node
        }
    }

    func failure(_ fault: XMLFault) -> XMLFault { fault }
}
