public import NIOCore

import AsyncHTTPClient
import FileSupport
import Foundation
import NIOHTTP1
import NIOPosix
import NIOConcurrencyHelpers

/// A client of an S3-compatible object store, for the objects below one address.
///
/// Every call has a time limit, within which faults that pass are tried again: those of connections, and the store's 408,
/// 429 and 5xx. Before each attempt it waits a random part of a time that doubles, or as long as the store asks for. Nothing
/// that a store answers is believed to be of the size that was asked for before it is.
///
/// Calls come in two forms. The asynchronous one runs anywhere; the other takes an event loop, on which all of it happens, so
/// that whoever is there already changes no thread.
public final class ObjectStore: Sendable {
    /// The longest wait between two attempts.
    private static let longestBackoffSeconds = 10.0

    /// Where the objects lie.
    public let address: StoreAddress
    /// How the store is reached.
    public let options: StoreOptions
    let group: any EventLoopGroup
    private let endpoint: StoreEndpoint
    private let signer: RequestSigner
    private let sessionToken: String?
    private let client: HTTPClient
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    /// How many requests were sent by now, by method; each attempt counts.
    public var requestCounts: [String: Int] { counts.withLockedValue { $0 } }

    /// Makes a client; nothing is sent yet. ``shutdown()`` ends it.
    ///
    /// - Parameter eventLoopGroup: Whose threads do the work; loops that are given to calls belong to it.
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
        // Attempts are counted here.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
    }

    /// Ends all connections; calls that still run fail.
    public func shutdown() async {
        try? await client.shutdown()
    }

    static func amount(_ seconds: Double) -> TimeAmount {
        .nanoseconds(Int64(min(max(seconds, 0), 1e6) * 1e9))
    }

    func timeLimit(_ seconds: Double?) -> TimeAmount { Self.amount(seconds ?? options.timeLimitSeconds) }

    // MARK: Attempts

    /// Sends a request until it succeeds, fails for good, or the time is up. The answer may be one of failure; but none that
    /// passes.
    func perform(
        _ request: StoreRequest, on loop: any EventLoop, cancellation: CallCancellation? = nil
    ) -> EventLoopFuture<StoreAnswer> {
        let promise = loop.makePromise(of: StoreAnswer.self)
        let deadline = NIODeadline.now() + request.timeLimit
        if loop.inEventLoop {
            attempt(1, request, promise, deadline, cancellation)
        } else {
            loop.execute { self.attempt(1, request, promise, deadline, cancellation) }
        }
        return promise.futureResult
    }

    private func attempt(
        _ number: Int, _ request: StoreRequest, _ promise: EventLoopPromise<StoreAnswer>, _ deadline: NIODeadline,
        _ cancellation: CallCancellation?
    ) {
        let loop = promise.futureResult.eventLoop
        let sent: HTTPClient.Request
        do {
            sent = try signed(request)
        } catch {
            return promise.fail(StoreError.refused(request.name, reason: "no request can be made of it"))
        }
        counts.withLockedValue { $0[request.method.rawValue, default: 0] += 1 }
        // On a connection of this loop where one is idle, but on any that is: the client closes connections that were made for
        // a loop after each answer.
        let task = client.execute(
            request: sent, delegate: AnswerCollector(request), eventLoop: .delegate(on: loop), deadline: deadline)
        cancellation?.begin(task)
        task.futureResult.whenComplete { result in
            let fault: StoreError
            var wait: TimeAmount?
            switch result {
            case .success(let answer):
                guard answer.isPassing else { return promise.succeed(answer) }
                fault = answer.error(of: request.name)
                wait = answer.retryAfter
            case .failure(let error):
                if cancellation?.isAsked ?? false { return promise.fail(StoreError.cancelled) }
                if let error = error as? StoreError { return promise.fail(error) }
                fault = .unavailable(request.name, reason: Self.reason(error))
            }
            let delay = max(self.backoff(after: number), wait ?? .zero)
            guard number < self.options.attemptCount, NIODeadline.now() + delay < deadline else {
                return promise.fail(fault)
            }
            loop.scheduleTask(in: delay) {
                if cancellation?.isAsked ?? false { return promise.fail(StoreError.cancelled) }
                self.attempt(number + 1, request, promise, deadline, cancellation)
            }
        }
    }

    /// A random part of a time that doubles with each attempt ("full jitter").
    private func backoff(after attempt: Int) -> TimeAmount {
        let longest = options.backoffSeconds * Double(1 << min(max(attempt - 1, 0), 16))
        return Self.amount(.random(in: 0...max(0, min(longest, Self.longestBackoffSeconds))))
    }

    private func signed(_ request: StoreRequest) throws -> HTTPClient.Request {
        let path = endpoint.path(of: address.bucket, key: request.key)
        let host = endpoint.host(of: address.bucket)
        let time = SignedTime()
        var headers = request.headers
        headers += [("host", host), ("x-amz-content-sha256", request.bodySHA256), ("x-amz-date", time.text)]
        if let sessionToken { headers.append(("x-amz-security-token", sessionToken)) }
        let authorization = signer.authorization(
            method: request.method.rawValue, path: path, query: request.query, headers: headers,
            payloadSHA256: request.bodySHA256, time: time)
        let query = request.query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        let url = "\(endpoint.scheme)://\(host)\(path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        headers.append(("authorization", authorization))
        // OpenStack's store sends bodies after answers that have none by HTTP, such as those to HEAD, and what is left of them
        // stands before the next answer. So only reads keep their connection.
        let isRead = request.method == .GET && !headers.contains { $0.name.lowercased() == "if-none-match" }
        if !isRead { headers.append(("connection", "close")) }
        return try HTTPClient.Request(
            url: url, method: request.method, headers: HTTPHeaders(headers.map { ($0.name, $0.value) }),
            body: request.body.map { .byteBuffer($0) })
    }

    /// The cause of a fault of a connection, in a few words.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .deadlineExceeded: "no answer in time"
        case let error as HTTPClientError: StoreError.plain(error.shortDescription, limit: 120)
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { Self.reason($0.error) } ?? StoreError.plain("\(error)", limit: 120)
        case let error as IOError: String(cString: strerror(error.errnoCode))
        default: StoreError.plain("\(error)", limit: 120)
        }
    }

    // MARK: The asynchronous form

    /// Runs a call and waits for it; ends it when the task is cancelled.
    func run(_ request: StoreRequest) async throws(StoreError) -> StoreAnswer {
        let cancellation = CallCancellation()
        do {
            return try await withTaskCancellationHandler {
                try await perform(request, on: group.next(), cancellation: cancellation).get()
            } onCancel: {
                cancellation.ask()
            }
        } catch {
            throw (error as? StoreError) ?? .unavailable(request.name, reason: Self.reason(error))
        }
    }

    /// The same for calls that give a future.
    static func value<Value: Sendable>(_ future: EventLoopFuture<Value>, _ name: String) async throws(StoreError)
        -> Value
    {
        do {
            return try await future.get()
        } catch {
            throw (error as? StoreError) ?? .unavailable(name, reason: reason(error))
        }
    }
}

/// Ends a call that nobody waits for any more.
final class CallCancellation: Sendable {
    private let state = NIOLockedValueBox<(isAsked: Bool, task: HTTPClient.Task<StoreAnswer>?)>((false, nil))

    /// Whether the call shall end.
    var isAsked: Bool { state.withLockedValue { $0.isAsked } }

    /// Ends the attempt that runs, and keeps another from beginning.
    func ask() {
        let task = state.withLockedValue { state in
            state.isAsked = true
            return state.task
        }
        task?.cancel()
    }

    fileprivate func begin(_ task: HTTPClient.Task<StoreAnswer>) {
        let isAsked = state.withLockedValue { state in
            state.task = task
            return state.isAsked
        }
        if isAsked { task.cancel() }
    }
}
