import Foundation
import TestSupport
import Testing

@testable import explore

@Suite("Untrusted images", .serialized, .ownThreads) struct UntrustedImageTests {
    /// Writes a portable anymap, whose decoder libvips does not trust.
    private func scratch(side: Int = 60) throws -> Scratch {
        let scratch = try Scratch()
        try Data("P6 \(side) \(side) 255\n".utf8 + [UInt8](repeating: 77, count: side * side * 3))
            .write(to: scratch.folder.appending(path: "scan.ppm"))
        return scratch
    }

    private func tiff(side: Int, in scratch: Scratch) throws {
        let row = (0..<side * 3).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) }
        var pixels: [UInt8] = []
        for _ in 0..<side { pixels += row }
        try Data(PlainTIFF.bytes(width: side, height: side, pixels: pixels))
            .write(to: scratch.folder.appending(path: "scan.tif"))
    }

    @Test(arguments: [
        ["slice", "scan.ppm", "-o", "scan.szi"], ["add", "scan.ppm"], ["serve", "scan.ppm", "--port", "0"],
        ["slice", "scan.ppm", "-o", "scan.szi", "--sandbox"], ["add", "scan.ppm", "--allow-format", "gif,jxl"],
    ])
    func `an untrusted format is refused with a hint how to allow it`(arguments: [String]) throws {
        let scratch = try scratch()
        let run = try CommandLineRun(arguments, library: scratch)
        #expect(run.status == 2)
        let errors = run.errors.filter { !$0.hasPrefix("explore: note: ") }
        #expect(errors.count == 1 && run.output.isEmpty)
        #expect(errors.first?.contains("scan.ppm: is PNM, ") == true)
        #expect(errors.first?.hasSuffix("or --allow-format pnm for a file that you trust") == true)
        #expect(scratch.files() == ["scan.ppm"])
    }

    @Test func `a format allowed with --allow-format is read`() throws {
        let scratch = try scratch()
        let run = try CommandLineRun(["add", "scan.ppm", "--allow-format", "jxl,pnm"], library: scratch)
        #expect(run.status == 0 && run.output.hasPrefix("scan: added (1 page, 60 × 60 px; "), "\(run.errorOutput)")
    }

    @Test(arguments: [([], "415"), (["--allow-format", "jxl,pnm"], "201")])
    func `a server accepts uploads only of the formats it was started with`(options: [String], status: String) throws {
        let scratch = try scratch()
        try scratch.scan("sheet.tif")
        #expect(try CommandLineRun(["add", "sheet.tif"], library: scratch).status == 0)
        let server = try RunningServer(library: scratch.path("library"), arguments: ["--edit"] + options)
        let picture = String(decoding: try Data(contentsOf: scratch.folder.appending(path: "scan.ppm")), as: UTF8.self)
        let host = "127.0.0.1:\(server.port)"
        let response = try LoopbackConnection(port: server.port).request(
            "POST /api/documents?name=scan.ppm HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: \(picture.utf8.count)\r\n\r\n" + picture)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
    }

    @Test(arguments: ["bmp", "pnm,", "", "JXL", "jpeg2000"])
    func `an unknown format name is an error`(name: String) throws {
        let scratch = try scratch()
        let run = try CommandLineRun(["add", "scan.ppm", "--allow-format", name], library: scratch)
        #expect(run.status == 2 && run.errorOutput.contains("--allow-format"))
        #expect(scratch.files() == ["scan.ppm"])
    }

    @Test func `an archive made in the sandbox is the same`() throws {
        let scratch = try Scratch()
        try tiff(side: 700, in: scratch)
        var archives: [Data] = []
        for options in [[], ["--sandbox"]] {
            let run = try CommandLineRun(["slice", "scan.tif", "-o", "scan.szi"] + options, directory: scratch.folder)
            #expect(run.status == 0, "\(run.errorOutput)")
            archives.append(try Data(contentsOf: scratch.folder.appending(path: "scan.szi")))
        }
        #expect(archives[0] == archives[1])
    }

    @Test(.enabled(if: canRun(asNobody), "only the superuser can become nobody, where nobody may run the program"))
    func `slice works for the user nobody`() throws {
        _ = try sliceOfAScan(Self.asNobody)
    }

    @Test(.enabled(if: geteuid() == 0 && canRun(inContainer), "only the superuser can make such a container"))
    func `slice works in a container without namespaces, and notes the missing isolation`() throws {
        let errors = try sliceOfAScan(Self.inContainer)
        #expect(errors.contains("explore: note: the decoding child runs without a network namespace of its own: "))
        #expect(!errors.contains("is not kept from"))
    }

    private static let asNobody = [
        "/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups",
    ]
    /// A command prefix for a superuser without capabilities, in a namespace where no other can be created.
    private static let inContainer = [
        "/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c",
        "echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set -all --inh-caps -all \"$@\"",
        "sh",
    ]

    /// Whether the program can run with this prefix; it may be in a folder that other users cannot access.
    private static func canRun(_ prefix: [String]) -> Bool {
        (try? run(prefix + ["/usr/bin/test", "-x", CommandLineRun.program.path()]))?.status == 0
    }

    /// Returns the output while a scan is cut that has to be decoded in a child process.
    private func sliceOfAScan(_ prefix: [String]) throws -> String {
        let scratch = try scratch()
        #expect(chmod(scratch.folder.path(), 0o777) == 0)
        let (status, errors) = try Self.run(
            prefix + [
                CommandLineRun.program.path(), "slice", scratch.path("scan.ppm"), "-o", scratch.path("scan.szi"),
                "--allow-format", "pnm",
            ])
        #expect(status == 0, "\(errors)")
        #expect(FileManager.default.fileExists(atPath: scratch.path("scan.szi")))
        return errors
    }

    @Test func `the decoding child ends when its parent is killed`() throws {
        let scratch = try Scratch()
        try tiff(side: 4000, in: scratch)
        let process = Process()
        process.executableURL = CommandLineRun.program
        process.arguments = ["slice", "scan.tif", "-o", "scan.szi", "--sandbox", "--format", "webp"]
        process.currentDirectoryURL = scratch.folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while Self.children(of: process.processIdentifier, task: "rows").isEmpty, .now < deadline { usleep(2000) }
        let children = Self.children(of: process.processIdentifier, task: "rows")
        #expect(children.count == 1)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let end = ContinuousClock.now + .seconds(5)
        while children.contains(where: Self.runs), .now < end { usleep(2000) }
        #expect(!children.contains(where: Self.runs))
    }

    /// Returns the decoding child processes of a process.
    private static func children(of parent: pid_t, task: String) -> [pid_t] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.filter { process in
            let words = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")))?.split(separator: 0) ?? []
            let arguments = words.map { String(decoding: $0, as: UTF8.self) }
            return arguments.dropFirst().first == "decode-scan" && arguments.contains(task)
                && arguments.contains("\(parent)")
        }
    }

    /// Whether a process exists and is not a zombie.
    private static func runs(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    private static func run(_ command: [String]) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let bytes = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
