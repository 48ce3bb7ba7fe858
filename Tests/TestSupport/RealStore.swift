import Foundation

/// A real S3-compatible store on loopback, started once for a test process and stopped with it: OpenStack Swift by
/// `Tests/store/store.py`, or Ceph by `Tests/store/ceph.py` if the environment has `EXPLORE_STORE=ceph`.
public final class RealStore: @unchecked Sendable {
    // Mutable state is used in init only.
    private let process = Process()
    private let input = Pipe()
    /// The address it listens on, `http://127.0.0.1:port`.
    public let endpoint: String
    /// The access key.
    public static let accessKeyID = "test:tester"
    /// The secret of the access key.
    public static let secretAccessKey = "testing"

    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether the store is Ceph, which enforces conditional writes; Swift rejects them.
    public static let isCeph = ProcessInfo.processInfo.environment["EXPLORE_STORE"] == "ceph"

    /// Whether the packages are installed: `Tools/install.sh test`, or `ceph` instead of `test`.
    public static let isInstalled =
        (isCeph ? ["ceph-mon", "ceph-osd", "radosgw"] : ["swift-proxy-server", "swift-object-server", "memcached"])
        .allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }

    /// The reason given by tests that are skipped without the store.
    public static let reason: String =
        isCeph
        ? "needs Ceph from Debian, which Tools/install.sh ceph installs"
        : "needs swift-proxy and others from Debian, which Tools/install.sh test installs"

    /// Returns the store of this process.
    public static func shared() throws -> RealStore { try started.get() }

    private static let started = Result { try RealStore() }

    /// Starts a separate store.
    ///
    /// - Parameter folder: The folder of its objects; by default one that is removed with the process.
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

    /// Stops the store and waits until it has ended.
    public func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The environment variables with which a program finds the store.
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
        // The store's servers may still write for a moment, which leaves at worst empty folders.
        for path in lock.withLock({ paths }) { try? FileManager.default.removeItem(atPath: path) }
    }
}
