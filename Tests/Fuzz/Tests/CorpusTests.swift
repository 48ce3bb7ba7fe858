import Foundation
import TestSupport
import Testing

/// The kept corpus of `make fuzz`: inputs that reached a new place in the program, or revealed a fault that has been
/// fixed.
@Suite struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("corpus")

    private static func files(of target: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(target), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    @Test func `every target has a corpus, and every corpus has a target`() throws {
        let names = FuzzTarget.all.map(\.name)
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == names.sorted())
        for name in names { #expect(try !Self.files(of: name).isEmpty, "\(name)") }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `every corpus input, whole or truncated, is handled without a trap and in time`(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        for file in try Self.files(of: name) {
            let bytes = [UInt8](try Data(contentsOf: file))
            #expect(bytes.count <= 4096, "\(file.lastPathComponent) is larger than what is kept")
            let time = threadTime {
                for count in [bytes.count, bytes.count / 2, bytes.count - min(1, bytes.count)] {
                    bytes.withUnsafeBytes { target.run(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
                }
            }
            #expect(time < .seconds(10), "\(file.lastPathComponent)")
        }
    }
}
