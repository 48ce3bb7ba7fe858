import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// A second in the form of the Date field: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
struct HTTPDate: Sendable {
    /// The moment by both clocks: one for the date, one that never jumps for deadlines.
    struct Clock {
        let second: Int64
        let deadline: NIODeadline

        static func now() -> Clock {
            Clock(second: Int64(time(nil)), deadline: .now())
        }
    }

    /// Seconds since 1970, UTC.
    let second: Int64
    /// The 29 bytes of the field's value.
    let bytes: [UInt8]

    init(second: Int64) {
        self.second = second
        var moment = time_t(second)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let day = days[Int(parts.tm_wday) % days.count]
        let month = months[Int(parts.tm_mon) % months.count]
        let clock = "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
        bytes = Array("\(day), \(digits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) GMT".utf8)
    }
}
