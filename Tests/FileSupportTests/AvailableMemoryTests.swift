import Foundation
import Testing

@testable import FileSupport

@Suite struct AvailableMemoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "explore-memory-\(UUID().uuidString)")

    /// Writes files and returns the limit derived from them.
    private func limit(_ membership: String, _ files: [String: String]) throws -> Int? {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files.merging(["membership": membership], uniquingKeysWith: { $1 }) {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return AvailableMemory.groupLimit(
            membership: folder.appending(path: "membership").path(), root: folder.appending(path: "groups").path())
    }

    @Test func `the lowest limit of the control groups up to the root applies`() throws {
        let files = [
            "groups/memory.max": "max\n", "groups/system.slice/memory.max": "536870912\n",
            "groups/system.slice/explore.service/memory.max": "805306368\n",
        ]
        #expect(try limit("0::/system.slice/explore.service\n", files) == 512 << 20)
        #expect(try limit("0::/\n", ["groups/memory.max": "1048576"]) == 1 << 20, "in a container")
        #expect(try limit("0::/elsewhere/seen/from/outside\n", ["groups/memory.max": "1048576"]) == 1 << 20)
    }

    @Test func `limits of version 1 control groups are read from the memory controller`() throws {
        let text = "9:name=systemd:/\n4:cpu,memory:/docker/1\n0::/\n"
        #expect(try limit(text, ["groups/memory/docker/1/memory.limit_in_bytes": "268435456\n"]) == 256 << 20)
        #expect(try limit(text, ["groups/memory/memory.limit_in_bytes": "9223372036854771712\n"]) == nil)
    }

    @Test(arguments: ["", "nonsense", "0::", "4:memory", "0::/../../etc\n"])
    func `without a valid membership or limit file there is no limit`(membership: String) throws {
        #expect(try limit(membership, [:]) == nil)
    }

    @Test func `a share of the memory is clamped to its bounds`() {
        #expect(AvailableMemory.byteCount >= 64 << 20)
        #expect(AvailableMemory.share(oneOf: 1, in: 1...10) == 10)
        #expect(AvailableMemory.share(oneOf: .max, in: 5...10) == 5)
    }
}
