import Foundation

/// A real S3-compatible store on loopback, started once for a process of tests and ended with it: OpenStack Swift by
/// `Tests/store/store.py`, or Ceph by `Tests/store/ceph.py` where `EXPLORE_STORE=ceph` is in the environment.
public final class RealStore: @unchecked Sendable {
    // What can change is used in init alone.
    private let process = Process()
    private let input = Pipe()
    /// Where it listens, `http://127.0.0.1:port`.
    public let endpoint: String
    /// The key that it knows.
    public static let accessKeyID = "test:tester"
    /// The secret that belongs to it.
    public static let secretAccessKey = "testing"

    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether it is Ceph, which enforces conditional writes; the other one refuses them.
    public static let isCeph = ProcessInfo.processInfo.environment["EXPLORE_STORE"] == "ceph"

    /// Whether the packages are there: `Tools/install.sh test` installs them, or `ceph` in the place of `test`.
    public static let isInstalled =
        (isCeph ? ["ceph-mon", "ceph-osd", "radosgw"] : ["swift-proxy-server", "swift-object-server", "memcached"])
        .allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }

    /// What tests say that are skipped without it.
    public static let reason: String =
        isCeph
        ? "needs Ceph from Debian, which Tools/install.sh ceph installs"
        : "needs swift-proxy and others from Debian, which Tools/install.sh test installs"

    /// The one of this process.
    public static func shared() throws -> RealStore { try started.get() }

    private static let started = Result { try RealStore() }

    /// Starts a store of its own.
    ///
    /// - Parameter folder: Where its objects are; one that is removed with the process where nothing is given.
    public init(folder: String? = nil) throws {
        let place = folder ?? NSTemporaryDirectory() + "explore-store-\(getpid())"
        if folder == nil { StoreFolders.removeAtExit(place) }
        process.executableURL = URL(filePath: "/usr/bin/python3")
        let script = Self.isCeph ? "ceph.py" : "store.py"
        process.arguments = ["-B", Self.repository.appending(path: "Tests/store/" + script).path(), place]
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var line = ""
        while !line.contains("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            line += String(decoding: bytes, as: UTF8.self)
        }
        endpoint = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard endpoint.hasPrefix("http://") else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { end() }

    /// Ends it, and waits until it has ended.
    public func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// What a program needs in its environment to find it.
    public var environment: [String: String] {
        [
            "AWS_ACCESS_KEY_ID": Self.accessKeyID, "AWS_SECRET_ACCESS_KEY": Self.secretAccessKey,
            "AWS_ENDPOINT_URL": endpoint, "AWS_REGION": "us-east-1", "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        ]
    }
}

/// Folders that are removed when the process ends.
private enum StoreFolders {
    nonisolated(unsafe) private static var paths: [String] = []
    private static let lock = NSLock()

    static func removeAtExit(_ path: String) {
        lock.withLock {
            if paths.isEmpty { atexit { StoreFolders.remove() } }
            paths.append(path)
        }
    }

    private static func remove() {
        // The store's servers may still write there for a moment: what they leave is empty folders at worst.
        for path in lock.withLock({ paths }) { try? FileManager.default.removeItem(atPath: path) }
    }
}
