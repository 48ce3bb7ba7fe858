import FileSupport
import Foundation
import Testing

@Suite struct AtomicFolderTests {
    private struct Fault: Error, Equatable {
        let reason: String
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/atomic-folder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func begin(_ path: String) throws(Fault) -> AtomicFolder {
        try AtomicFolder(path, failure: { Fault(reason: $0) })
    }

    @Test(arguments: ["new", "empty", "empty/", "above/new"])
    func `a folder appears when it is moved into place`(_ name: String) throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/empty", withIntermediateDirectories: true)
            let whole = try begin("\(folder)/\(name)")
            #expect(FileManager.default.createFile(atPath: whole.partial + "/a", contents: Data("a".utf8)))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(name)"))
            try whole.moveIntoPlace(failure: { Fault(reason: $0) })
            #expect(try names("\(folder)/\(name)") == ["a"])
            #expect(try names(folder).allSatisfy { !$0.contains(".partial-") })
        }
    }

    @Test func `a folder that is not moved into place is removed`() throws {
        try withFolder { folder in
            #expect(throws: Fault(reason: "stopped")) {
                let whole = try begin(folder + "/new")
                #expect(FileManager.default.fileExists(atPath: whole.partial))
                throw Fault(reason: "stopped")
            }
            try #expect(names(folder).isEmpty)
        }
    }

    @Test func `what a killed process left is not part of the folder, even under the same process ID`() throws {
        try withFolder { folder in
            for name in ["new.partial-\(getpid())", "new.partial-999999", "new.partial-mine", "news.partial-1"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)/theme", withIntermediateDirectories: true)
            }
            let whole = try begin(folder + "/new")
            #expect(try names(whole.partial).isEmpty)
            try whole.moveIntoPlace(failure: { Fault(reason: $0) })
            #expect(try names(folder) == ["new", "new.partial-mine", "news.partial-1"])
        }
    }

    @Test func `a folder that another process is filling is left alone`() throws {
        try withFolder { folder in
            let first = try begin(folder + "/new")
            #expect(throws: Fault.self) { try begin(folder + "/new") }
            try first.moveIntoPlace(failure: { Fault(reason: $0) })
            #expect(try names(folder) == ["new"])
        }
    }

    @Test(arguments: ["link", "file", "full", "."])
    func `what cannot be replaced is refused before anything is written`(_ name: String) throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/full/part", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "full/part")
            #expect(FileManager.default.createFile(atPath: folder + "/file", contents: nil))
            #expect { try begin("\(folder)/\(name)") } throws: {
                ($0 as? Fault)?.reason.hasPrefix("cannot be replaced") ?? false
            }
            #expect(try names(folder) == ["file", "full", "link"] && names(folder + "/full") == ["part"])
        }
    }
}
