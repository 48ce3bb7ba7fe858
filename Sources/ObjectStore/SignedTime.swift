import FileSupport
import Foundation

/// A time as signatures state it: `20130524T000000Z`, in UTC.
struct SignedTime: Sendable, Equatable {
    /// The time, to the second.
    let text: String
    /// Its day, `20130524`.
    var day: Substring { text.prefix(8) }

    init(_ date: Date = Date()) {
        let second = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
        text = UTCTime(second: second).basic
    }

    /// For the test vectors.
    init(text: String) { self.text = text }
}
