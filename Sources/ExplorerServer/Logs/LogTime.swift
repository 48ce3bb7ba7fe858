import FileSupport
import Foundation

/// The moment in the form of RFC 3339, UTC, to the millisecond: `2026-06-15T09:30:00.125Z`.
enum LogTime {
    static func now() -> String {
        let milliseconds = Int(Date().timeIntervalSince1970 * 1_000)
        return UTCTime(second: Int64(milliseconds / 1_000)).iso8601(milliseconds: milliseconds % 1_000)
    }
}
