public import DocumentModel
import Foundation

/// Writes the changes to a library's documents as a IIIF activity stream of level 2: every creation, update and
/// deletion of a manifest, oldest first.
///
/// Specification: https://iiif.io/api/discovery/1.0/
public struct ActivityWriter: Sendable {
    /// The number of activities per page. All pages except the last never change.
    public static let pageSize = 100

    /// The IIIF context.
    public static let context = "http://iiif.io/api/discovery/1/context.json"
    private let base: String
    private let total: Int

    /// - Parameters:
    ///   - base: The beginning of all addresses, such as `https://example.org`.
    ///   - total: The number of activities.
    public init(base: String, total: Int) {
        (self.base, self.total) = (base, total)
    }

    /// The number of pages. An empty stream has one page.
    public var pageCount: Int { max(1, (total + Self.pageSize - 1) / Self.pageSize) }

    /// Writes the entry point of the stream.
    public func writeCollection(to stream: inout some TextOutputStream) {
        let value: JSONValue = [
            "@context": .string(Self.context), "id": .string(collection), "type": "OrderedCollection",
            "totalItems": .integer(total), "first": reference(toPage: 1), "last": reference(toPage: pageCount),
        ]
        value.write(to: &stream)
    }

    /// Writes a page.
    ///
    /// - Parameters:
    ///   - number: The page's number, from 1.
    ///   - activities: The activities of the page.
    public func write(page number: Int, _ activities: [DocumentActivity], to stream: inout some TextOutputStream) {
        let value: JSONValue = [
            "@context": .string(Self.context), "id": .string(page(number)), "type": "OrderedCollectionPage",
            "startIndex": .integer((number - 1) * Self.pageSize),
            "partOf": ["id": .string(collection), "type": "OrderedCollection"],
            "prev": number > 1 ? reference(toPage: number - 1) : nil,
            "next": number < pageCount ? reference(toPage: number + 1) : nil,
            "orderedItems": .array(activities.map(item)),
        ]
        value.write(to: &stream)
    }

    private var collection: String { "\(base)/iiif/discovery/1/activity.json" }

    private func page(_ number: Int) -> String { "\(base)/iiif/discovery/1/page/\(number).json" }

    private func reference(toPage number: Int) -> JSONValue {
        ["id": .string(page(number)), "type": "OrderedCollectionPage"]
    }

    private func item(_ activity: DocumentActivity) -> JSONValue {
        let manifest = PresentationAddresses(base: base, document: activity.document).manifest
        // Round up, so that a client that polls within the same second does not take the change for an older one.
        let time = Date(timeIntervalSince1970: activity.endedAt.timeIntervalSince1970.rounded(.up))
        return [
            "type": .string(activity.kind.rawValue), "object": ["id": .string(manifest), "type": "Manifest"],
            "endTime": .string(time.formatted(.iso8601)),
        ]
    }
}
