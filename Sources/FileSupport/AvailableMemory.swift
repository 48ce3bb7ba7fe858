import Foundation

/// How much memory this process may use: what the machine has, or less where a control group limits it, as containers and
/// `MemoryMax=` do.
package enum AvailableMemory {
    /// In bytes, as it was when it was first asked for.
    package static let byteCount = min(
        Int(clamping: ProcessInfo.processInfo.physicalMemory), groupLimit() ?? .max)

    /// A share of the memory, within bounds.
    package static func share(oneOf count: Int, in bounds: ClosedRange<Int>) -> Int {
        min(max(byteCount / count, bounds.lowerBound), bounds.upperBound)
    }

    /// The least limit of the control groups that this process is in; nil where there is none.
    ///
    /// - Parameters:
    ///   - membership: The file that names the groups: `/proc/self/cgroup`.
    ///   - root: Where their file systems are mounted: `/sys/fs/cgroup`.
    static func groupLimit(membership: String = "/proc/self/cgroup", root: String = "/sys/fs/cgroup") -> Int? {
        guard let text = try? String(contentsOfFile: membership, encoding: .utf8) else { return nil }
        var limits: [Int] = []
        for line in text.split(separator: "\n") {
            // `0::/path` of version 2, `4:memory:/path` of version 1: cgroups(7).
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
            let (mount, file) = isUnified ? (root, "memory.max") : (root + "/memory", "memory.limit_in_bytes")
            // In a container the path may be that of the machine, of which it sees its own part alone.
            var path = parts[2].split(separator: "/")[...]
            while true {
                let folder = ([mount[...]] + path).joined(separator: "/")
                if let limit = number(in: "\(folder)/\(file)") { limits.append(limit) }
                if path.popLast() == nil { break }
            }
        }
        return limits.min()
    }

    /// A limit; nil for `max`, and for the number with which version 1 says that there is none.
    private static func number(in file: String) -> Int? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let number = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), number < 1 << 60
        else { return nil }
        return number
    }
}
