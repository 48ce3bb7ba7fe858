public import NIOCore

import AsyncHTTPClient
import FileSupport
import Foundation
import NIOHTTP1
import NIOPosix
import NIOConcurrencyHelpers

/// A client for an S3-compatible object store, for the objects below one address.
///
/// Every call has a time limit, within which it retries after transient errors: connection errors, and the responses
/// 408, 425, 429, 500, 502, 503 and 504. Before each retry it waits for a random part of a delay that doubles, or for
/// at least as long as the store requests. The length of every response is checked against what was requested.
///
/// Calls come in two forms. The asynchronous form can be called anywhere. The other form takes an event loop and runs
/// entirely on it, so that callers on that loop do not change threads.
public final class ObjectStore: Sendable {
    /// The longest delay between two attempts, in seconds.
    private static let longestBackoffSeconds = 10.0

    /// The address of the objects.
    public let address: StoreAddress
    /// The options for connecting to the store.
    public let options: StoreOptions
    let group: any EventLoopGroup
    private let endpoint: StoreEndpoint
    private let signer: RequestSigner
    private let sessionToken: String?
    private let client: HTTPClient
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    /// The number of requests sent so far, by method. Each attempt counts.
    public var requestCounts: [String: Int] { counts.withLockedValue { $0 } }

    /// Creates a client without sending anything. Call ``shutdown()`` before releasing it.
    ///
    /// - Parameter eventLoopGroup: The threads to use. Loops passed to calls must belong to this group.
    public init(
        _ address: StoreAddress, options: StoreOptions, credentials: StoreCredentials,
        eventLoopGroup: any EventLoopGroup
    ) {
        self.address = address
        self.options = options
        group = eventLoopGroup
        endpoint = options.endpoint ?? StoreEndpoint(region: options.region, bucket: address.bucket)
        signer = RequestSigner(credentials: credentials, region: options.region)
        sessionToken = credentials.sessionToken
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(
                connect: Self.amount(options.connectSeconds), read: Self.amount(options.idleSeconds),
                write: Self.amount(options.idleSeconds)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, options.connectionCount)
        // This class does the retries, and counts them.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
    }

    /// Closes all connections. Calls in progress fail.
    public func shutdown() async {
        try? await client.shutdown()
    }

    static func amount(_ seconds: Double) -> TimeAmount {
        .nanoseconds(Int64(min(max(seconds, 0), 1e6) * 1e9))
    }

    func timeLimit(_ seconds: Double?) -> TimeAmount { Self.amount(seconds ?? options.timeLimitSeconds) }

    // MARK: Attempts

    /// Sends a request until it succeeds, fails permanently, or the time is up. The response may be an error, but not a
    /// transient one.
    func perform(
        _ request: StoreRequest, on loop: any EventLoop, cancellation: CallCancellation? = nil
    ) -> EventLoopFuture<StoreResponse> {
        let promise = loop.makePromise(of: StoreResponse.self)
        let deadline = NIODeadline.now() + request.timeLimit
        if loop.inEventLoop {
            attempt(1, request, promise, deadline, cancellation)
        } else {
            loop.execute { self.attempt(1, request, promise, deadline, cancellation) }
        }
        return promise.futureResult
    }

    private func attempt(
        _ number: Int, _ request: StoreRequest, _ promise: EventLoopPromise<StoreResponse>, _ deadline: NIODeadline,
        _ cancellation: CallCancellation?
    ) {
        let loop = promise.futureResult.eventLoop
        let sent: HTTPClient.Request
        do {
            sent = try signed(request)
        } catch {
            return promise.fail(StoreError.refused(request.name, reason: "no valid request can be made for it"))
        }
        counts.withLockedValue { $0[request.method.rawValue, default: 0] += 1 }
        // Uses any idle connection: the client closes connections made for a particular loop after each response.
        let task = client.execute(
            request: sent, delegate: ResponseCollector(request), eventLoop: .delegate(on: loop), deadline: deadline)
        cancellation?.begin(task)
        task.futureResult.whenComplete { result in
            let fault: StoreError
            var wait: TimeAmount?
            switch result {
            case .success(let response):
                guard response.isPassing else { return promise.succeed(response) }
                fault = response.error(of: request.name)
                wait = response.retryAfter
            case .failure(let error):
                if cancellation?.isCancelled ?? false { return promise.fail(StoreError.cancelled) }
                if let error = error as? StoreError { return promise.fail(error) }
                fault = .unavailable(request.name, reason: Self.reason(error))
            }
            let delay = max(self.backoff(after: number), wait ?? .zero)
            guard number < self.options.attemptCount, NIODeadline.now() + delay < deadline else {
                return promise.fail(fault)
            }
            loop.scheduleTask(in: delay) {
                if cancellation?.isCancelled ?? false { return promise.fail(StoreError.cancelled) }
                self.attempt(number + 1, request, promise, deadline, cancellation)
            }
        }
    }

    /// Returns a random part of a delay that doubles with each attempt ("full jitter").
    func backoff(after attempt: Int) -> TimeAmount {
        let longest = options.backoffSeconds * Double(1 << min(max(attempt - 1, 0), 16))
        return Self.amount(.random(in: 0...max(0, min(longest, Self.longestBackoffSeconds))))
    }

    private func signed(_ request: StoreRequest) throws -> HTTPClient.Request {
        let path = endpoint.path(of: address.bucket, key: request.key)
        let host = endpoint.host(of: address.bucket)
        let time = UTCTime(Date()).basic
        var headers = request.headers
        headers += [("host", host), ("x-amz-content-sha256", request.bodySHA256), ("x-amz-date", time)]
        if let sessionToken { headers.append(("x-amz-security-token", sessionToken)) }
        let authorization = signer.authorization(
            method: request.method.rawValue, path: path, query: request.query, headers: headers,
            payloadSHA256: request.bodySHA256, time: time)
        let query = request.query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        let url = "\(endpoint.scheme)://\(host)\(path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        headers.append(("authorization", authorization))
        // OpenStack's store sends bodies after responses that have none in HTTP, such as responses to HEAD, and the
        // rest of such a body would precede the next response. So only reads keep their connection.
        let isRead = request.method == .GET && !headers.contains { $0.name.lowercased() == "if-none-match" }
        if !isRead { headers.append(("connection", "close")) }
        return try HTTPClient.Request(
            url: url, method: request.method, headers: HTTPHeaders(headers.map { ($0.name, $0.value) }),
            body: request.body.map { .byteBuffer($0) })
    }

    /// Returns the cause of a connection error in a few words.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .deadlineExceeded: "no response in time"
        case let error as HTTPClientError: StoreError.plain(error.shortDescription, limit: 120)
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { Self.reason($0.error) } ?? StoreError.plain("\(error)", limit: 120)
        case let error as IOError: SystemError.text(error.errnoCode)
        default: StoreError.plain("\(error)", limit: 120)
        }
    }

    // MARK: The asynchronous form

    /// Runs a call, and cancels it if the task is cancelled.
    func run(_ request: StoreRequest) async throws(StoreError) -> StoreResponse {
        let cancellation = CallCancellation()
        do {
            return try await withTaskCancellationHandler {
                try await perform(request, on: group.next(), cancellation: cancellation).get()
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw (error as? StoreError) ?? .unavailable(request.name, reason: Self.reason(error))
        }
    }
}

/// Cancels a call whose result is no longer needed.
final class CallCancellation: Sendable {
    private let state = NIOLockedValueBox<(isCancelled: Bool, task: HTTPClient.Task<StoreResponse>?)>((false, nil))

    /// Whether the call has been cancelled.
    var isCancelled: Bool { state.withLockedValue { $0.isCancelled } }

    /// Cancels the current attempt, and prevents further ones.
    func cancel() {
        let task = state.withLockedValue { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    fileprivate func begin(_ task: HTTPClient.Task<StoreResponse>) {
        let isCancelled = state.withLockedValue { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }
}
