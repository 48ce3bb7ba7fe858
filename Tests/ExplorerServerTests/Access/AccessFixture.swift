import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes

/// A library with documents that differ only in who may read them: `public`, and optionally `secret` and `drafty`.
struct AccessFixture {
    /// An id that no document has, as long as the others.
    static let unknown = "nosuch"

    let scratch: ScratchLibrary

    init(_ documents: [(id: String, status: String, access: String?)] = []) throws {
        scratch = try ScratchLibrary()
        try add("public", status: "published", access: nil)
        for document in documents { try add(document.id, status: document.status, access: document.access) }
    }

    static func withSecrets() throws -> AccessFixture {
        try AccessFixture([("secret", "published", "restricted"), ("drafty", "draft", nil)])
    }

    var library: Library { scratch.library }

    /// Adds or replaces a document of one page of 320 x 200 pixels, a category and a clause.
    func add(_ id: String, status: String = "published", access: String?, title: String = "Alike") throws {
        let pixels = (0..<320 * 200 * 3).map { UInt8($0 * 7 % 251) }
        let scan = PlainTIFF.bytes(width: 320, height: 200, pixels: pixels)
        let line = access.map { #""access": "\#($0)", "# } ?? ""
        try scratch.add(
            [
                "document": """
                {"id": "\(id)", "title": "\(title)", "status": "\(status)", \(line)"language": "la", "languages": ["en"],
                 "mark": "mark.svg", "pages": [{"image": "scan.tif", "width": 320, "height": 200}]}
                """,
                "categories": """
                [{"id": "x", "label": "Things", "icon": "mark.svg", "style": "filled", "includedInAll": true}]
                """,
                "clauses": """
                [{"id": "a", "categories": ["x"],
                  "regions": [{"page": 1, "polygon": [[10, 10], [90, 10], [90, 90], [10, 90]]}]}]
                """,
                "texts/en": #"{"a": {"title": "Weirs", "translation": "All weirs shall be put down, \#(title)."}}"#,
                "mark.svg": #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#,
            ], images: ["scan.tif": scan])
    }

    /// Creates a token, by default for all documents.
    func token(
        for documents: Set<String>? = nil, label: String = "a test", scope: TokenScope = .read, expiresAt: Date? = nil
    ) throws -> AccessToken {
        try scratch.token(for: documents, label: label, scope: scope, expiresAt: expiresAt)
    }
}

extension ScratchLibrary {
    /// Creates a token, by default for all documents.
    func token(
        for documents: Set<String>? = nil, label: String = "a test", scope: TokenScope = .read, expiresAt: Date? = nil
    ) throws -> AccessToken {
        let token = AccessToken()
        let info = TokenInfo(
            id: token.id, label: label, grant: documents.map { .documents($0) } ?? .everything, scope: scope,
            createdAt: Date(), expiresAt: expiresAt)
        try library.store.add(info, sha256: token.sha256)
        return token
    }
}

extension AccessToken {
    var bearer: HTTPFields { [.authorization: "Bearer \(text)"] }
    var cookie: HTTPFields { [.cookie: "a=b; explore-access=\(text)"] }
}

/// A complete response without the date, with one id replaced by another.
struct ComparableResponse: Equatable {
    let status: Int
    let fields: [String]
    let body: String

    init(_ response: SampleResponse, naming id: String = "", as name: String = "") {
        func named(_ text: String) -> String { id.isEmpty ? text : text.replacing(id, with: name) }
        status = response.status.code
        fields = response.headers.filter { $0.name != .date && $0.name.canonicalName != "x-request-id" }.map {
            named("\($0.name): \($0.value)")
        }.sorted()
        body = named(String(decoding: response.bytes, as: UTF8.self))
    }
}
