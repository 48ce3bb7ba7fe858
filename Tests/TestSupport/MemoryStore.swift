import FileSupport
public import Foundation

/// An S3-compatible store in memory, on a loopback port, for behaviour that a real one does not show on demand:
/// conditional writes that are enforced, rejected or ignored, damaged objects, and requests that tests delay.
///
/// It accepts any credentials. Each connection has its own thread and carries one request.
public final class MemoryStore: @unchecked Sendable {
    /// How the store treats `If-Match` and `If-None-Match` in a write.
    public enum Conditions: Sendable, CaseIterable {
        /// Enforces them, like Amazon's store.
        case enforced
        /// Rejects the request with 501, like OpenStack's store.
        case refused
        /// Ignores them, like old stores.
        case ignored
    }

    /// An object.
    public struct Object: Sendable {
        /// Its bytes.
        public var bytes: [UInt8]
        /// Its tag, without quotes.
        public var tag: String
        /// The time of the last write.
        public var modified: Date

        /// Creates an object written now, with the tag of its bytes.
        public init(_ bytes: [UInt8]) { (self.bytes, tag, modified) = (bytes, Self.tag(of: bytes), Date()) }

        static func tag(of bytes: some Sequence<UInt8>) -> String {
            let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return String(hash, radix: 16)
        }
    }

    /// An upload in parts that is not complete.
    public struct Upload: Sendable {
        /// The `bucket/key` of its object.
        public var key: String
        /// The time at which it was begun.
        public var begun: Date
        var parts: [Int: [UInt8]] = [:]

        /// Begins an upload.
        public init(_ key: String, begun: Date = Date()) { (self.key, self.begun) = (key, begun) }
    }

    // Every access to mutable state holds the lock.
    let lock = NSLock()
    var stored: [String: Object] = [:]
    var sorted: [String]?
    var open: [String: Upload] = [:]
    var uploadListStatus: Int?
    private var hook: (@Sendable (_ method: String, _ key: String) -> Int?)?
    private var received: [String: Int] = [:]
    let conditions: Conditions
    private let listener: Int32

    /// The address it listens on, `http://127.0.0.1:port`.
    public let endpoint: String

    /// Starts the store without objects; any bucket exists.
    public init(_ conditions: Conditions = .enforced) throws {
        self.conditions = conditions
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        endpoint = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Closed only here: otherwise another listener could get the descriptor that this thread accepts
                    // on.
                    close(listener)
                    return
                }
                guard let store = self else {
                    close(connection)
                    continue
                }
                Thread.detachNewThread {
                    store.serve(connection)
                    close(connection)
                }
            }
        }
    }

    /// Ends the thread, which closes the listener.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The objects by `bucket/key`. Tests change them directly.
    public var objects: [String: Object] {
        get { lock.withLock { stored } }
        set { lock.withLock { (stored, sorted) = (newValue, nil) } }
    }

    /// The uploads that are not complete, by id. Tests change them directly.
    public var uploads: [String: Upload] {
        get { lock.withLock { open } }
        set { lock.withLock { open = newValue } }
    }

    /// Sets the status with which lists of uploads are refused, 403 or 501; nil if they are not.
    public func refuseUploadLists(_ status: Int?) { lock.withLock { uploadListStatus = status } }

    /// The number of requests so far, by method.
    public var requestCounts: [String: Int] { lock.withLock { received } }

    /// Sets a function called before each request is handled, with its method and `bucket/key`, on a thread that may
    /// block. A status that it returns becomes the response.
    public func onRequest(_ body: (@Sendable (_ method: String, _ key: String) -> Int?)?) {
        lock.withLock { hook = body }
    }

    /// The environment variables with which a program finds the store.
    public var environment: [String: String] {
        [
            "AWS_ACCESS_KEY_ID": RealStore.accessKeyID, "AWS_SECRET_ACCESS_KEY": RealStore.secretAccessKey,
            "AWS_ENDPOINT_URL": endpoint, "AWS_REGION": "us-east-1", "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        ]
    }

    private func serve(_ connection: Int32) {
        guard let request = MemoryRequest(connection) else { return }
        let hook = lock.withLock {
            received[request.method, default: 0] += 1
            return self.hook
        }
        let response: MemoryResponse
        if let status = hook?(request.method, request.key) {
            response = MemoryResponse(status)
        } else {
            response = lock.withLock { self.response(to: request) }
        }
        let bytes = response.bytes(isHead: request.method == "HEAD")
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(connection, buffer.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            done += count
        }
        shutdown(connection, Int32(SHUT_WR))
    }
}

/// A request, read from a connection.
struct MemoryRequest {
    let method: String
    /// `bucket/key`, or `bucket`.
    let key: String
    let query: [String: String]
    let headers: [String: String]
    let body: [UInt8]

    init?(_ connection: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        func receive() -> Bool {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count > 0 { bytes += buffer[..<count] }
            return count > 0
        }
        let end = Array("\r\n\r\n".utf8)
        var headEnd: Int?
        while headEnd == nil {
            guard receive() else { return nil }
            headEnd = bytes.firstRange(of: end)?.upperBound
        }
        guard let headEnd else { return nil }
        let lines = String(decoding: bytes[..<(headEnd - 4)], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        let parts = words[1].split(separator: "?", maxSplits: 1)
        key = String(parts[0].dropFirst()).removingPercentEncoding ?? ""
        var query: [String: String] = [:]
        for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(sides[0])] = sides.count > 1 ? String(sides[1]).removingPercentEncoding : ""
        }
        self.query = query
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            if sides.count == 2 { headers[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces) }
        }
        self.headers = headers
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while bytes.count < headEnd + length { guard receive() else { return nil } }
        body = Array(bytes[headEnd..<(headEnd + length)])
    }
}

/// A response.
struct MemoryResponse {
    var status: Int
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// The stated length, if it differs from that of the body, as in a response to HEAD.
    var length: Int?

    init(_ status: Int, _ headers: [String: String] = [:], _ body: some Sequence<UInt8> = [], length: Int? = nil) {
        (self.status, self.headers, self.body, self.length) = (status, headers, Array(body), length)
    }

    static func xml(_ text: String, status: Int = 200) -> MemoryResponse {
        MemoryResponse(status, ["Content-Type": "application/xml"], Array(text.utf8))
    }

    static func fault(_ status: Int, _ code: String) -> MemoryResponse {
        xml("<Error><Code>\(code)</Code><Message>as the test wants it</Message></Error>", status: status)
    }

    func bytes(isHead: Bool) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) -", "Content-Length: \(length ?? body.count)", "Connection: close"]
        lines.append("Date: \(UTCTime(Date()).http)")
        lines += headers.map { "\($0.key): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? [] : body)
    }
}
