import DocumentLibrary
import Foundation
import Logging
import Testing

@testable import ExplorerServer

@Suite struct LibraryReloadTests {
    @Test func `a library that cannot be reloaded is reported once per fault, however often it is checked`()
        async throws
    {
        let scratch = try ScratchLibrary()
        try scratch.addSmall("psalter")
        let path = scratch.folder.appending(path: "library").path()
        let former = scratch.folder.appending(path: "former").path()
        let server = try ExplorerServer(
            library: try Library(serving: path), options: ServerOptions(),
            logger: Logger(label: "tests", factory: { _ in SwiftLogNoOpLogHandler() }))
        let refused = { server.metrics.reloads[.refused].total }
        try FileManager.default.moveItem(atPath: path, toPath: former)
        for always in [false, true, true, false, true] {
            await server.reload(always: always)
            #expect(refused() == 1)
        }
        // Another fault is reported, also once.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Data("no database".utf8).write(to: URL(filePath: path + "/library.sqlite"))
        for always in [true, false, true] {
            await server.reload(always: always)
            #expect(refused() == 2)
        }
        // Served again and missing again, it is reported again.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: former, toPath: path)
        await server.reload()
        try FileManager.default.moveItem(atPath: path, toPath: former)
        for _ in 0..<2 { await server.reload(always: true) }
        #expect(refused() == 3)
        try await server.shutDown()
    }
}
