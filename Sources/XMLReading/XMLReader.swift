/// Reads XML 1.0 with Expat as a stream of events. Time and memory are bounded by the size of the document.
///
/// Document type declarations are rejected at once, so no entities can be declared and no other file is ever read.
/// Supported encodings are UTF-8, UTF-16, ISO-8859-1 and US-ASCII.
///
/// Specifications: https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/
public struct XMLReader: Sendable {
    /// The maximum size of a document, in bytes.
    public var byteLimit: Int
    /// The maximum nesting depth of elements.
    public var depthLimit: Int
    /// The maximum number of elements.
    public var elementLimit: Int
    /// The maximum number of attributes per element.
    public var attributeLimit: Int
    /// Whether to read the document as UTF-8 whatever encoding it declares, because it has already been decoded once.
    public var ignoresEncoding: Bool
    /// Whether to drop prefixes without resolving their namespaces, for fragments that lost the declarations.
    public var ignoresPrefixes: Bool

    /// Creates a reader.
    public init(
        byteLimit: Int, depthLimit: Int = 64, elementLimit: Int = .max, attributeLimit: Int = 256,
        ignoresEncoding: Bool = false, ignoresPrefixes: Bool = false
    ) {
        // Expat counts bytes in 32 bits.
        self.byteLimit = min(byteLimit, Int(Int32.max))
        self.depthLimit = depthLimit
        self.elementLimit = elementLimit
        self.attributeLimit = attributeLimit
        self.ignoresEncoding = ignoresEncoding
        self.ignoresPrefixes = ignoresPrefixes
    }

    /// Reads a document to its end or to the first error.
    ///
    /// - Parameters:
    ///   - bytes: The document. White space before an XML declaration is skipped.
    ///   - handler: The receiver of the events.
    /// - Throws: The error that the handler throws, or that it returns for a fault of the document.
    /// - Complexity: O(*n*) in the number of bytes.
    public func read<Handler: XMLHandler>(
        _ bytes: some Collection<UInt8>, to handler: Handler
    ) throws(Handler.Failure) {
        guard bytes.count <= byteLimit else {
            throw handler.failure(
                XMLFault(place: "line 1", value: "in XML of \(bytes.count) bytes", expected: "at most \(byteLimit)"))
        }
        let parser = HandlingParser(handler, of: self)
        let isRead: Void? = bytes.withContiguousStorageIfAvailable { parser.parse(UnsafeRawBufferPointer($0)) }
        if isRead == nil { Array(bytes).withUnsafeBytes { parser.parse($0) } }
        if let failure = parser.failure { throw failure }
    }

    /// Returns the outermost element of a document, which may be truncated.
    ///
    /// - Complexity: O(*n*) in the number of bytes before the end of its start tag.
    public func outermostElement(of bytes: some Collection<UInt8>) throws(XMLFault) -> XMLElement {
        do throws(FirstElement.Found) {
            try read(bytes, to: FirstElement())
        } catch {
            return try error.result.get()
        }
        throw XMLFault(place: "line 1", value: "no element", expected: "well-formed XML")
    }
}

/// A handler that stops reading at the first element.
private final class FirstElement: XMLHandler {
    struct Found: Error {
        let result: Result<XMLElement, XMLFault>
    }
    typealias Failure = Found

    func start(_ element: XMLElement) throws(Found) { throw Found(result: .success(element)) }
    func text(_ text: String) {}
    func end(_ name: String, line: Int) {}
    func failure(_ fault: XMLFault) -> Found { Found(result: .failure(fault)) }
}
