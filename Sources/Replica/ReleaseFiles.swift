import Foundation
import Publishing

/// The files of a release, validated as strictly as in `Publishing`. Errors are ``ReplicaError``s.
enum ReleaseFiles {
    /// - Parameter object: The object's name in errors.
    static func pointer(_ bytes: Data, _ object: String) throws(ReplicaError) -> ReleasePointer {
        try read(bytes, object) { (pointer: ReleasePointer) in pointer.fault }
    }

    static func release(_ bytes: Data, _ object: String) throws(ReplicaError) -> Release {
        try read(bytes, object) { (release: Release) in release.fault }
    }

    /// - Parameter shard: The first two digits of the SHA-256 of every name in the list.
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
