import Foundation
import Testing

@testable import TileEngine

/// Child processes compromised by a file: each ends in one clear error, in bounded time, and leaves nothing behind.
@Suite("Hostile decoding children")
struct HostileChildTests {
    private static let size = PixelSize(width: 64, height: 48)

    /// Returns the message of an honest child for a JPEG.
    private static func header(
        _ size: PixelSize = size, _ change: (inout [UInt32]) -> Void = { _ in }
    ) -> [UInt8] {
        let info = ScanInfo(
            width: size.width, height: size.height, format: .jpeg, byteCount: 1, orientation: 1, bandCount: 3,
            pageCount: 1, bitsPerBand: 8, hasAlpha: false, hasColourProfile: false, isSequential: true)
        var header = IsolatedHeader(info: info, needsWholeImage: false, pageIndex: nil)
        header.rowSize = size
        var message = header.message
        change(&message.words)
        return message.bytes
    }

    private static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }

    /// Returns a policy with a child that fills the shared memory with nines and sends these bytes for each task.
    private func policy(
        first: String = "", header: [UInt8] = header() + word(0), rows: [UInt8] = [], then: String = "",
        in folder: TemporaryFolder
    ) throws -> ScanPolicy {
        _ = try folder.writing(header, to: "header.bin")
        _ = try folder.writing(rows, to: "rows.bin")
        let shared = try SharedRows(longestRowByteCount: Self.size.width * 3, path: "scan.jpg")
        _ = try folder.writing([UInt8](repeating: 9, count: shared.slots.totalByteCount), to: "pixels.bin")
        return try .script(
            """
            echo $$ >> '\(folder.file("pids"))'
            \(first)
            case $1 in
            header) cat '\(folder.file("header.bin"))';;
            *) cat '\(folder.file("pixels.bin"))' >&\(RowSlots.childDescriptor); cat '\(folder.file("rows.bin"))';;
            esac
            \(then)
            """, in: folder)
    }

    /// Opens and slices a scan with a child, which must end in one error.
    private func error(
        _ policy: ScanPolicy, size: PixelSize = size, openingSeconds: Int = 1, in folder: TemporaryFolder
    ) throws -> TileEngineError {
        let path = try folder.writing(
            try Picture(size.width, size.height) { x, y in (x, y, 7) }.encoded(".jpg"), to: "scan.jpg")
        let before = Set(try folder.contents + ["pids"])
        let start = ContinuousClock.now
        let error = try #require(
            #expect(throws: TileEngineError.self) {
                let limits = ScanLimits(openingSeconds: openingSeconds, leastDecodingSeconds: 1)
                try Slicer.slice(try Scan(path: path, limits: limits, policy: policy), to: folder.file("out.szi"))
            })
        #expect((ContinuousClock.now - start) / .seconds(1) < 15)
        #expect(error.description.hasPrefix("\(path): ") && !error.description.contains("\n"))
        #expect(try Set(folder.contents).isSubset(of: before), "files are left behind")
        let pids = (try? String(contentsOfFile: folder.file("pids"), encoding: .utf8)) ?? ""
        for pid in pids.split(separator: "\n").compactMap({ pid_t($0) }) {
            #expect(kill(pid, 0) != 0, "the child still runs")
        }
        return error
    }

    @Test(arguments: ["SEGV", "ABRT", "BUS", "ILL"])
    func `a crashing child is reported with the file and the signal`(signal: String) throws {
        let folder = try TemporaryFolder()
        let error = try error(.script("kill -\(signal) $$", in: folder), in: folder)
        #expect(error.kind == .damaged)
        #expect(error.reason.hasPrefix("crashes its decoder (signal "))
    }

    @Test func `a crash amid the rows leaves no partial archive`() throws {
        let folder = try TemporaryFolder()
        let rows = Self.header() + Self.word(32) + [16, 0]
        let error = try error(
            try policy(rows: rows, then: "[ $1 = rows ] && kill -SEGV $$; exit 0", in: folder), in: folder)
        #expect(error.kind == .damaged && error.reason.hasPrefix("crashes its decoder (signal 11)"))
    }

    @Test(arguments: ["sleep 60", "exec 1>&-; sleep 60", "cat > /dev/null < /dev/zero", "trap '' TERM INT; sleep 60"])
    func `a hanging child is killed`(script: String) throws {
        let folder = try TemporaryFolder()
        let error = try error(
            .script("echo $$ > '\(folder.file("pids"))'; \(script)", in: folder), in: folder)
        #expect([.tooLarge, .damaged].contains(error.kind))
    }

    @Test func `a child that sends one byte at a time is killed when its time is up`() throws {
        let folder = try TemporaryFolder()
        // More often than the parent checks a silent child. The header is complete only after several seconds.
        let script = "head -c 7 '\(folder.file("header.bin"))'; while sleep 0.08; do printf x; done"
        _ = try folder.writing(Self.header(), to: "header.bin")
        let error = try error(.script(script, in: folder), in: folder)
        #expect(error.kind == .tooLarge && error.reason.hasPrefix("keeps its decoder busy"), "\(error)")
    }

    @Test func `an endless stream from a child is refused`() throws {
        let folder = try TemporaryFolder()
        let error = try error(.script("exec cat /dev/zero", in: folder), in: folder)
        #expect(
            error.kind == .damaged && error.reason.hasPrefix("made its decoder send invalid data (its first words)"))
        let rows = try policy(rows: Self.header(), then: "[ $1 = rows ] && exec cat /dev/urandom; exit 0", in: folder)
        #expect(try self.error(rows, in: folder).kind == .damaged)
    }

    @Test(arguments: [0, 1, 3, 127])
    func `a child that exits without a response is reported with its exit status`(status: Int) throws {
        let folder = try TemporaryFolder()
        let error = try error(.script("exit \(status)", in: folder), in: folder)
        #expect(error.kind == (status == 0 ? .damaged : .io))
        #expect(error.reason.contains(status == 0 ? "it stops in the middle" : "ended with status \(status)"))
    }

    @Test func `a child that exceeds its CPU time is reported as too large`() throws {
        let folder = try TemporaryFolder()
        let error = try error(.script("ulimit -S -t 1; while :; do :; done", in: folder), in: folder)
        #expect(error.kind == .tooLarge && error.reason.hasPrefix("keeps its decoder busy"))
    }

    @Test func `a header with any invalid field is refused`() throws {
        let invalidFields: [(Int, UInt32)] = [
            (0, 0), (1, 0), (0, .max), (1, .max), (2, 99), (2, 1), (3, 0), (3, 9), (4, 0), (4, .max), (5, 0), (6, 7),
            (7, .max), (11, 2), (11, 0), (12, 0), (12, 99),
        ]
        let folder = try TemporaryFolder()
        for (place, value) in invalidFields {
            let header = Self.header { $0[place] = value } + Self.word(0)
            let error = try error(try policy(header: header, in: folder), in: folder)
            #expect([.damaged, .tooLarge].contains(error.kind), "\(place) \(value)")
            #expect(error.reason.contains("expected"), "\(error)")
        }
    }

    @Test func `a header that differs in the second response is refused`() throws {
        let folder = try TemporaryFolder()
        let changes: [(Int, UInt32)] = [
            (0, 65), (1, 47), (2, 1), (3, 6), (9, 63), (10, 4_000_000), (9, .max), (12, 6), (12, 2),
        ]
        for (place, value) in changes {
            let rows = Self.header { $0[place] = value } + Self.word(32) + Self.word(16) + Self.word(0)
            let error = try error(try policy(rows: rows, in: folder), in: folder)
            #expect(error.kind == .damaged && error.reason.contains("header"), "\(place) \(value): \(error)")
        }
    }

    @Test func `too many rows, too few rows and malformed endings are refused`() throws {
        let folder = try TemporaryFolder()
        let whole = Self.word(32) + Self.word(16)
        for rows in [
            Self.word(49), Self.word(32) + Self.word(17), Self.word(33) + Self.word(15), whole + Self.word(1),
            Self.word(32) + Self.word(15) + Self.word(0), Self.word(0), whole + Self.word(0) + Self.word(0) + [0],
            whole + Self.word(0), whole + Self.word(0) + Self.word(1001), whole + Self.word(0) + Self.word(2) + [65],
            whole, whole + [0, 0], Self.word(32), Self.word(.max - 1),
        ] {
            let error = try error(try policy(rows: Self.header() + rows, in: folder), in: folder)
            #expect(
                error.kind == .damaged && error.reason.hasPrefix("made its decoder send invalid data ("), "\(error)")
        }
    }

    @Test func `well-formed output from any program becomes an archive`() throws {
        let folder = try TemporaryFolder()
        // Notes are treated as plain text.
        let notes = Array("was \u{1B}[31mdecoded\nb\nc\nd\ne".utf8)
        let rows =
            Self.header() + Self.word(30) + Self.word(18) + Self.word(0)
            + Self.word(UInt32(notes.count)) + notes
        let policy = try policy(rows: rows, in: folder)
        let path = try folder.writing(
            try Picture(Self.size.width, Self.size.height) { x, y in (x, y, 7) }.encoded(".jpg"), to: "scan.jpg")
        let result = try Slicer.slice(try Scan(path: path, policy: policy), to: folder.file("out.szi"))
        #expect(result.notes == ["was [31mdecoded", "b", "c", "d", "e"])
        let archive = try TileArchive(path: folder.file("out.szi"))
        try archive.verify()
        #expect(try archive.stitchedLevel(archive.pyramid.nativeLevel)[63, 47] == [9, 9, 9])
    }

    @Test func `a child that never reads cannot block its parent`() throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: Self.size.width, height: 3000)
        let rows = (1..<size.height).flatMap { _ in Self.word(1) }
        let policy = try policy(
            header: Self.header(size) + Self.word(0), rows: Self.header(size) + rows,
            then: "[ $1 = rows ] && sleep 60; exit 0", in: folder)
        let error = try error(policy, size: size, in: folder)
        #expect(error.kind == .tooLarge && error.reason.hasPrefix("keeps its decoder busy"), "\(error)")
    }

    @Test func `a signal that interrupts waiting for a child is no error`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Picture(64, 48) { x, y in (x, y, 7) }.encoded(".jpg"), to: "scan.jpg")
        let policy = try policy(first: "until [ -e '\(folder.file("go"))' ]; do sleep 0.01; done", in: folder)
        // This signal is ignored by default, and threads of a pool block it.
        let signal = SIGURG
        var (action, formerAction) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(signal, &action, &formerAction)
        defer { sigaction(signal, &formerAction, nil) }
        var (unblocked, formerMask) = (sigset_t(), sigset_t())
        sigemptyset(&unblocked)
        sigaddset(&unblocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, &formerMask)
        defer { pthread_sigmask(SIG_SETMASK, &formerMask, nil) }
        let (reader, pids, go) = (pthread_self(), folder.file("pids"), folder.file("go"))
        Thread.detachNewThread {
            // Once the child has begun, it waits, and so does its parent; unless the scan fails, after 20 seconds.
            let deadline = ContinuousClock.now + .seconds(15)
            while !FileManager.default.fileExists(atPath: pids) {
                guard ContinuousClock.now < deadline else { return }
                usleep(1000)
            }
            for _ in 0..<50 {
                pthread_kill(reader, signal)
                usleep(2000)
            }
            _ = FileManager.default.createFile(atPath: go, contents: nil)
        }
        #expect(try Scan(path: path, policy: policy).header.size == Self.size)
    }

    /// Whether the system has out-of-band data on sockets like a child's: Linux from 5.15 on, unless built without it.
    private static let hasOutOfBandData: Bool = {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return false }
        defer { for end in ends { close(end) } }
        return send(ends[0], "x", 1, Int32(MSG_OOB)) == 1
    }()

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "It needs Python."),
        .enabled(if: hasOutOfBandData, "It needs out-of-band data on Unix sockets, as Linux has them from 5.15 on."))
    func `a child that sends only out-of-band data cannot block its parent`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.writing(
            Array(
                """
                import socket
                parent = socket.socket(fileno=1)
                parent.send(b"x", socket.MSG_OOB)
                parent.recv(1)
                """.utf8), to: "child.py")
        // Python may take more than a second to start. It ends only when its parent closes the connection: a child that
        // ends by itself while its parent does not run is another error.
        let error = try error(
            .script(
                "echo $$ > '\(folder.file("pids"))'; exec /usr/bin/python3 '\(folder.file("child.py"))'", in: folder),
            openingSeconds: 10, in: folder)
        #expect(error.reason.hasPrefix("made its decoder send invalid data (out-of-band data)"), "\(error)")
    }

    @Test func `a child's error message is reduced to one line without control characters`() throws {
        let folder = try TemporaryFolder()
        func failure(_ reason: [UInt8], byteCount: UInt32? = nil, kind: UInt32 = 5) throws -> TileEngineError {
            let words = ScanMessage(.failure, [kind, byteCount ?? UInt32(reason.count)])
            return try error(try policy(header: words.bytes + reason, in: folder), in: folder)
        }
        let escape = try failure(Array("a\u{1B}[31m\nb\u{9B}2J\u{202E}c\u{0}".utf8) + [0xFF])
        #expect(escape.kind == .damaged && escape.reason == "a [31m b 2J c \u{FFFD}")
        #expect(try failure([UInt8](repeating: 65, count: 1000)).reason.count == 1000)
        #expect(try failure([], byteCount: .max).reason.contains("an error of 4294967295 bytes"))
        #expect(try failure(Array("x".utf8), byteCount: 2).reason.contains("it stops in the middle"))
        #expect(try failure(Array("x".utf8), kind: .max).kind == .damaged)
        // And in the middle of the rows.
        let rows =
            Self.header() + Self.word(1) + Self.word(.max) + Self.word(2) + Self.word(3)
            + Array("big".utf8)
        let afterRows = try error(try policy(rows: rows, in: folder), in: folder)
        #expect(afterRows.kind == .tooLarge && afterRows.reason == "big")
    }

    @Test func `a missing decoder program is reported in one clear error`() throws {
        let folder = try TemporaryFolder()
        var policy = ScanPolicy.isolated
        policy.program = ["/nonexistent/explore", "decode-scan"]
        let error = try error(policy, in: folder)
        #expect(error.kind == .io)
        #expect(error.reason == "cannot be decoded in a child process: /nonexistent/explore: No such file or directory")
    }

    @Test func `cancelling the slicing does not wait for a hanging child`() throws {
        let folder = try TemporaryFolder()
        let policy = try policy(rows: Self.header(), then: "[ $1 = rows ] && sleep 60; exit 0", in: folder)
        let path = try folder.writing(
            try Picture(Self.size.width, Self.size.height) { x, y in (x, y, 7) }.encoded(".jpg"), to: "scan.jpg")
        let scan = try Scan(path: path, policy: policy)
        let start = ContinuousClock.now
        #expect(throws: CancellationError.self) {
            try Slicer.slice(scan, to: folder.file("out.szi"), isCancelled: { .now > start + .milliseconds(300) })
        }
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try !folder.contents.contains { $0.hasPrefix("out.szi") })
    }
}
