import FileSupport
import Foundation
import ObjectStore

/// `publishing.json`: who may change the releases of an address at this time. It exists only while somebody does.
struct LeaseRecord: Codable, Sendable, Equatable {
    /// The object's name.
    static let object = "publishing.json"
    /// The maximum length, in bytes.
    static let byteLimit = 64 << 10

    /// 1.
    var format = Release.format
    /// A random name of the holder.
    var id: String
    /// The started system and its namespace of processes, and the process in it.
    var system: String?
    var process: Int32?
    /// User, machine and process, for people.
    var holder: String
    /// When the holder got it, by the holder's clock.
    var since: String
    /// When it was renewed, by the holder's clock.
    var renewed: String

    /// The record of this process.
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

    /// The record in an object; one that cannot be read has an unknown holder, and expires like any other.
    init(_ bytes: some Sequence<UInt8>) {
        if let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) {
            self = record
            (holder, since) = (StoreError.plain(holder), StoreError.plain(since, limit: 40))
        } else {
            (id, holder, since, renewed) = ("", "an unknown publisher", "an unknown time", "")
        }
    }

    /// Whether the holder was a process of this very system, and has ended without removing the lease.
    var isLeftOver: Bool {
        guard let process, process > 0, let system, system == Self.system else { return false }
        return kill(process, 0) == -1 && errno == ESRCH
    }

    /// Containers of one machine have process numbers of their own.
    private static let system: String? = {
        let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        guard let boot, let namespace else { return nil }
        return boot.filter { !$0.isWhitespace } + " " + namespace
    }()

    static var now: String { UTCTime(second: Int64(Date().timeIntervalSince1970)).iso8601 }
}

/// The times of leases.
package struct LeaseTimes: Sendable {
    /// A lease that was not renewed for this long, in seconds, has expired, and others may take it.
    package var validSeconds = 120.0
    /// The time between renewals, in seconds.
    package var renewalSeconds = 20.0
    /// A holder that could not renew its lease for this long, in seconds, stops.
    package var heldSeconds = 80.0
    /// The time limit for writing the pointer, in seconds: a holder starts that while it holds the lease, and ends it
    /// before the lease expires.
    package var pointerSeconds = 20.0
    /// On stores without conditional writes, the time between writing a lease and reading it back, in seconds. A lease
    /// counts only if it was written within this time after none was found.
    package var settleSeconds = 2.0

    package init() {}
}
