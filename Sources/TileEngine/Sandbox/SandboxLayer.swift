import CLinux

/// One of the things that a child gives up before it looks at a file. Each holds where the system allows it.
public enum SandboxLayer: String, CaseIterable, Hashable, Sendable {
    /// No descriptor of the parent's is open but the file and the pipe.
    case descriptors
    /// The system kills it when its parent is gone.
    case parentDeath = "parent-death"
    /// It has a network namespace of its own, without interfaces.
    case network
    /// Memory, processor time, open files, the size of files, core dumps.
    case limits
    /// It is nobody where it was the superuser, and has no capabilities.
    case privileges
    /// Nothing that it executes can have more rights, and nobody can trace it.
    case noNewPrivileges = "no-new-privileges"
    /// The file system is out of reach.
    case landlock
    /// Only the system calls that a decoder needs.
    case seccomp

    /// The layer as people call it, after "without".
    public var label: String {
        switch self {
        case .descriptors: "closed descriptors"
        case .parentDeath: "an end with its parent"
        case .network: "a network namespace of its own"
        case .limits: "resource limits"
        case .privileges: "giving up privileges"
        case .noNewPrivileges: "no_new_privs"
        case .landlock: "Landlock"
        case .seccomp: "a seccomp filter"
        }
    }
}

/// What a child is to be confined to.
struct Confinement {
    /// The layers that are asked for: all, unless one is to be proved by itself.
    var layers = Set(SandboxLayer.allCases)
    /// The process that must be the parent.
    var parent: Int32
    /// The address space in bytes.
    var memoryByteCount: Int
    /// Processor time in seconds.
    var seconds: Int
    /// Whether fonts may be read, where Landlock keeps all else away: a PDF need not bring its own.
    var readsFonts = false

    /// Descriptors up to this are needed: the file, the pipe, and /dev/null for what decoders print.
    private static let lastDescriptor: Int32 = 2
    private static let openFileCount = 64
    /// Processes and threads of `nobody`, who has few others.
    private static let processCount = 256
    private static let fontFolders = [
        "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/usr/share/poppler", "/etc/fonts",
        "/var/cache/fontconfig",
    ]

    /// Gives everything up, for good. The process must have one thread.
    ///
    /// - Parameter load: Loads what is needed from the file system, as the last moment at which that can be done.
    /// - Returns: For each layer 0, or the error number for which it does not hold.
    func apply(load: () throws -> Void) rethrows -> [SandboxLayer: Int32] {
        var failures: [SandboxLayer: Int32] = [:]
        func apply(_ layer: SandboxLayer, _ body: () -> Int32) {
            if layers.contains(layer) { failures[layer] = body() }
        }
        let wasSuperuser = clinux_is_superuser() != 0
        apply(.descriptors) { clinux_close_from(Self.lastDescriptor + 1) }
        apply(.network) { clinux_leave_network() }
        // The order matters: libraries are found in the file system, and a thread of theirs would miss what comes after.
        try load()
        apply(.privileges) { clinux_drop_privileges() }
        apply(.limits) {
            var limits = clinux_limits()
            limits.address_space_bytes = UInt64(clamping: memoryByteCount)
            limits.cpu_seconds = UInt64(clamping: seconds)
            limits.open_files = UInt64(Self.openFileCount)
            // Of any other user this would count all processes that run.
            if wasSuperuser, failures[.privileges] == 0 { limits.processes = UInt64(Self.processCount) }
            return clinux_set_limits(&limits)
        }
        apply(.noNewPrivileges) { clinux_no_new_privileges() }
        // Becoming somebody else has undone it.
        apply(.parentDeath) { clinux_die_with_parent(parent) }
        apply(.landlock) {
            Self.withStrings(readsFonts ? Self.fontFolders : []) { clinux_landlock($0) }
        }
        apply(.seccomp) { clinux_seccomp(readsFonts && failures[.landlock] == 0 ? 1 : 0) }
        return failures
    }

    private static func withStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Int32
    ) -> Int32 {
        let copies = strings.map { string in
            let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: string.utf8.count + 1)
            for (index, byte) in string.utf8.enumerated() { bytes[index] = CChar(bitPattern: byte) }
            bytes[string.utf8.count] = 0
            return bytes
        }
        defer { for copy in copies { copy.deallocate() } }
        let list = copies.map { UnsafePointer($0) as UnsafePointer<CChar>? } + [nil]
        return list.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? 0 }
    }
}
