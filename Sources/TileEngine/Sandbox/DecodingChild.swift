import CLinux
import FileSupport
import Foundation

/// A child process that decodes one file, and the socket through which it responds. Only one thread at a time may use
/// it. The child is killed when the last reference is released.
final class DecodingChild {
    private let path: String
    private let label: String
    private let process: pid_t
    private let socket: Int32
    private let isCancelled: () -> Bool
    private let seconds: Double
    private var waitedSeconds = 0.0
    private var hasEnded = false

    /// The maximum duration of one poll of the socket, after which cancellation is checked.
    private static let longestWaitMilliseconds: Int32 = 100
    /// The time in which a child must exit after closing its socket.
    private static let endSeconds = 2.0
    private static let mostSeconds = 1e9
    private static let dynamicLibraryPath = "LD_LIBRARY_PATH"

    /// Starts a child process.
    ///
    /// - Parameters:
    ///   - program: The program and its first arguments.
    ///   - arguments: The remaining arguments.
    ///   - file: The file, passed as descriptor 0. The child knows nothing else about it.
    ///   - rows: The memory for rows, passed as descriptor ``RowSlots/childDescriptor``.
    ///   - label: The name of the format, for error messages.
    ///   - seconds: The maximum total time to wait for the child.
    ///   - isCancelled: Called while waiting for the child.
    /// - Throws: ``TileEngineError`` of kind `io` if it cannot be started.
    init(
        program: [String], arguments: [String], file: OpenFile, rows: SharedRows? = nil, label: String, seconds: Double,
        isCancelled: @escaping () -> Bool
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw file.error(.io, "cannot be decoded in a child process: \(SystemError.text())")
        }
        defer { close(ends[1]) }
        let failure: Int32
        (process, failure) = Self.spawn(
            program + arguments, input: file.descriptor, output: ends[1], rows: rows?.file.descriptor)
        guard failure == 0 else {
            close(ends[0])
            errno = failure
            throw file.error(
                .io, "cannot be decoded in a child process: \(program.first ?? "no program"): \(SystemError.text())")
        }
        socket = ends[0]
        path = file.path
        self.label = label
        self.seconds = min(seconds, Self.mostSeconds)
        self.isCancelled = isCancelled
    }

    deinit {
        if !hasEnded {
            // The child has its own process group.
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
        close(socket)
    }

    /// Starts a program with a file as standard input, a socket as standard output and /dev/null as standard error. It
    /// runs in its own process group, so that Ctrl-C is handled by the parent only, and inherits no environment except
    /// the library path.
    private static func spawn(_ command: [String], input: Int32, output: Int32, rows: Int32?) -> (pid_t, Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        if let rows { posix_spawn_file_actions_adddup2(&actions, rows, RowSlots.childDescriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        // Few malloc arenas, because each reserves address space, and no Swift backtrace after a crash.
        var environment = ["LANG=C", "MALLOC_ARENA_MAX=2", "SWIFT_BACKTRACE=enable=no"]
        if let libraries = getenv(dynamicLibraryPath) {
            environment.append("\(dynamicLibraryPath)=\(String(cString: libraries))")
        }
        var process: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for copy in arguments + variables { free(copy) } }
        let failure = posix_spawn(&process, command.first ?? "", &actions, &attributes, &arguments, &variables)
        return (process, failure)
    }
}

// MARK: - Reading its output

extension DecodingChild {
    /// Reads exactly as many bytes as the buffer holds.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged` if the child ends early, `tooLarge` if it takes too
    ///   long.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws {
        guard let base = buffer.baseAddress else { return }
        var done = 0
        while done < buffer.count {
            let count = try readSome(into: base + done, count: buffer.count - done)
            guard count > 0 else { throw try endError() }
            done += count
        }
    }

    /// Reads exactly `count` bytes.
    func bytes(count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            try read(into: UnsafeMutableRawBufferPointer(buffer))
            initialized = count
        }
    }

    /// Signals to the child that another of the ``RowSlots`` is free. Does nothing if the child has ended or does not
    /// listen.
    func freeSlot() {
        var byte: UInt8 = 0
        _ = send(socket, &byte, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    /// Reads a 32-bit number.
    func word() throws -> UInt32 { try bytes(count: 4).uint32(at: 0) }

    /// Reads to the end of the output, which must not exceed a number of bytes.
    func rest(mostByteCount: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count <= mostByteCount {
            let part = try [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
                guard let base = buffer.baseAddress else { return }
                initialized = try readSome(into: base, count: 4096)
            }
            if part.isEmpty { return all }
            all += part
        }
        throw protocolError("it sends more than \(mostByteCount) bytes")
    }

    /// Checks that the output has ended and that the child exits successfully.
    func expectEnd() throws {
        var byte: UInt8 = 0
        guard try readSome(into: &byte, count: 1) == 0 else { throw protocolError("it sent too much") }
        guard let status = try status() else { throw protocolError("it does not exit") }
        guard status == 0 else { throw error(status: status) }
    }

    /// Returns the error for a child that violates the protocol.
    func protocolError(_ what: String) -> TileEngineError {
        TileEngineError(
            .damaged, path: path, "made its decoder send invalid data (\(what)), expected a whole \(label) file")
    }

    /// Reads the available bytes, waiting for at least one. Returns 0 at the end of the output.
    private func readSome(into memory: UnsafeMutableRawPointer, count: Int) throws -> Int {
        let clock = ContinuousClock()
        while true {
            if isCancelled() { throw CancellationError() }
            var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let start = clock.now
            let ready = Glibc.poll(&poll, 1, Self.longestWaitMilliseconds)
            // A signal ends a poll, even if its handler was installed with SA_RESTART.
            let failure = ready < 0 && errno != EINTR ? errno : 0
            waitedSeconds += (clock.now - start) / .seconds(1)
            // Also if there is something to read: a child may send a byte from time to time.
            guard waitedSeconds < seconds else {
                throw TileEngineError(
                    .tooLarge, path: path,
                    "keeps its decoder busy, expected a \(label) file that is decoded within \(Int(seconds)) s")
            }
            guard failure == 0 else {
                errno = failure
                throw TileEngineError(.io, path: path, "cannot be decoded in a child process: \(SystemError.text())")
            }
            if ready <= 0 { continue }
            // Out-of-band data makes it readable too, but `read` would then wait for other data.
            let got = recv(socket, memory, count, Int32(MSG_DONTWAIT))
            if got >= 0 { return got }
            // A child that ended without reading all bytes has reset the connection.
            if errno == ECONNRESET { return 0 }
            if errno == EAGAIN { throw protocolError("out-of-band data") }
            guard errno == EINTR else {
                throw TileEngineError(.io, path: path, "cannot be decoded in a child process: \(SystemError.text())")
            }
        }
    }
}

// MARK: - Termination

extension DecodingChild {
    /// Returns the exit status of a child that has closed its socket, or nil if it does not exit.
    private func status() throws -> Int32? {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(Self.endSeconds)
        while true {
            var status: Int32 = 0
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process {
                hasEnded = true
                return status
            }
            guard ended == 0 || errno == EINTR else {
                hasEnded = true
                throw TileEngineError(.io, path: path, "cannot be decoded in a child process: \(SystemError.text())")
            }
            if clock.now > deadline { return nil }
            usleep(1000)
        }
    }

    /// Returns the error for output that ends prematurely.
    private func endError() throws -> TileEngineError {
        guard let status = try status() else { return protocolError("it stops in the middle") }
        return error(status: status)
    }

    private func error(status: Int32) -> TileEngineError {
        let signal = status & 0x7F
        if signal == SIGXCPU {
            return TileEngineError(
                .tooLarge, path: path,
                "keeps its decoder busy, expected a \(label) file that is decoded within its processor time")
        }
        if signal == SIGKILL {
            return TileEngineError(
                .tooLarge, path: path, "had its decoder killed by the system, expected a \(label) file that needs less")
        }
        if signal != 0 {
            return TileEngineError(
                .damaged, path: path, "crashes its decoder (signal \(signal)), expected a whole \(label) file")
        }
        let code = status >> 8 & 0xFF
        if code == 0 { return protocolError("it stops in the middle") }
        return TileEngineError(
            .io, path: path, "cannot be decoded in a child process: the decoder ended with status \(code)")
    }
}
