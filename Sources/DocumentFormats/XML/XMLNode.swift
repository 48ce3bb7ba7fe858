import DocumentModel
import Foundation
import XMLReading

/// An element of a document that was read as a whole.
struct XMLNode: Sendable, Equatable {
    /// What stands in an element.
    enum Content: Sendable, Equatable {
        case element(XMLNode)
        /// Text between two tags, whole.
        case text(String)
    }

    /// The address of the attributes `xml:id`, `xml:lang` and `xml:space`.
    private static let xml = "http://www.w3.org/XML/1998/namespace|"

    /// The name without its prefix.
    let name: String
    /// The namespace's address.
    let namespace: String
    /// The values of the attributes; see `XMLElement`.
    let attributes: [String: String]
    /// What stands in it, in order.
    let content: [Content]
    /// The line of the file, from 1.
    let line: Int

    /// The elements in it, in order.
    var elements: [XMLNode] {
        content.compactMap { if case .element(let node) = $0 { node } else { nil } }
    }

    /// `xml:id`.
    var id: String? { attributes[Self.xml + "id"] }
    /// `xml:lang`.
    var language: String? { attributes[Self.xml + "lang"] }
    /// Whether `xml:space` keeps white space as it is; nil where that is not said.
    var keepsSpace: Bool? { attributes[Self.xml + "space"].map { $0 == "preserve" } }

    /// The value of an attribute without prefix.
    subscript(attribute: String) -> String? { attributes[attribute] }

    /// The elements of that name in it.
    func elements(_ names: String...) -> [XMLNode] { elements.filter { names.contains($0.name) } }

    /// The first element of that name in it.
    func first(_ name: String) -> XMLNode? { elements.first { $0.name == name } }

    /// The first element at the end of a path of names.
    func first(_ path: [String]) -> XMLNode? {
        path.isEmpty
            ? self : elements(path[0]).lazy.compactMap { $0.first(Array(path.dropFirst())) }.first
    }

    /// All elements at the end of a path of names.
    func all(_ path: [String]) -> [XMLNode] {
        path.isEmpty ? [self] : elements(path[0]).flatMap { $0.all(Array(path.dropFirst())) }
    }

    /// The elements of that name anywhere below, in their order; what stands in one of them is not looked at.
    ///
    /// - Complexity: O(*n*) in the number of elements below.
    func descendants(_ name: String) -> [XMLNode] {
        elements.flatMap { $0.name == name ? [$0] : $0.descendants(name) }
    }

    /// All of the text below, as it is.
    ///
    /// - Complexity: O(*n*) in its length.
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

    // MARK: Reading

    /// Reads a document as a whole, within bounds on depth and number of its elements.
    ///
    /// - Parameters:
    ///   - bytes: The document, without document type declaration.
    ///   - file: Its name in faults.
    /// - Throws: The fault, with the line.
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
            throw SourceFaults([
                SourceFault(file: file, path: "line 1", value: "no element", expected: "well-formed XML")
            ])
        }
        return root
    }
}

extension XMLFault {
    /// As the fault of a file.
    func faults(of file: String) -> SourceFaults {
        SourceFaults([SourceFault(file: file, path: place, value: value, expected: expected)])
    }
}

/// Puts the elements together, each when it ends.
private final class XMLNodeBuilder: XMLHandler {
    typealias Failure = XMLFault

    private var open: [(element: XMLElement, content: [XMLNode.Content])] = []
    private(set) var root: XMLNode?

    func start(_ element: XMLElement) { open.append((element, [])) }

    func text(_ text: String) {
        guard let place = open.indices.last else { return }
        // Text comes in pieces; those before the next tag are one.
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
