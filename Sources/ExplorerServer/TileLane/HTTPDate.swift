import FileSupport
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// A second formatted as a Date field: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
struct HTTPDate: Sendable {
    /// The current time by two clocks: wall-clock time for the Date field, monotonic time for deadlines.
    struct Clock {
        let second: Int64
        let deadline: NIODeadline

        static func now() -> Clock {
            Clock(second: Int64(time(nil)), deadline: .now())
        }
    }

    /// The seconds since 1970, UTC.
    let second: Int64
    /// The 29 bytes of the field value.
    let bytes: [UInt8]

    init(second: Int64) {
        self.second = second
        bytes = Array(UTCTime(second: second).http.utf8)
    }
}
