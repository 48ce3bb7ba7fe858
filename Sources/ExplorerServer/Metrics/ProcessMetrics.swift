import Foundation
import Glibc

/// The process metrics, under the names that Prometheus defines for all languages:
/// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
enum ProcessMetrics {
    /// - Parameter start: The start of the process in seconds since 1970. It could be computed from `/proc/stat`, but
    ///   that may be hidden from a service.
    static func families(start: Double) -> [MetricFamily] {
        guard let status = Fields(of: "/proc/self/stat") else { return [] }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return [
            MetricFamily(
                "process_cpu_seconds_total", .counter,
                "Processor time, for the program and for the system on its behalf.", .real(status.cpuSeconds)),
            MetricFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory of the process.",
                status.residentPages &* UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))),
            MetricFamily(
                "process_virtual_memory_bytes", .gauge, "Virtual memory of the process.", status.virtualBytes),
            MetricFamily("process_open_fds", .gauge, "File descriptors that are open.", openDescriptors),
            MetricFamily("process_max_fds", .gauge, "File descriptors that may be open.", limit.rlim_cur),
            MetricFamily(
                "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.", .real(start)),
            MetricFamily("process_threads", .gauge, "Threads of the process.", status.threads),
        ]
    }

    /// The fields of `/proc/self/stat` after the program's name, which may contain anything: proc_pid_stat(5).
    private struct Fields {
        private let fields: [Substring]

        init?(of path: String) {
            guard let text = SmallFile.text(path), let end = text.lastIndex(of: ")") else { return nil }
            fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 21 else { return nil }
        }

        // Numbered as in the manual page, whose third field is the first here.
        private func number(_ field: Int) -> UInt64 { UInt64(fields[field - 3]) ?? 0 }

        var cpuSeconds: Double { Double(number(14) &+ number(15)) / ProcessMetrics.ticksPerSecond }
        var threads: UInt64 { number(20) }
        var virtualBytes: UInt64 { number(23) }
        var residentPages: UInt64 { number(24) }
    }

    private static var ticksPerSecond: Double { Double(max(1, sysconf(Int32(_SC_CLK_TCK)))) }

    /// The number of entries in `/proc/self/fd`, without the one used for reading them.
    private static var openDescriptors: Int {
        let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (entries?.count ?? 0) - 1
    }
}

/// Short files of the system without a size, such as those in `/proc`.
enum SmallFile {
    /// Returns the text of a file, up to 64 KiB, or nil if it cannot be read.
    ///
    /// The system reads whole lines of some of these files, so a read of fewer bytes than requested is not the end of
    /// the file, as Foundation's `Data(contentsOf:)` takes it for.
    static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard read > 0 else { break }
            count += read
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
