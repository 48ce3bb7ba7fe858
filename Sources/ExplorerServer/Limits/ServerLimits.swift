import DocumentModel
import FileSupport
package import TileEngine

/// What the server takes on at most: each bound is checked before the work begins that it bounds.
///
/// `docs/limits.md` lists them with the status of each refusal, its counter, and the test that proves it.
public struct ServerLimits: Sendable, Equatable {
    /// The longest request target, in bytes; a longer one is 414.
    public var targetByteCount = 8_192
    /// The bytes of all header lines of a request; more are 431.
    public var headerByteCount = 16_384
    /// The number of header lines of a request; more are 431.
    public var headerCount = 100
    /// The bytes of a request's body; more are 413, as is a body of unknown length. Only `/access` and
    /// changes of working copies take one.
    public var bodyByteCount = 4_096
    /// The bytes of an edit's body; more are 413.
    package var editByteCount = EditLimits().editBytes
    /// The bytes of an uploaded picture; more are 413.
    package var pictureByteCount = EditLimits().scanBytes
    /// How many requests of a connection are taken on before the first of them is answered; the rest is not read yet.
    public var pipelinedCount = 64
    /// How many connections there may be at once; a further one is told 503 and closed. Never more than the process may
    /// open files.
    public var connectionCount = 2_048
    /// How many connections one address may have at once, by IPv6 a network of 64 bits; a further one is told 429 and
    /// closed. 0 leaves them to ``connectionCount``.
    public var addressConnectionCount = 512

    /// How long a request may take to arrive, from its first byte to its last; then it is 408.
    public var headTime = Duration.seconds(10)
    /// How long a connection may be silent between two requests; then it is closed.
    public var idleTime = Duration.seconds(75)
    /// How long a reader may take for 16 KiB of an answer; then the connection is closed.
    public var sendTime = Duration.seconds(30)
    /// How long an answer may take to be made; then it is 503, and the work on it is given up.
    public var requestTime = Duration.seconds(30)

    /// The pixels of tiles that one picture may be made of; more are 400.
    public var sourceArea = 128 << 20
    /// The pixels that one picture may have, of which a thread holds three bytes each; more are 400.
    public var outputArea = 24 << 20
    /// How many pictures are made at once; 0 for one more than there are cores. One place is kept for narrow ones.
    public var renderCount = 0
    /// How many pictures may wait to be made. Where there are more, the widest give way with 503.
    public var waitingRenderCount = 64
    /// How many pixels the pictures that wait may touch together. Where there are more, the widest give way with 503.
    public var waitingRenderArea = 512 << 20
    /// How many bytes of memory pictures may take while they are made and sent. What finds no room waits; a picture that takes
    /// more by itself is 400.
    public var renderByteCount = AvailableMemory.share(oneOf: 4, in: 64 << 20...1 << 30)
    /// How many questions to the library may wait; more are 503. Tiles are not counted among them.
    public var waitingReadCount = 1_024
    /// How many searches and lists may wait; of more, those that touch most rows are 503.
    public var waitingSearchCount = 128
    /// How many requests of an address are answered in a second, on average; 0 for any number. Stored tiles and files of the
    /// viewer are not counted.
    public var addressRate = 0.0
    /// How many requests of an address are answered at once before ``addressRate`` counts.
    public var addressBurst = 200

    /// Makes the limits; each begins with its default.
    public init() {
        // A machine with little memory makes smaller pictures, of the format that takes most.
        outputArea = min(outputArea, renderByteCount / 14)
    }

    /// The bytes of the body of a request that proposes an annotation, which has it as a text within JSON perhaps.
    static let annotationByteCount = 2 * EditLimits().annotationBytes

    /// What a request's body may be, by its target.
    enum BodyKind {
        case small, edit, picture
    }

    /// What the body of a request with this target may be.
    ///
    /// - Complexity: O(*n*) in the length of the target.
    static func bodyKind(_ target: some BidirectionalCollection<UInt8>) -> BodyKind {
        func ends(_ target: some BidirectionalCollection<UInt8>, with ending: StaticString) -> Bool {
            target.suffix(ending.utf8CodeUnitCount)
                .elementsEqual(UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount))
        }
        if ends(target, with: "/working-copy/edits") { return .edit }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        if path.elementsEqual("/annotations".utf8) || path.starts(with: "/annotations/".utf8) { return .edit }
        let documents: StaticString = "/api/documents"
        let start = UnsafeBufferPointer(start: documents.utf8Start, count: documents.utf8CodeUnitCount)
        guard path.starts(with: start) else { return .small }
        let isUpload = ["/scans", "/working-copy/recordings"].contains { ends(path, with: $0) }
        return path.count == start.count || isUpload ? .picture : .small
    }

    /// The bytes of a body of a kind.
    func bodyByteCount(_ kind: BodyKind) -> Int {
        switch kind {
        case .small: bodyByteCount
        case .edit: max(bodyByteCount, editByteCount)
        case .picture: max(bodyByteCount, pictureByteCount)
        }
    }

    /// The bytes of the body of a request with this target.
    func bodyByteCount(ofTarget target: String?) -> Int { bodyByteCount(Self.bodyKind((target ?? "").utf8)) }

    /// The bounds of one picture.
    package var render: RenderLimits {
        get { RenderLimits(sourceArea: sourceArea, outputArea: outputArea) }
        set { (sourceArea, outputArea) = (newValue.sourceArea, newValue.outputArea) }
    }
}
