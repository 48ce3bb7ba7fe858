import XMLReading

/// An element of a store's response: its name without namespace, its text, and what is in it.
struct StoreXML: Sendable, Equatable {
    /// How large a response may be: a list of a thousand of the longest keys, encoded.
    static let byteLimit = 8 << 20
    static let depthLimit = 12
    static let elementLimit = 50_000

    let name: String
    fileprivate(set) var text = ""
    fileprivate(set) var children: [StoreXML] = []

    /// Reads a document.
    ///
    /// - Returns: `nil` for whatever is not such a document.
    /// - Complexity: O(bytes).
    init?(_ bytes: some Collection<UInt8>) {
        let reader = XMLReader(
            byteLimit: Self.byteLimit, depthLimit: Self.depthLimit, elementLimit: Self.elementLimit)
        let tree = StoreXMLTree()
        guard (try? reader.read(bytes, to: tree)) != nil, let root = tree.root else { return nil }
        self = root
    }

    fileprivate init(name: String) { self.name = name }

    /// The first element of that name.
    subscript(_ name: String) -> StoreXML? { children.first { $0.name == name } }

    /// The text of the first element of that name.
    func text(of name: String) -> String? { self[name]?.text }

    /// All elements of that name.
    func all(_ name: String) -> [StoreXML] { children.filter { $0.name == name } }
}

/// Puts the elements together.
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
        // Between elements, spaces mean nothing.
        if !element.children.isEmpty { element.text = "" }
        guard let parent = open.indices.last else { return root = element }
        open[parent].children.append(element)
    }

    func failure(_ fault: XMLFault) -> XMLFault { fault }
}
