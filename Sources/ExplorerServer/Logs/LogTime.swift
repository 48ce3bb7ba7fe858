import Foundation

/// The moment in the form of RFC 3339, UTC, to the millisecond: `2026-06-15T09:30:00.125Z`.
enum LogTime {
    static func now() -> String {
        let milliseconds = Int(Date().timeIntervalSince1970 * 1_000)
        return text(seconds: milliseconds / 1_000, milliseconds: milliseconds % 1_000)
    }

    static func text(seconds: Int, milliseconds: Int) -> String {
        var second = time_t(seconds)
        var parts = tm()
        gmtime_r(&second, &parts)
        func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let fraction = String(1_000 + milliseconds).dropFirst()
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
            + "T\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec)).\(fraction)Z"
    }
}
