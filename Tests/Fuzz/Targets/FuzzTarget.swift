import Foundation

/// Something that reads bytes of strangers, as a fuzzer calls it.
///
/// It must return whatever the bytes are: a trap, a hang or memory that grows is what is looked for. Beside that it
/// checks what must hold of everything that is read, such as that it is written and read back the same.
struct FuzzTarget: Sendable {
    /// The name of the folder of its corpus.
    let name: String
    /// Feeds it some bytes.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    /// All of them.
    static let all =
        addresses + heads + archives + geometry + texts + documents + edits + proposals + searches + stores
        + releases
}

/// Ends the program where something does not hold, with what it was.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

extension UnsafeRawBufferPointer {
    /// The bytes as text, what is no UTF-8 in it replaced.
    var text: String { String(decoding: self, as: UTF8.self) }
    var data: Data { Data(self) }

    /// The first byte, which says what is tried with the others; 0 where there is none.
    var choice: UInt8 { first ?? 0 }
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: dropFirst()) }

    /// The parts between bytes of zero, at most so many.
    func parts(_ most: Int) -> [Data] {
        split(separator: 0, maxSplits: most - 1, omittingEmptySubsequences: false).map { Data($0) }
    }
}

/// The bytes as a file, for what reads files: one that has no name and goes with the program.
final class FuzzFile: Sendable {
    let descriptor: Int32
    /// Where it can be opened anew.
    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ bytes: UnsafeRawBufferPointer) {
        var name = Array("/dev/shm/explore-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        require(descriptor >= 0, "no file can be made in /dev/shm")
        unlink(name)
        if let base = bytes.baseAddress { require(write(descriptor, base, bytes.count) == bytes.count, "not written") }
    }

    deinit { close(descriptor) }
}
