import FileSupport
import Foundation
import Testing

@Suite struct SystemErrorTests {
    @Test func `the reason of an error of Foundation is the operating system's`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/reason-\(UUID().uuidString)"
        try Data().write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: (any Error).self) {
            try FileManager.default.createDirectory(atPath: path + "/folder", withIntermediateDirectories: true)
        }
        #expect(SystemError.text(of: try #require(error)) == SystemError.text(ENOTDIR))
        #expect(SystemError.text(of: POSIXError(.ENOSPC)) == SystemError.text(ENOSPC))
        #expect(!SystemError.text(of: CocoaError(.coderInvalidValue)).isEmpty)
    }
}
