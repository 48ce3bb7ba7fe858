import XMLReading

/// An element of a store's XML response: its name without namespace, its text and its children.
struct StoreXML: Sendable, Equatable {
    /// The maximum length of a response, in bytes: a list of a thousand of the longest keys, encoded.
    static let byteLimit = 8 << 20
    static let depthLimit = 12
    static let elementLimit = 50_000

    let name: String
    fileprivate(set) var text = ""
    fileprivate(set) var children: [StoreXML] = []

    /// Parses a document. Returns nil if it is not XML within the limits.
    ///
    /// - Complexity: O(bytes).
    init?(_ bytes: some Collection<UInt8>) {
        let reader = XMLReader(
            byteLimit: Self.byteLimit, depthLimit: Self.depthLimit, elementLimit: Self.elementLimit)
        let tree = StoreXMLTree()
        guard (try? reader.read(bytes, to: tree)) != nil, let root = tree.root else { return nil }
        self = root
    }

    fileprivate init(name: String) { self.name = name }

    /// Returns the first child with this name.
    subscript(_ name: String) -> StoreXML? { children.first { $0.name == name } }

    /// Returns the text of the first child with this name.
    func text(of name: String) -> String? { self[name]?.text }

    /// Returns all children with this name.
    func all(_ name: String) -> [StoreXML] { children.filter { $0.name == name } }
}

/// Assembles the elements into a tree.
private final class StoreXMLTree: XMLHandler {
    typealias Failure = XMLFault
    private(set) var root: StoreXML?
    private var open: [StoreXML] = []

    func start(_ element: XMLElement) { open.append(StoreXML(name: element.name)) }

    func text(_ text: String) {
        if let last = open.indices.last { open[last].text += text }
    }

    func end(_ name: String, line: Int) {
        var element = open.removeLast()
        // White space between elements has no meaning.
        if !element.children.isEmpty { element.text = "" }
        guard let parent = open.indices.last else { return root = element }
        open[parent].children.append(element)
    }

    func failure(_ fault: XMLFault) -> XMLFault { fault }
}
