import FileSupport
import Foundation
import ObjectStore

/// `publishing.json`: which process may change the releases at an address. The object exists only while a process does.
struct LeaseRecord: Codable, Sendable, Equatable {
    /// The object's name.
    static let object = "publishing.json"
    /// The maximum length, in bytes.
    static let byteLimit = 64 << 10

    /// The format version.
    var format = Release.format
    /// The holder's random id.
    var id: String
    /// The holder's operating system (boot id and process namespace), and its process id there.
    var system: String?
    var process: Int32?
    /// The user, machine and process, for messages.
    var holder: String
    /// The time at which the holder took the lease, by the holder's clock.
    var since: String
    /// The time of the last renewal, by the holder's clock.
    var renewed: String

    /// Creates the record of this process.
    init() {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let machine = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        id = UUID().uuidString
        (system, process) = (Self.system, getpid())
        holder = "\(NSUserName())@\(machine) (process \(getpid()))"
        since = Self.now
        renewed = since
    }

    /// Decodes a record. One that cannot be decoded has an unknown holder, and expires like any other.
    init(_ bytes: some Sequence<UInt8>) {
        if let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) {
            self = record
            (holder, since) = (StoreError.plain(holder), StoreError.plain(since, limit: 40))
        } else {
            (id, holder, since, renewed) = ("", "an unknown publisher", "an unknown time", "")
        }
    }

    /// Whether the holder was a process on this system that has ended without removing the lease.
    var isLeftOver: Bool {
        guard let process, process > 0, let system, system == Self.system else { return false }
        return kill(process, 0) == -1 && errno == ESRCH
    }

    /// The namespace is included because each container on a machine has its own process numbers.
    private static let system: String? = {
        let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        guard let boot, let namespace else { return nil }
        return boot.filter { !$0.isWhitespace } + " " + namespace
    }()

    static var now: String { UTCTime(Date()).iso8601 }
}

/// The time limits of leases.
package struct LeaseTimes: Sendable {
    /// The time without renewal after which a lease has expired and others may take it, in seconds.
    package var validSeconds = 120.0
    /// The time between renewals, in seconds.
    package var renewalSeconds = 20.0
    /// The time without a successful renewal after which a holder stops, in seconds.
    package var heldSeconds = 80.0
    /// The time limit for writing the pointer, in seconds. A holder starts the write while it holds the lease, so the
    /// write ends before the lease expires.
    package var pointerSeconds = 20.0
    /// On stores without conditional writes, the time between writing a lease and reading it back, in seconds. A lease
    /// is valid only if it was written within this time after the holder found none.
    package var settleSeconds = 2.0

    package init() {}
}
