import NIOConcurrencyHelpers
import NIOCore
import WebDocuments

/// The web client's files as responses. Each is compressed when it is first requested: to compress all of them before the
/// first response took a quarter of the start.
final class ViewerResponses: Sendable {
    /// The version of the files, see ``ViewerFiles/version``.
    let version: String
    private let files: ViewerFiles
    private let replies = NIOLockedValueBox<[String: Reply]>([:])

    init(_ files: ViewerFiles) { (self.files, version) = (files, files.version) }

    /// The bytes of a file; none when there is no such file.
    func bytes(of path: String) -> [UInt8] { files.file(path)?.bytes ?? [] }

    /// The file of a path below the folder, or `nil` when there is none.
    func reply(for path: String) -> Reply? {
        if let reply = replies.withLockedValue({ $0[path] }) { return reply }
        guard let file = files.file(path) else { return nil }
        let body = ByteBuffer(bytes: file.bytes)
        let isCompressible = file.isCompressible && Gzip.isWorthwhile(body.readableBytes)
        // Two concurrent requests may both do this, and get the same bytes.
        let reply = Reply(
            body: body, mediaType: file.mediaType, validator: file.digest, cachePolicy: .revalidate,
            compressedBody: isCompressible ? Gzip.compress(body, level: 9) : nil, isCompressible: isCompressible)
        replies.withLockedValue { $0[path] = reply }
        return reply
    }
}
