import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

/// The sample document in a library of its own, made once for all tests of this process and removed at its end.
enum SampleServer {
    /// The repository's folder.
    static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let library = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-tests-\(UUID().uuidString)")
        let library = try Library(path: folder.path(), access: .write)
        _ = try library.add(.folder(repository.appending(path: "data/magna-carta").path()))
        removedAtExit = folder.path()
        atexit {
            if let path = SampleServer.removedAtExit { try? FileManager.default.removeItem(atPath: path) }
        }
        return library
    }

    // Written once, before the handler that reads it is registered.
    nonisolated(unsafe) private static var removedAtExit: String?

    /// The library that holds the sample document.
    static func sampleLibrary() throws -> Library { try library.get() }

    /// Runs the body against a server of the sample library, by calls to its router without a socket.
    static func test(
        _ options: ServerOptions = ServerOptions(), library: Library? = nil,
        cuttings: Cuttings = Cuttings(), over framework: TestingSetup = .router,
        _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let server = try ExplorerServer(
            library: try library ?? sampleLibrary(), options: options, logger: logger,
            cuttings: cuttings)
        try await server.application().test(framework) { client in try await body(SampleClient(client: client)) }
    }
}

/// An answer as the tests look at it.
struct SampleAnswer {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let bytes: [UInt8]

    /// The body as JSON.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// The ids of the clauses in the body, in order.
    func clauseIDs() throws -> [String] {
        let clauses = try #require(try json()["clauses"] as? [[String: Any]])
        return clauses.compactMap { $0["id"] as? String }
    }
}

/// A client whose calls fit on a line.
struct SampleClient: Sendable {
    let client: any TestClientProtocol

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> SampleAnswer {
        try await send(.get, path, headers: headers)
    }

    func send(_ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:]) async throws -> SampleAnswer {
        try await client.execute(uri: path, method: method, headers: headers) { response in
            SampleAnswer(
                status: response.status, headers: response.headers, bytes: Array(response.body.readableBytesView))
        }
    }
}
