import Foundation

@testable import Publishing
@testable import Replica
@testable import StaticSite

extension FuzzTarget {
    static let releases = [FuzzTarget(name: "release") { readRelease($0) }]

    /// What a replica reads of a release, and an existing export of the site.
    private static func readRelease(_ bytes: UnsafeRawBufferPointer) {
        let rest = bytes.rest
        switch bytes.choice % 4 {
        case 0:
            guard let pointer = try? ReleaseFiles.pointer(rest.data, "") else { return }
            require(readBack(pointer) { try ReleaseFiles.pointer($0, "") } == pointer, "\(pointer)")
        case 1:
            guard let release = try? ReleaseFiles.release(rest.data, "") else { return }
            require(readBack(release) { try ReleaseFiles.release($0, "") } == release, "\(release)")
        case 2:
            // A name determines the list it belongs to.
            let names = try? JSONDecoder().decode([InventoryFile].self, from: rest.data).map(\.name)
            let shard = InventoryFile.shard(of: names?.first ?? "")
            guard let list = try? ReleaseFiles.list(rest.data, shard: shard, "") else { return }
            require(readBack(list) { try ReleaseFiles.list($0, shard: shard, "") } == list, "\(list)")
            for file in list {
                require(isInside(file.name), "a file at \(file.name)")
                require(file.directory.map { $0.offset + $0.byteCount == file.byteCount } ?? true, "\(file)")
            }
        default:
            guard let list = try? SiteList(path: FuzzFile(rest).path) else { return }
            for file in list.files { require(isInside(file.path), "a file at \(file.path)") }
            let written = list.bytes.withUnsafeBytes { FuzzFile($0) }
            require((try? SiteList(path: written.path))?.files == list.files.sorted { $0.path < $1.path }, "\(list)")
        }
    }

    private static func readBack<Value: Encodable>(_ value: Value, read: (Data) throws -> Value) -> Value? {
        try? read(JSONEncoder().encode(value))
    }

    /// Whether a path below a folder leads to a file below it, according to the system's own rules.
    private static func isInside(_ path: String) -> Bool {
        URL(fileURLWithPath: "/site/\(path)").standardized.path.hasPrefix("/site/")
    }
}
