import Foundation

/// A time as signatures state it: `20130524T000000Z`, in UTC.
struct SignedTime: Sendable, Equatable {
    /// The time, to the second.
    let text: String
    /// Its day, `20130524`.
    var day: Substring { text.prefix(8) }

    init(_ date: Date = Date()) {
        let seconds = date.timeIntervalSince1970
        var time = time_t(exactly: seconds.rounded(.down)) ?? 0
        var parts = tm()
        gmtime_r(&time, &parts)
        func digits(_ value: Int32, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        text =
            digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2) + "T"
            + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
    }

    /// For the test vectors.
    init(text: String) { self.text = text }
}
