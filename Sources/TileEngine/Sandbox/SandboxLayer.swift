import CLinux
import Foundation

/// A layer of confinement that a child applies before it reads a file. Each is effective only if the system supports
/// it.
public enum SandboxLayer: String, CaseIterable, Hashable, Sendable {
    /// Closes all inherited descriptors except the file, the socket and standard error.
    case descriptors
    /// Makes the system kill the child when its parent exits.
    case parentDeath = "parent-death"
    /// Enters a new network namespace without interfaces.
    case network
    /// Limits memory, processor time, open files, file sizes and core dumps.
    case limits
    /// Switches from the superuser to `nobody`, and drops all capabilities.
    case privileges
    /// Prevents executed programs from gaining privileges, and other processes from tracing the child.
    case noNewPrivileges = "no-new-privileges"
    /// Blocks access to the file system.
    case landlock
    /// Allows only the system calls that a decoder needs.
    case seccomp

    /// The name of the layer in messages, after "without".
    public var label: String {
        switch self {
        case .descriptors: "closed descriptors"
        case .parentDeath: "termination with its parent"
        case .network: "a network namespace of its own"
        case .limits: "resource limits"
        case .privileges: "giving up privileges"
        case .noNewPrivileges: "no_new_privs"
        case .landlock: "Landlock"
        case .seccomp: "a seccomp filter"
        }
    }
}

/// The confinement of a child process.
struct Confinement {
    /// The layers to apply: all, unless one is tested by itself.
    var layers = Set(SandboxLayer.allCases)
    /// The process ID of the expected parent.
    var parent: Int32
    /// The limit on the address space, in bytes.
    var memoryByteCount: Int
    /// The limit on processor time, in seconds.
    var seconds: Int
    /// Whether fonts remain readable under Landlock, because a PDF need not embed its own.
    var readsFonts = false

    /// The highest descriptor needed: the file, the socket, and /dev/null for the output of decoders.
    private static let lastDescriptor: Int32 = 2
    private static let openFileCount = 64
    /// The limit on processes and threads of the user `nobody`, who normally has few others.
    private static let processCount = 256
    private static let fontFolders = [
        "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/usr/share/poppler", "/etc/fonts",
        "/var/cache/fontconfig",
    ]

    /// Applies all layers permanently. The process must be single-threaded.
    ///
    /// - Parameter load: Loads everything needed from the file system, which is accessible for the last time.
    /// - Returns: For each layer 0, or the error number of the failed system call.
    func apply(load: () throws -> Void) rethrows -> [SandboxLayer: Int32] {
        var failures: [SandboxLayer: Int32] = [:]
        func apply(_ layer: SandboxLayer, _ body: () -> Int32) {
            if layers.contains(layer) { failures[layer] = body() }
        }
        let wasSuperuser = clinux_is_superuser() != 0
        apply(.descriptors) { clinux_close_from(Self.lastDescriptor + 1) }
        apply(.network) { clinux_leave_network() }
        // Loading needs the file system, so it precedes Landlock and seccomp. Both bind only this thread and those that
        // it starts afterwards, so loading must start none.
        try load()
        apply(.privileges) { clinux_drop_privileges() }
        apply(.limits) {
            var limits = clinux_limits()
            limits.address_space_bytes = UInt64(clamping: memoryByteCount)
            limits.cpu_seconds = UInt64(clamping: seconds)
            limits.open_files = UInt64(Self.openFileCount)
            // For any other user the limit would count all of that user's processes.
            if wasSuperuser, failures[.privileges] == 0 { limits.processes = UInt64(Self.processCount) }
            return clinux_set_limits(&limits)
        }
        apply(.noNewPrivileges) { clinux_no_new_privileges() }
        // Changing the user has reset this setting, so it is applied only now.
        apply(.parentDeath) { clinux_die_with_parent(parent) }
        apply(.landlock) {
            let folders = (readsFonts ? Self.fontFolders : []).map { strdup($0) }
            defer { for folder in folders { free(folder) } }
            return clinux_landlock(folders.map { UnsafePointer($0) } + [nil])
        }
        apply(.seccomp) { clinux_seccomp(readsFonts && failures[.landlock] == 0 ? 1 : 0) }
        return failures
    }
}
