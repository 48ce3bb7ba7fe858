import Synchronization

/// Takes an archive piece by piece from libvips and writes it to a partial file.
///
/// libvips is told of no failure; whoever watches it asks for ``failure`` and stops it.
final class ArchiveStream: Sendable {
    private let partial: PartialFile
    private let state = Mutex<(offset: Int64, failure: TileEngineError?)>((0, nil))

    init(_ partial: PartialFile) { self.partial = partial }

    /// Why a piece could not be written, if one could not.
    var failure: TileEngineError? { state.withLock(\.failure) }

    /// Writes a piece behind the last one; after a failure, nothing.
    func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                try partial.file.write(bytes, at: state.offset)
                state.offset += Int64(bytes.count)
            } catch {
                let reason = (error as? TileEngineError)?.reason ?? "cannot be written"
                state.failure = TileEngineError(.io, path: partial.place, reason)
            }
        }
    }
}
