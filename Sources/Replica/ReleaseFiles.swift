import Foundation
import Publishing

/// The files of a release, read as strictly as `Publishing` reads them; a replica's errors say what is wrong.
enum ReleaseFiles {
    /// - Parameter object: What errors call it.
    static func pointer(_ bytes: Data, _ object: String) throws(ReplicaError) -> ReleasePointer {
        try read(bytes, object) { (pointer: ReleasePointer) in pointer.fault }
    }

    static func release(_ bytes: Data, _ object: String) throws(ReplicaError) -> Release {
        try read(bytes, object) { (release: Release) in release.fault }
    }

    /// - Parameter shard: Which list it is, by the two digits that its names' digests begin with.
    static func list(_ bytes: Data, shard: String, _ object: String) throws(ReplicaError) -> [InventoryFile] {
        try read(bytes, object) { InventoryFile.fault($0, shard: shard) }
    }

    private static func read<Value: Decodable>(
        _ bytes: Data, _ object: String, fault: (Value) -> String?
    ) throws(ReplicaError) -> Value {
        let value: Value
        do {
            value = try JSONDecoder().decode(Value.self, from: bytes)
        } catch {
            throw .release(object, reason: "is not the JSON that a release has there")
        }
        if let fault = fault(value) { throw .release(object, reason: fault) }
        return value
    }
}
