import FileSupport
import Foundation
import Glibc
import NIOCore
import TileEngine

extension Doctor {
    /// Checks the system, its cores and memory, the process limits, and the clock.
    static func machine() -> [DoctorFinding] {
        [kernel(), cores(), memory(), descriptors(), clock()]
    }

    private static func kernel() -> DoctorFinding {
        var names = utsname()
        uname(&names)
        let release = withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let numbers = release.split(separator: ".").prefix(2).compactMap { Int($0.prefix { $0.isNumber }) }
        // preadv2 with RWF_NOWAIT, which reads a tile without blocking, needs Linux 4.14.
        let isNew = numbers.count == 2 && (numbers[0], numbers[1]) >= (4, 14)
        return isNew
            ? DoctorFinding(.ok, "kernel", release)
            : DoctorFinding(
                .slow, "kernel", "\(release), which cannot read a tile without blocking",
                advice: "Linux 4.14 or newer; Debian 12 has 6.1")
    }

    private static func cores() -> DoctorFinding {
        let count = NIOCore.System.coreCount
        return count > 1
            ? DoctorFinding(.ok, "processor", "\(count) cores")
            : DoctorFinding(
                .slow, "processor", "1 core: image rendering competes with everything else",
                advice: "two cores or more")
    }

    private static func memory() -> DoctorFinding {
        let total = UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
        let text = "\(total >> 20) MiB"
        return total >= 1 << 30
            ? DoctorFinding(.ok, "memory", text)
            : DoctorFinding(
                .slow, "memory", "\(text), of which the caches need 256",
                advice: "a gigabyte or more, or a smaller --cache-bytes")
    }

    private static func descriptors() -> DoctorFinding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        switch limit.rlim_cur {
        case ..<256:
            return DoctorFinding(
                .wrong, "descriptors", "\(limit.rlim_cur) may be open at once, which a few readers use up",
                advice: "ulimit -n 65536, or LimitNOFILE=65536 in the unit")
        case ..<4_096:
            return DoctorFinding(
                .slow, "descriptors",
                "\(limit.rlim_cur) may be open at once: one for each connection, two for each image",
                advice: "ulimit -n 65536, or LimitNOFILE=65536 in the unit, as the package has it")
        default: return DoctorFinding(.ok, "descriptors", "\(limit.rlim_cur) may be open at once")
        }
    }

    private static func clock() -> DoctorFinding {
        let now = Date().rfc3339
        // This code dates from 2026. A machine without a clock battery starts in 1970.
        guard time(nil) > 1_767_225_600 else {
            return DoctorFinding(
                .wrong, "clock", "it says \(now): caches and tokens would expire at the wrong time",
                advice: "set it: timedatectl set-ntp true")
        }
        return DoctorFinding(.ok, "clock", now)
    }
}

extension Doctor {
    /// Checks the restrictions of a child process that decodes untrusted scans, by running one.
    static func sandbox() -> DoctorFinding {
        let advice = "decode untrusted scans (--allow-format) on a system that has these layers"
        do {
            let report = try SandboxReport.selfTest()
            let missing = report.missing.map { "\($0.layer.label) (\($0.reason))" }
            guard missing.isEmpty, report.allowed.isEmpty else {
                let lacking = missing.isEmpty ? [] : ["without " + missing.joined(separator: ", ")]
                let allowed = report.allowed.isEmpty ? [] : ["not prevented: " + report.allowed.joined(separator: ", ")]
                return DoctorFinding(.slow, "sandbox", (lacking + allowed).joined(separator: "; "), advice: advice)
            }
            return DoctorFinding(.ok, "sandbox", "all \(report.layers.count) layers are active")
        } catch {
            return DoctorFinding(.slow, "sandbox", "no child process can be started: \(error)", advice: advice)
        }
    }
}
