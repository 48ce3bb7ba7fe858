package import DocumentModel
import Foundation

/// The image of a page in a working copy: a scan, or a part of one.
package struct PageImage: Equatable, Sendable {
    /// The scan's id; see ``DocumentModel/UploadedScan/id(ofSHA256:)``.
    package let scan: String
    /// The page of the scan's file, from 1, if the file has several.
    package let page: Int?
    /// The rotation and crop, or the corners to rectify.
    package let shape: ScanPart

    /// A description of valid values, for errors.
    package static let rule =
        "{ \"scan\": id, \"rotation\": degrees, \"crop\": [x, y, width, height] or null } or "
        + "{ \"scan\": id, \"corners\": four points }, or null for no image"

    /// Creates an image.
    package init(scan: String, page: Int? = nil, shape: ScanPart = .whole) {
        (self.scan, self.page, self.shape) = (scan, page, shape)
    }

    /// Parses the value of a page's field `image`. Returns nil if it is invalid.
    package init?(_ value: JSONValue) {
        guard let members = value.members,
            members.allSatisfy({ (["scan", "page"] + ScanPart.keys).contains($0.key) }),
            let scan = value["scan"]?.textValue, Identifier.isValid(scan)
        else { return nil }
        self.scan = scan
        switch value["page"] ?? .null {
        case .null: page = nil
        case let stated:
            guard let number = stated.integerValue, (1...1_000_000).contains(number) else { return nil }
            page = number
        }
        guard var shape = ScanPart(ofPage: value) else { return nil }
        // Turns -0 into 0.
        if shape.rotation == 0 { shape.rotation = 0 }
        self.shape = shape
    }

    /// Whether the image is a whole scan.
    package var isWhole: Bool { page == nil && shape.isWhole }

    /// The value in normal form.
    package var json: JSONValue {
        .members([
            ("corners", shape.cornersJSON), ("crop", shape.crop?.json ?? .null), ("page", page.map(JSONValue.integer)),
            ("rotation", .number(shape.rotation)),
            ("scan", .string(scan)),
        ])
    }

    /// The part of the scan, in the form of ``DocumentModel/ScanImage/part``. Empty for the whole scan.
    package var part: String {
        if isWhole { return "" }
        return JSONValue.members([
            ("corners", shape.cornersJSON), ("crop", shape.crop?.json), ("page", page.map(JSONValue.integer)),
            ("rotation", shape.rotation == 0 ? nil : .number(shape.rotation)),
        ]).compactText
    }

    /// Parses a part of a scan in the form of ``part``.
    package init?(scan: String, part: String) {
        let value = part.isEmpty ? .object([]) : try? JSONParser.parse(Data(part.utf8))
        guard let members = value?.members else { return nil }
        self.init(.object(members + [.init(key: "scan", value: .string(scan))]))
    }

    /// Reads the image of a page in `document.json`. Returns nil for a page without an image.
    ///
    /// - Parameter sha256: The digest of the original scan.
    package init?(ofPage page: JSONValue, sha256: String) {
        let page = page.imageHolder
        guard page["image"]?.textValue != nil else { return nil }
        let described = JSONValue.members([
            ("scan", .string(UploadedScan.id(ofSHA256: sha256))), ("page", page["imagePage"]),
            ("rotation", page["rotation"]), ("crop", page["crop"]), ("corners", page["corners"]),
        ])
        self.init(described)
    }
}
