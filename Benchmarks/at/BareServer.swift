import Foundation
import Hummingbird

private struct WrongUse: Error, CustomStringConvertible {
    let description: String
}

/// A minimal route, to measure the overhead of `explore`: `BareServer PORT FILE` responds to the path of `at` with the
/// file's bytes.
@main struct BareServer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[1]) else {
            throw WrongUse(description: "the arguments are \(arguments.dropFirst()), expected PORT FILE")
        }
        let bytes = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: arguments[2])))
        let router = Router()
        router.get("/api/documents/{document}/at") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
        }
        let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil)
        try await Application(router: router, configuration: configuration).runService()
    }
}
