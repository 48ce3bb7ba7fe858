public import DocumentLibrary
public import ExplorerServer
public import Foundation
public import HTTPTypes
public import HummingbirdTesting

import Hummingbird
import Logging
import NIOCore
import NIOConcurrencyHelpers
import Testing

/// The sample document in a separate library, created once for all tests of this process and removed at its end.
public enum SampleServer {
    /// The repository's folder.
    public static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let library = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-tests-\(UUID().uuidString)")
        let library = try Library(path: folder.path(), access: .write)
        _ = try library.add(.folder(repository.appending(path: "data/magna-carta").path()))
        removeAtExit(folder)
        return library
    }

    /// Removes a folder, shared by all tests of the process, when it ends.
    public static func removeAtExit(_ folder: URL) {
        _ = removal
        removed.withLockedValue { $0.append(folder.path()) }
    }

    private static let removed = NIOLockedValueBox<[String]>([])
    private static let removal: Void = {
        atexit {
            for path in SampleServer.removed.withLockedValue({ $0 }) {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }()

    /// Returns the library that contains the sample document.
    public static func sampleLibrary() throws -> Library { try library.get() }

    /// Runs the body against a server of the sample library: by calls to its router, or with `.live` over a socket,
    /// which needs the trait `.ownThreads`.
    public static func test(
        _ options: ServerOptions = ServerOptions(), library: Library? = nil,
        imagesInProgress: ImagesInProgress = ImagesInProgress(), over framework: TestingSetup = .router,
        _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let server = try ExplorerServer(
            library: try library ?? sampleLibrary(), options: options, logger: logger,
            imagesInProgress: imagesInProgress)
        try await server.application().test(framework) { client in
            try #require(client.port == nil || OwnThreads.isUsed, "a test over a socket needs the trait .ownThreads")
            try await body(SampleClient(client: client))
        }
    }
}

/// A response.
public struct SampleResponse: Sendable {
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headers: HTTPFields
    /// The body.
    public let bytes: [UInt8]

    /// Creates a response.
    public init(status: HTTPResponse.Status, headers: HTTPFields, bytes: [UInt8]) {
        (self.status, self.headers, self.bytes) = (status, headers, bytes)
    }

    /// Returns the body as JSON.
    public func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// Returns the ids of the clauses in the body, in order.
    public func clauseIDs() throws -> [String] {
        let clauses = try #require(try json()["clauses"] as? [[String: Any]])
        return clauses.compactMap { $0["id"] as? String }
    }
}

/// A client with concise calls.
public struct SampleClient: Sendable {
    /// The framework's client.
    public let client: any TestClientProtocol

    /// Creates a client for a server that was started other than by ``SampleServer``.
    public init(client: any TestClientProtocol) { self.client = client }

    /// Sends a GET.
    public func get(_ path: String, headers: HTTPFields = [:]) async throws -> SampleResponse {
        try await send(.get, path, headers: headers)
    }

    /// Sends a form.
    public func post(_ path: String, _ form: String, headers: HTTPFields = [:]) async throws -> SampleResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, headers: headers, body: form)
    }

    /// Sends a request.
    public func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: String? = nil
    ) async throws -> SampleResponse {
        // NIO's client does not send '^', which occurs in IIIF addresses.
        try await client.execute(
            uri: path.replacing("^", with: "%5E"), method: method, headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        ) { response in
            SampleResponse(
                status: response.status, headers: response.headers, bytes: Array(response.body.readableBytesView))
        }
    }
}
