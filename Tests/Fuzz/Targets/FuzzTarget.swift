import Foundation

/// A function that reads untrusted bytes, as called by a fuzzer.
///
/// It must return for any input: the fuzzer searches for traps, hangs and growing memory. It also checks invariants of
/// everything that is read, such as that it is read back unchanged after being written.
struct FuzzTarget: Sendable {
    /// The name of the folder of its corpus.
    let name: String
    /// Runs the target on some bytes.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    /// All targets.
    static let all =
        addresses + heads + archives + geometry + texts + documents + edits + proposals + searches + stores
        + releases
}

/// Aborts the program with a message if a condition does not hold.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

extension UnsafeRawBufferPointer {
    /// The bytes as text, with invalid UTF-8 replaced.
    var text: String { String(decoding: self, as: UTF8.self) }
    var data: Data { Data(self) }

    /// The first byte, which selects a variant of the test; 0 if there is none.
    var choice: UInt8 { first ?? 0 }
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: dropFirst()) }

    /// Returns the parts between zero bytes, at most `limit`.
    func parts(_ limit: Int) -> [Data] {
        split(separator: 0, maxSplits: limit - 1, omittingEmptySubsequences: false).map { Data($0) }
    }
}

/// The bytes as a file, for readers of files: an unnamed one that is removed with the program.
final class FuzzFile: Sendable {
    let descriptor: Int32
    /// A path at which it can be opened again.
    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ bytes: UnsafeRawBufferPointer) {
        var name = Array("/dev/shm/explore-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        require(descriptor >= 0, "no file can be created in /dev/shm")
        unlink(name)
        if let base = bytes.baseAddress { require(write(descriptor, base, bytes.count) == bytes.count, "not written") }
    }

    deinit { close(descriptor) }
}
