import DocumentModel

/// The properties of a capture that IIIF has no terms for: the id, the kind, and four pairs of points if the capture
/// does not simply fill the canvas, as the items of a `Choice` do.
///
/// Source: https://iiif.io/api/presentation/3.0/#choice
struct ChoiceItem {
    /// The key of the property. Other programs ignore it.
    static let property = "x-capture"

    private(set) var id: String?
    private(set) var kind: CaptureKind?
    private(set) var alignment: CaptureAlignment?
    /// The size that the alignment's points on the capture refer to.
    private(set) var size: (width: Double, height: Double)?

    init(_ capture: CaptureInfo) {
        (id, kind, alignment) = (capture.id, capture.kind, capture.alignment)
        size = (Double(capture.width), Double(capture.height))
    }

    /// Reads the property. Invalid values are ignored.
    init(_ node: SourceNode) {
        guard let object = node.asObject else { return }
        id = object["id"].asString.flatMap { CaptureRule.isValidID($0) ? $0 : nil }
        kind = object["kind"].asString.flatMap(CaptureKind.init(rawValue:))
        size = object.size
        alignment = size == nil ? nil : object["alignment"].value.flatMap(CaptureAlignment.init(json:))
    }

    /// The property's value.
    var json: JSONValue {
        [
            "id": id.map(JSONValue.string), "kind": (kind?.rawValue).map(JSONValue.string),
            "width": size.map { .number($0.width) }, "height": size.map { .number($0.height) },
            "alignment": alignment?.json,
        ]
    }
}

/// Identifies a capture of a page before there is a document.
public struct CaptureName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The page's number, from 1.
    public let page: Int
    /// The capture's id.
    public let id: String

    /// Creates the name of a capture.
    public init(page: Int, id: String) { (self.page, self.id) = (page, id) }

    /// The name as text: `1/uv`.
    public var description: String { "\(page)/\(id)" }

    /// Orders by page, then by capture.
    public static func < (left: CaptureName, right: CaptureName) -> Bool {
        (left.page, left.id) < (right.page, right.id)
    }
}
