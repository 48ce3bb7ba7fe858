/// The start of an element.
public struct XMLElement: Sendable, Equatable {
    /// The name without its prefix.
    public let name: String
    /// The namespace's address; empty where the element has none, or where the reader ignores prefixes.
    public let namespace: String
    /// The values by name. The name of an attribute with a prefix is `address|name`, or `prefix:name` where the reader
    /// ignores prefixes.
    public let attributes: [String: String]
    /// The line of the document on which it begins, from 1.
    public let line: Int

    /// Makes an element.
    public init(name: String, namespace: String = "", attributes: [String: String] = [:], line: Int = 1) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.line = line
    }
}

/// Why a document cannot be read.
public struct XMLFault: Error, Sendable, Equatable {
    /// Where: `line 3` or `line 3, column 14`, both from 1.
    public let place: String
    /// What is there.
    public let value: String
    /// What was expected instead.
    public let expected: String
}

/// Receives the elements and the text of a document, in its order.
public protocol XMLHandler: AnyObject {
    /// An error that ends the reading.
    associatedtype Failure: Error

    /// An element begins.
    func start(_ element: XMLElement) throws(Failure)
    /// Text, in pieces that end anywhere between two Unicode scalars; references are replaced by what they mean.
    func text(_ text: String) throws(Failure)
    /// An element ends.
    ///
    /// - Parameters:
    ///   - name: Its name without prefix.
    ///   - line: The line of the document on which its end tag begins, from 1.
    func end(_ name: String, line: Int) throws(Failure)
    /// The error of a document that is not well-formed, or goes beyond what the reader allows.
    func failure(_ fault: XMLFault) -> Failure
}
