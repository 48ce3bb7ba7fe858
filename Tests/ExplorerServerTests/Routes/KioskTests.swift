import HTTPTypes
import Testing

@testable import ExplorerServer

/// A server for exhibitions opens its pages in kiosk mode.
@Suite struct KioskTests {
    @Test(arguments: [
        ("/", "/?kiosk=60"), ("/documents/magna-carta", "/documents/magna-carta?kiosk=60"),
        ("/documents/magna-carta?clause=39", "/documents/magna-carta?clause=39&kiosk=60"),
    ])
    func `pages redirect to themselves in kiosk mode`(_ address: String, _ expected: String) async throws {
        var options = ServerOptions()
        options.kioskSeconds = 60
        try await SampleServer.test(options) { server in
            let response = try await server.get(address)
            #expect(response.status == .temporaryRedirect)
            #expect(response.headers[.location] == expected)
        }
    }

    @Test(arguments: ["/?kiosk=20", "/documents/magna-carta?embed", "/documents/magna-carta?plain", "/api/documents"])
    func `pages with their own idle time, frames, plain pages and the API do not redirect`(_ address: String)
        async throws
    {
        var options = ServerOptions()
        options.kioskSeconds = 60
        try await SampleServer.test(options) { server in
            let status = try await server.get(address).status
            #expect(status == .ok)
        }
        try await SampleServer.test { server in
            let status = try await server.get("/documents/magna-carta").status
            #expect(status == .ok)
        }
    }
}
