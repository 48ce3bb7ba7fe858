package import Foundation
import Glibc

/// A point in time, in seconds, in UTC, in the formats that protocols require.
package struct UTCTime {
    private let parts: tm

    /// - Parameter second: Seconds since 1970.
    package init(second: Int64) {
        var (second, parts) = (time_t(second), tm())
        gmtime_r(&second, &parts)
        self.parts = parts
    }

    /// Creates a time to the second. A date that is millennia away becomes the beginning of 1970.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        self.init(second: seconds.magnitude < 1e11 ? Int64(seconds) : 0)
    }

    /// `2026-06-15T09:30:00Z` (RFC 3339).
    package var iso8601: String { "\(day("-"))T\(time(":"))Z" }

    /// `2026-06-15T09:30:00.125Z` (RFC 3339).
    ///
    /// - Parameter milliseconds: From 0 to 999.
    package func iso8601(milliseconds: Int) -> String {
        "\(day("-"))T\(time(":")).\(String(1_000 + milliseconds).dropFirst())Z"
    }

    /// `20260615T093000Z` (the basic format of ISO 8601).
    package var basic: String { "\(day(""))T\(time(""))Z" }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    package var http: String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (day, month) = (days[Int(parts.tm_wday) % days.count], months[Int(parts.tm_mon) % months.count])
        return "\(day), \(Self.two(parts.tm_mday)) \(month) \(year) \(time(":")) GMT"
    }

    private var year: String {
        let year = String(parts.tm_year + 1900)
        return String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year
    }

    private func day(_ separator: String) -> String {
        "\(year)\(separator)\(Self.two(parts.tm_mon + 1))\(separator)\(Self.two(parts.tm_mday))"
    }

    private func time(_ separator: String) -> String {
        "\(Self.two(parts.tm_hour))\(separator)\(Self.two(parts.tm_min))\(separator)\(Self.two(parts.tm_sec))"
    }

    private static func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
}

extension Date {
    /// The date as `2026-06-15T09:30:00.125Z`, to the millisecond.
    package var rfc3339: String {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        guard milliseconds.magnitude < 1e15 else { return UTCTime(second: 0).iso8601 }
        let (second, rest) = Int64(milliseconds).quotientAndRemainder(dividingBy: 1000)
        guard rest >= 0 else { return UTCTime(second: second).iso8601 }
        return UTCTime(second: second).iso8601(milliseconds: Int(rest))
    }
}
