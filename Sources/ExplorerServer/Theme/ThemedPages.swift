import NIOConcurrencyHelpers
import NIOCore
import Viewer
import WebDocuments

/// The viewer's pages as served under one theme, or without one.
final class ThemedPages: Sendable {
    /// The theme; nil for the viewer's own appearance.
    let theme: ThemedViewer?
    let template: PageTemplate
    /// The template for pages that load every script separately.
    let debugTemplate: PageTemplate
    private let files: ViewerResponses
    private let responses = NIOLockedValueBox<[String: CacheableResponse]>([:])

    /// - Parameter base: The public address, for the preview image of links to the library's page.
    init(_ files: ViewerResponses, theme: ThemedViewer?, base: @escaping @Sendable () -> String) {
        (self.files, self.theme, self.base) = (files, theme, base)
        template = PageTemplate(Self.themed(files.bytes(of: "pages/document.html"), theme))
        debugTemplate = PageTemplate(Self.themed(files.bundle.unbundledPage("pages/document.html") ?? [], theme))
    }

    /// The public address, which is known once the server listens.
    private let base: @Sendable () -> String

    private static func themed(_ page: [UInt8], _ theme: ThemedViewer?) -> [UInt8] {
        theme.map { Array($0.page(String(decoding: page, as: UTF8.self), root: "/").utf8) } ?? page
    }

    /// Returns the bytes of a page, or none if it does not exist.
    func bytes(of page: String) -> [UInt8] { Self.themed(files.bytes(of: page), theme) }

    /// Returns the bytes of a page that loads no bundles, or none if it does not exist.
    func unbundledPage(_ page: String) -> [UInt8] { Self.themed(files.bundle.unbundledPage(page) ?? [], theme) }

    /// Returns the texts of plain HTML pages.
    func words() throws -> PlainWords { try theme?.words ?? PlainWords(files.interfaceTexts()) }

    /// Returns the response with a page, or `nil` if there is none.
    func response(for page: String) -> CacheableResponse? {
        guard let theme else { return files.response(for: page) }
        if let response = responses.withLockedValue({ $0[page] }) { return response }
        let bytes = bytes(of: page)
        guard !bytes.isEmpty else { return nil }
        var text = String(decoding: bytes, as: UTF8.self)
        if page == "pages/library.html" { text = theme.addPreview(to: text, base: base()) }
        let response = CacheableResponse.text(Array(text.utf8), mediaType: "text/html; charset=utf-8")
        responses.withLockedValue { $0[page] = response }
        return response
    }

    func webManifest() -> CacheableResponse? {
        let path = "explore.webmanifest"
        guard let theme else { return files.response(for: path) }
        return .text(theme.webManifest(files.bytes(of: path)), mediaType: "application/json")
    }

    func file(_ path: String) -> CacheableResponse? {
        guard let file = theme?.files[path] else { return nil }
        let isText = ["text/", "application/json", "image/svg"].contains { file.mediaType.hasPrefix($0) }
        if isText { return .text(file.bytes, mediaType: file.mediaType) }
        return CacheableResponse(
            body: ByteBuffer(bytes: file.bytes), mediaType: file.mediaType, validator: ContentDigest.of(file.bytes),
            cachePolicy: .revalidate)
    }
}
