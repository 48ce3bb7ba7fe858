import Foundation

/// The memory available to this process: the machine's physical memory, or the limit of a control group (as containers
/// and `MemoryMax=` set) if that is lower.
package enum AvailableMemory {
    /// The number of bytes, determined on first use.
    package static let byteCount = min(
        Int(clamping: ProcessInfo.processInfo.physicalMemory), groupLimit() ?? .max)

    /// Returns a share of the memory, clamped to bounds.
    package static func share(oneOf count: Int, in bounds: ClosedRange<Int>) -> Int {
        min(max(byteCount / count, bounds.lowerBound), bounds.upperBound)
    }

    /// Returns the lowest limit of any control group this process belongs to, or nil if none is set.
    ///
    /// - Parameters:
    ///   - membership: The file that lists the groups.
    ///   - root: The mount point of the control group file systems.
    static func groupLimit(membership: String = "/proc/self/cgroup", root: String = "/sys/fs/cgroup") -> Int? {
        guard let text = try? String(contentsOfFile: membership, encoding: .utf8) else { return nil }
        var limits: [Int] = []
        for line in text.split(separator: "\n") {
            // Version 2 writes `0::/path`, version 1 `4:memory:/path`; see cgroups(7).
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
            let (mount, file) = isUnified ? (root, "memory.max") : (root + "/memory", "memory.limit_in_bytes")
            // In a container the path may be the host's, but only the container's own part is mounted. So the parents
            // are checked too.
            var path = parts[2].split(separator: "/")[...]
            while true {
                let folder = ([mount[...]] + path).joined(separator: "/")
                if let limit = number(in: "\(folder)/\(file)") { limits.append(limit) }
                if path.popLast() == nil { break }
            }
        }
        return limits.min()
    }

    /// Reads a limit. Returns nil for `max`, and for the number that version 1 uses for "no limit".
    private static func number(in file: String) -> Int? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let number = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), number < 1 << 60
        else { return nil }
        return number
    }
}
