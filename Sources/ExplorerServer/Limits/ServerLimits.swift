import DocumentModel
import FileSupport
package import TileEngine

/// The server's limits. Each is checked before the work that it limits begins.
///
/// `docs/limits.md` lists them with the status of each refusal, its counter, and the test that proves it.
public struct ServerLimits: Sendable, Equatable {
    /// The maximum length of a request target in bytes. Longer ones get 414.
    public var targetByteCount = 8_192
    /// The maximum size of all header lines of a request in bytes. Larger headers get 431.
    public var headerByteCount = 16_384
    /// The maximum number of header lines of a request. More get 431.
    public var headerCount = 100
    /// The maximum size of a request body in bytes. Larger bodies get 413, as do those of unknown length. Forms, edits
    /// and uploads have their own limits.
    public var bodyByteCount = 4_096
    /// The maximum size of an edit's body in bytes. Larger ones get 413.
    package var editByteCount = EditLimits().editBytes
    /// The maximum size of an upload in bytes. Larger ones get 413.
    package var pictureByteCount = EditLimits().scanBytes
    /// The maximum number of requests of a connection that wait for a response. Reading pauses beyond it.
    public var pipelinedCount = 64
    /// The maximum number of simultaneous connections. Further ones receive a 503 and are closed. It is reduced to what
    /// the limit on open files permits.
    public var connectionCount = 2_048
    /// The maximum number of simultaneous connections from one address (for IPv6, from one /64 network). Further ones
    /// receive a 429 and are closed. 0 leaves only ``connectionCount``.
    public var addressConnectionCount = 512

    /// The maximum time for a request to arrive, from its first byte to its last. Slower ones get 408.
    public var headTime = Duration.seconds(10)
    /// How long a connection may be idle between requests before it is closed.
    public var idleTime = Duration.seconds(75)
    /// How long a client may take to read 16 KiB of a response before the connection is closed.
    public var sendTime = Duration.seconds(30)
    /// The maximum time to make a response. Slower ones get 503, and the work is cancelled.
    public var requestTime = Duration.seconds(30)

    /// The maximum number of pixels of source tiles for one rendering. More get 400.
    public var sourceArea = 128 << 20
    /// The maximum number of pixels of one rendering, for each of which a thread holds three bytes. More get 400.
    public var outputArea = 24 << 20
    /// The number of render threads; 0 for one more than there are cores. One is reserved for narrow work.
    public var renderCount = 0
    /// The maximum number of waiting renderings. Beyond it, the widest get 503.
    public var waitingRenderCount = 64
    /// The maximum number of pixels that waiting renderings may touch together. Beyond it, the widest get 503.
    public var waitingRenderArea = 512 << 20
    /// The maximum memory of renderings while they are made and sent, in bytes. Renderings wait until there is enough;
    /// one that needs more than this by itself gets 400.
    public var renderByteCount = AvailableMemory.share(oneOf: 4, in: 64 << 20...1 << 30)
    /// The maximum number of waiting queries to the library. More get 503. Tiles are not counted.
    public var waitingReadCount = 1_024
    /// The maximum number of waiting searches and lists. Beyond it, those that touch the most rows get 503.
    public var waitingSearchCount = 128
    /// The average number of requests per second from one address; 0 for no limit. Stored tiles and the viewer's files
    /// are not counted.
    public var addressRate = 0.0
    /// The number of requests from one address served at once before ``addressRate`` applies.
    public var addressBurst = 200

    /// Creates the default limits.
    public init() {
        // A machine with little memory makes smaller renderings, sized for the format that needs the most.
        outputArea = min(outputArea, renderByteCount / 14)
    }

    /// The maximum size of a request that proposes an annotation in bytes. It may contain the annotation as a string
    /// within JSON, hence twice the annotation's limit.
    static let annotationByteCount = 2 * EditLimits().annotationBytes

    /// The maximum size of a form in bytes: a token and the address to continue at, whose up to 2,000 bytes are three
    /// times as many when encoded.
    static let formByteCount = 8_192

    /// The maximum number of long responses that are sent at once, of each kind: documents as PDF, and whole images.
    /// Each holds a part in memory until its client has read it.
    static let longResponseCount = 16

    /// The maximum number of these for one address, so that slow readers leave places to those elsewhere. If addresses
    /// are not told apart, because all are a proxy's, there is no such limit.
    var addressLongResponseCount: Int { addressConnectionCount > 0 ? 4 : Self.longResponseCount }

    /// The maximum size of the pictures that one address has requested and not read yet, in bytes. If addresses are not
    /// told apart, there is no such limit.
    var addressPictureByteCount: Int { addressConnectionCount > 0 ? renderByteCount / 4 : .max }

    /// The kind of a request body, which determines its limit.
    enum BodyKind {
        case small, form, edit, picture
    }

    /// Returns the kind of body that a request with this target may have.
    ///
    /// - Complexity: O(*n*) in the length of the target.
    static func bodyKind(_ target: some BidirectionalCollection<UInt8>) -> BodyKind {
        func ends(_ target: some BidirectionalCollection<UInt8>, with ending: StaticString) -> Bool {
            target.suffix(ending.utf8CodeUnitCount)
                .elementsEqual(UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount))
        }
        if ends(target, with: "/working-copy/edits") { return .edit }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        if path.elementsEqual("/access".utf8) || path.elementsEqual("/access/sign-out".utf8) { return .form }
        if path.elementsEqual("/annotations".utf8) || path.starts(with: "/annotations/".utf8) { return .edit }
        let documents: StaticString = "/api/documents"
        let start = UnsafeBufferPointer(start: documents.utf8Start, count: documents.utf8CodeUnitCount)
        guard path.starts(with: start) else { return .small }
        let isUpload = ["/scans", "/working-copy/recordings"].contains { ends(path, with: $0) }
        return path.count == start.count || isUpload ? .picture : .small
    }

    /// Returns the maximum size of a body of a kind, in bytes.
    func bodyByteCount(_ kind: BodyKind) -> Int {
        switch kind {
        case .small: bodyByteCount
        case .form: Self.formByteCount
        case .edit: max(bodyByteCount, editByteCount)
        case .picture: max(bodyByteCount, pictureByteCount)
        }
    }

    /// Returns the maximum size of the body of a request with this target, in bytes.
    func bodyByteCount(ofTarget target: String?) -> Int { bodyByteCount(Self.bodyKind((target ?? "").utf8)) }

    /// The limits of one rendering.
    package var render: RenderLimits { RenderLimits(sourceArea: sourceArea, outputArea: outputArea) }
}
