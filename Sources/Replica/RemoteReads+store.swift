import NIOCore
import ObjectStore
import Publishing
import TileEngine

extension RemoteReads {
    /// The range that means the whole of an object of unknown length.
    static let whole: Range<Int64> = 0..<0

    /// Reads from a store.
    ///
    /// - Parameter timeLimitSeconds: The time limit for one read, including all its attempts.
    convenience init(of store: ObjectStore, limits: Limits = Limits(), timeLimitSeconds: Double) {
        self.init(limits: limits) { part, loop in
            let address = "\(store.address)/\(part.object)"
            let future =
                part.range == Self.whole
                ? store.readEnd(
                    part.object, byteCount: InventoryFile.listByteLimit, timeLimitSeconds: timeLimitSeconds, on: loop)
                : store.read(part.object, range: part.range, timeLimitSeconds: timeLimitSeconds, on: loop)
            return future.flatMapThrowing { object in
                guard part.range == Self.whole || object.bytes.readableBytes == part.range.count else {
                    throw TileEngineError(
                        .damaged, path: address,
                        "ends at byte \(object.totalByteCount), expected \(part.range.upperBound)")
                }
                return object.bytes
            }.flatMapErrorThrowing { throw Self.error($0, address) }
        }
    }

    /// Converts an error of the store: `damaged` if the store lacks an object that it should have, `unavailable`
    /// otherwise.
    private static func error(_ error: any Error, _ address: String) -> TileEngineError {
        switch error {
        case let error as TileEngineError: return error
        case StoreError.missing: return TileEngineError(.damaged, path: address, "is missing")
        case StoreError.damaged(_, let reason): return TileEngineError(.damaged, path: address, reason)
        case StoreError.unavailable(_, let reason), StoreError.denied(_, let reason), StoreError.refused(_, let reason):
            return TileEngineError(.unavailable, path: address, "cannot be read now: \(reason)")
        default: return TileEngineError(.unavailable, path: address, "cannot be read now: \(error)")
        }
    }
}
