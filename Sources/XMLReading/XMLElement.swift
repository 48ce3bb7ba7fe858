/// The start tag of an element.
public struct XMLElement: Sendable, Equatable {
    /// The local name, without a prefix.
    public let name: String
    /// The namespace URI. Empty if the element has none, or if the reader ignores prefixes.
    public let namespace: String
    /// The attribute values by name. A name with a prefix is written `namespace|name`, or `prefix:name` if the reader
    /// ignores prefixes.
    public let attributes: [String: String]
    /// The line of the document on which the tag begins, from 1.
    public let line: Int

    /// Creates an element.
    public init(name: String, namespace: String = "", attributes: [String: String] = [:], line: Int = 1) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.line = line
    }
}

/// The reason why a document cannot be read.
public struct XMLFault: Error, Sendable, Equatable {
    /// The position: `line 3` or `line 3, column 14`, both from 1.
    public let place: String
    /// What the document contains at that position.
    public let value: String
    /// What was expected instead.
    public let expected: String
}

/// Receives the elements and text of a document, in document order.
public protocol XMLHandler: AnyObject {
    /// The error that ends reading.
    associatedtype Failure: Error

    /// Called at the start of an element.
    func start(_ element: XMLElement) throws(Failure)
    /// Called for text, with references resolved. Text may arrive in several pieces, split between any two Unicode
    /// scalars.
    func text(_ text: String) throws(Failure)
    /// Called at the end of an element.
    ///
    /// - Parameters:
    ///   - name: The local name, without a prefix.
    ///   - line: The line of the document on which the end tag begins, from 1.
    func end(_ name: String, line: Int) throws(Failure)
    /// Returns the error for a document that is not well-formed or exceeds the reader's limits.
    func failure(_ fault: XMLFault) -> Failure
}
